/// The tables of the server's database on PostgreSQL. Timestamps are milliseconds since 1970, in
/// UTC.
///
/// In every table that holds data of users, each key begins with the user, and there are no
/// sequences, triggers, functions or foreign keys, so that the tables can be distributed by user.
/// The columns are described in `SQLiteSchema`.
enum PostgresSchema {
    /// The key of the advisory lock under which the schema is migrated: "TrSv".
    static let lock = 0x5472_5376

    /// The migrations from an empty database to the current schema. `trove_format` has the number
    /// of migrations that the database has had. Earlier servers may still be running, so a
    /// migration only adds to the schema.
    static let migrations = [
        """
        CREATE TABLE users (
            user_id bigint PRIMARY KEY,
            email text NOT NULL,
            name text NOT NULL,
            password text NOT NULL,
            epoch text NOT NULL,
            seq bigint NOT NULL DEFAULT 0,
            mark bigint NOT NULL DEFAULT 0,
            gc_floor bigint NOT NULL DEFAULT 0,
            entry_count bigint NOT NULL DEFAULT 0,
            blob_bytes bigint NOT NULL DEFAULT 0,
            stored bigint NOT NULL DEFAULT 0,
            created bigint NOT NULL,
            disabled bigint
        ) WITH (fillfactor = 70);
        CREATE TABLE emails (email text PRIMARY KEY, user_id bigint NOT NULL);
        CREATE TABLE devices (
            user_id bigint NOT NULL,
            number bigint NOT NULL,
            id uuid NOT NULL,
            name text NOT NULL,
            last_n bigint NOT NULL DEFAULT 0,
            settled_n bigint NOT NULL DEFAULT 0,
            seen_seq bigint NOT NULL DEFAULT 0,
            created bigint NOT NULL,
            seen bigint NOT NULL,
            ended bigint,
            format bigint NOT NULL DEFAULT 1,
            PRIMARY KEY (user_id, number),
            UNIQUE (user_id, id)
        ) WITH (fillfactor = 70);
        CREATE TABLE tokens (
            user_id bigint NOT NULL,
            device bigint NOT NULL,
            hash bytea NOT NULL,
            PRIMARY KEY (user_id, device)
        );
        CREATE INDEX tokens_by_hash ON tokens (hash);
        CREATE TABLE entries (
            user_id bigint NOT NULL,
            id uuid NOT NULL,
            ver bigint NOT NULL,
            device bigint NOT NULL,
            deleted bigint NOT NULL DEFAULT 0,
            kind text NOT NULL,
            versions text,
            fields text NOT NULL,
            PRIMARY KEY (user_id, id)
        );
        CREATE INDEX entries_by_ver ON entries (user_id, ver);
        CREATE INDEX definitions ON entries (user_id) WHERE kind = 'definition';
        CREATE TABLE ledger (
            user_id bigint NOT NULL,
            seq bigint NOT NULL,
            device bigint NOT NULL,
            n bigint NOT NULL,
            at bigint NOT NULL,
            mark bigint NOT NULL,
            digest uuid NOT NULL,
            result text,
            entry uuid,
            PRIMARY KEY (user_id, seq),
            UNIQUE (user_id, device, n)
        );
        CREATE INDEX rejections ON ledger (user_id, device, entry) WHERE entry IS NOT NULL;
        CREATE TABLE names (
            user_id bigint NOT NULL,
            kind text NOT NULL,
            field text NOT NULL,
            folded bytea NOT NULL,
            id uuid NOT NULL,
            PRIMARY KEY (user_id, kind, field, folded)
        );
        CREATE TABLE uniques (
            user_id bigint NOT NULL,
            kind text NOT NULL,
            field text NOT NULL,
            PRIMARY KEY (user_id, kind, field)
        );
        CREATE TABLE blobs (
            user_id bigint NOT NULL,
            hash text NOT NULL,
            bytes bytea NOT NULL,
            PRIMARY KEY (user_id, hash)
        );
        ALTER TABLE blobs ALTER COLUMN bytes SET STORAGE EXTERNAL;
        CREATE TABLE failures (
            key bytea PRIMARY KEY,
            since bigint NOT NULL,
            count bigint NOT NULL,
            strikes bigint NOT NULL,
            blocked_until bigint NOT NULL
        );
        CREATE TABLE invitations (
            hash bytea PRIMARY KEY,
            created bigint NOT NULL,
            used bigint
        );
        CREATE TABLE server (id text NOT NULL);
        INSERT INTO server VALUES (replace(gen_random_uuid()::text, '-', ''))
        """,
        """
        ALTER TABLE tokens ADD COLUMN created bigint;
        ALTER TABLE tokens ADD COLUMN next bytea;
        CREATE TABLE leases (
            name text PRIMARY KEY,
            holder text NOT NULL,
            until bigint NOT NULL
        )
        """,
    ]
}
