import TroveCodecs

/// The tables of the server's database file. Timestamps are milliseconds since 1970, in UTC.
enum SQLiteSchema {
    /// The application ID in the SQLite header of every server file: "TrSv".
    static let applicationID = 0x5472_5376

    /// The migrations from an empty file to the current schema. A file's `user_version` is the
    /// number of migrations it has had.
    static let migrations = [
        """
        -- seq, mark: the cursor of the user's history. gc_floor: history up to it is incomplete.
        -- entry_count, blob_bytes: the usage that counts against the limits.
        CREATE TABLE users (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            email TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            password TEXT NOT NULL,
            epoch TEXT NOT NULL,
            seq INTEGER NOT NULL DEFAULT 0,
            mark INTEGER NOT NULL DEFAULT 0,
            gc_floor INTEGER NOT NULL DEFAULT 0,
            entry_count INTEGER NOT NULL DEFAULT 0,
            blob_bytes INTEGER NOT NULL DEFAULT 0,
            created INTEGER NOT NULL
        );
        -- last_n: the last operation that the server ran. settled_n: the device has the results of
        -- its operations up to this number. seen_seq: the version of its last cursor.
        CREATE TABLE devices (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            user INTEGER NOT NULL,
            id BLOB NOT NULL UNIQUE,
            name TEXT NOT NULL,
            last_n INTEGER NOT NULL DEFAULT 0,
            settled_n INTEGER NOT NULL DEFAULT 0,
            seen_seq INTEGER NOT NULL DEFAULT 0,
            created INTEGER NOT NULL,
            seen INTEGER NOT NULL,
            ended INTEGER
        );
        CREATE INDEX devices_by_user ON devices(user);
        CREATE TABLE tokens (
            hash BLOB PRIMARY KEY NOT NULL,
            user INTEGER NOT NULL,
            device INTEGER NOT NULL UNIQUE
        ) WITHOUT ROWID;
        CREATE INDEX tokens_by_user ON tokens(user);
        -- fields: a JSON object; a tombstone keeps the entry's. versions: see FieldVersions.
        CREATE TABLE entries (
            user INTEGER NOT NULL,
            id BLOB NOT NULL,
            ver INTEGER NOT NULL,
            device INTEGER NOT NULL,
            deleted INTEGER NOT NULL DEFAULT 0,
            kind TEXT NOT NULL,
            versions TEXT,
            fields TEXT NOT NULL,
            PRIMARY KEY (user, id)
        ) WITHOUT ROWID;
        CREATE INDEX entries_by_ver ON entries(user, ver);
        -- result: NULL if the operation was applied as sent. entry: the ID in a rejected
        -- operation.
        CREATE TABLE ledger (
            user INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            device INTEGER NOT NULL,
            n INTEGER NOT NULL,
            at INTEGER NOT NULL,
            mark INTEGER NOT NULL,
            digest BLOB NOT NULL,
            result TEXT,
            entry BLOB,
            PRIMARY KEY (user, seq)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX ledger_by_device ON ledger(device, n);
        CREATE INDEX rejections ON ledger(user, device, entry) WHERE entry IS NOT NULL;
        -- The owner of each name, for fields with unique values.
        CREATE TABLE names (
            user INTEGER NOT NULL,
            kind TEXT NOT NULL,
            field TEXT NOT NULL,
            folded BLOB NOT NULL,
            id BLOB NOT NULL,
            PRIMARY KEY (user, kind, field, folded)
        ) WITHOUT ROWID;
        CREATE TABLE blobs (
            user INTEGER NOT NULL,
            hash TEXT NOT NULL,
            bytes BLOB NOT NULL,
            UNIQUE (user, hash)
        );
        -- See AttemptLimit.
        CREATE TABLE failures (
            key BLOB PRIMARY KEY NOT NULL,
            since INTEGER NOT NULL,
            count INTEGER NOT NULL,
            strikes INTEGER NOT NULL,
            blocked_until INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE invitations (
            hash BLOB PRIMARY KEY NOT NULL,
            created INTEGER NOT NULL,
            used INTEGER
        ) WITHOUT ROWID;
        """,
        """
        -- stored: an estimate of the bytes of the user's rows, without blobs. Garbage collection
        -- recomputes it.
        ALTER TABLE users ADD COLUMN stored INTEGER NOT NULL DEFAULT 0;
        """,
        """
        -- One row: the server's ID, which does not depend on its address and survives a restore.
        CREATE TABLE server (id TEXT NOT NULL);
        INSERT INTO server VALUES (lower(hex(randomblob(16))));
        """,
        """
        -- format: Limits.format of the Trove that the device runs.
        ALTER TABLE devices ADD COLUMN format INTEGER NOT NULL DEFAULT 1;
        """,
        """
        -- The fields with unique values that users define, as far as their values are in names.
        CREATE TABLE uniques (
            user INTEGER NOT NULL,
            kind TEXT NOT NULL,
            field TEXT NOT NULL,
            PRIMARY KEY (user, kind, field)
        ) WITHOUT ROWID;
        -- Covers the query for unique fields; SQLite would not use it otherwise.
        CREATE INDEX definitions ON entries(user, kind, deleted, fields)
            WHERE kind = 'definition';
        """,
        """
        -- disabled: when the operator disabled the account; NULL if it can be used.
        ALTER TABLE users ADD COLUMN disabled INTEGER;
        """,
        """
        -- Every table has the user in the same column and in front of its key, as in PostgreSQL.
        ALTER TABLE users RENAME COLUMN id TO user_id;
        ALTER TABLE entries RENAME COLUMN user TO user_id;
        ALTER TABLE ledger RENAME COLUMN user TO user_id;
        ALTER TABLE names RENAME COLUMN user TO user_id;
        ALTER TABLE uniques RENAME COLUMN user TO user_id;
        ALTER TABLE blobs RENAME COLUMN user TO user_id;
        DROP INDEX ledger_by_device;
        CREATE UNIQUE INDEX ledger_by_device ON ledger(user_id, device, n);
        -- The only way from an address to a user.
        CREATE TABLE emails (
            email TEXT PRIMARY KEY NOT NULL,
            user_id INTEGER NOT NULL
        ) WITHOUT ROWID;
        INSERT INTO emails SELECT email, user_id FROM users;
        ALTER TABLE devices RENAME TO former_devices;
        DROP INDEX devices_by_user;
        CREATE TABLE devices (
            user_id INTEGER NOT NULL,
            number INTEGER NOT NULL,
            id BLOB NOT NULL,
            name TEXT NOT NULL,
            last_n INTEGER NOT NULL DEFAULT 0,
            settled_n INTEGER NOT NULL DEFAULT 0,
            seen_seq INTEGER NOT NULL DEFAULT 0,
            created INTEGER NOT NULL,
            seen INTEGER NOT NULL,
            ended INTEGER,
            format INTEGER NOT NULL DEFAULT 1,
            PRIMARY KEY (user_id, number),
            UNIQUE (user_id, id)
        ) WITHOUT ROWID;
        INSERT INTO devices
            SELECT user, number, id, name, last_n, settled_n, seen_seq, created, seen, ended, format
            FROM former_devices;
        DROP TABLE former_devices;
        ALTER TABLE tokens RENAME TO former_tokens;
        DROP INDEX tokens_by_user;
        CREATE TABLE tokens (
            user_id INTEGER NOT NULL,
            device INTEGER NOT NULL,
            hash BLOB NOT NULL,
            PRIMARY KEY (user_id, device)
        ) WITHOUT ROWID;
        INSERT INTO tokens SELECT user, device, hash FROM former_tokens;
        DROP TABLE former_tokens;
        CREATE INDEX tokens_by_hash ON tokens(hash);
        """,
        """
        -- created: when the device got the token; NULL if an earlier server gave it. next: the hash of
        -- the token that replaces it as soon as the device uses it.
        ALTER TABLE tokens ADD COLUMN created INTEGER;
        ALTER TABLE tokens ADD COLUMN next BLOB;
        -- See Lease.
        CREATE TABLE leases (
            name TEXT PRIMARY KEY NOT NULL,
            holder TEXT NOT NULL,
            until INTEGER NOT NULL
        ) WITHOUT ROWID;
        """,
    ]
}
