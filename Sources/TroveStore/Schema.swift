import TroveModel
import TroveSQLite

/// The schema of a library file.
///
/// The fixed tables change by numbered migrations. Each kind has a table with a column for each
/// field. These tables are extended when a library is opened for writing, so a new kind or field
/// needs no migration.
package enum Schema {
    /// The application id in the header of every library file, "Trov" in ASCII.
    static let applicationID = 0x5472_6F76

    /// The migrations from an empty file to the current schema. A file's `user_version` is the
    /// number of migrations applied to it.
    package static let migrations: [String] = [
        """
        CREATE TABLE meta (key TEXT PRIMARY KEY NOT NULL, value) WITHOUT ROWID;
        INSERT INTO meta VALUES ('next_number', 1);
        CREATE TABLE changes (
            seq INTEGER PRIMARY KEY NOT NULL,
            command INTEGER NOT NULL,
            reverts INTEGER,
            at INTEGER NOT NULL,
            by TEXT NOT NULL,
            kind TEXT NOT NULL,
            number INTEGER NOT NULL,
            id BLOB NOT NULL,
            action TEXT NOT NULL,
            fields TEXT NOT NULL
        );
        """,
        // Syncing. The origin of a change is the name of the device that it came from, or NULL for
        // this one. The number of a shadow entry is that of its item or its conflict.
        """
        ALTER TABLE changes ADD COLUMN origin TEXT;
        CREATE TABLE shadow (
            id BLOB PRIMARY KEY NOT NULL,
            kind TEXT NOT NULL,
            number INTEGER NOT NULL,
            version INTEGER NOT NULL,
            deleted INTEGER NOT NULL,
            fields TEXT NOT NULL,
            by TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX conflicts ON shadow (number) WHERE kind = 'conflict';
        CREATE TABLE outbox (
            n INTEGER PRIMARY KEY NOT NULL,
            unconfirmed INTEGER NOT NULL,
            action TEXT NOT NULL,
            kind TEXT NOT NULL,
            id BLOB NOT NULL,
            number INTEGER NOT NULL,
            base INTEGER NOT NULL,
            fields TEXT NOT NULL,
            at INTEGER NOT NULL
        );
        CREATE INDEX outbox_ids ON outbox (id);
        CREATE TABLE problems (
            problem INTEGER PRIMARY KEY NOT NULL,
            n INTEGER NOT NULL,
            code TEXT NOT NULL,
            field TEXT,
            message TEXT NOT NULL,
            action TEXT NOT NULL,
            kind TEXT NOT NULL,
            id BLOB NOT NULL,
            number INTEGER NOT NULL,
            base INTEGER NOT NULL,
            fields TEXT NOT NULL,
            at INTEGER NOT NULL
        );
        CREATE INDEX problem_ids ON problems (id);
        CREATE TABLE discarded (
            discarded INTEGER NOT NULL,
            action TEXT NOT NULL,
            kind TEXT NOT NULL,
            id BLOB NOT NULL,
            fields TEXT NOT NULL,
            at INTEGER NOT NULL
        );
        CREATE TABLE incoming (
            id BLOB PRIMARY KEY NOT NULL,
            kind TEXT NOT NULL,
            version INTEGER NOT NULL,
            fields TEXT NOT NULL,
            by TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE policies (
            kind TEXT NOT NULL,
            operation TEXT NOT NULL,
            rule TEXT NOT NULL,
            PRIMARY KEY (kind, operation)
        ) WITHOUT ROWID;
        """,
        // The photos that the server has, by digest.
        "CREATE TABLE server_photos (digest TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID",
        // Changes of the log that are stored together: the sequence numbers of the first and the
        // last one, and the number of commands that begin among them.
        """
        CREATE TABLE batches (
            first INTEGER PRIMARY KEY NOT NULL,
            last INTEGER NOT NULL,
            commands INTEGER NOT NULL,
            changes BLOB NOT NULL
        )
        """,
    ]

    /// Creates the tables and columns that the kinds need and the file lacks.
    static func prepareTables(
        of kinds: Kinds, in connection: Connection
    ) throws(SQLiteError) {
        let isNew = try addTables(of: kinds, in: connection)
        let meta = MetaTable(connection)
        if let earlier = try meta.text(MetaTable.Key.kinds),
            try meta.text(MetaTable.Key.earlierKinds) == nil
        {
            try meta.set(MetaTable.Key.earlierKinds, earlier)
        }
        try meta.set(MetaTable.Key.kinds, description(of: kinds))
        // An earlier version may have written the items of an existing file.
        try write(conventions: isNew ? conventions : 0, in: meta)
    }

    /// Adds the tables and columns that the file lacks. Returns whether it had no table.
    @discardableResult
    static func addTables(
        of kinds: Kinds, in connection: Connection
    ) throws(SQLiteError) -> Bool {
        var isNew = true
        for kind in kinds.stored {
            let existing = try columns(of: kind, in: connection)
            if existing.isEmpty {
                let columns = kind.fields.map { "\(quoted($0.storedName)) \(type(of: $0))" }
                try connection.execute(
                    """
                    CREATE TABLE \(quoted(kind.storedName)) (
                        number INTEGER PRIMARY KEY NOT NULL, id BLOB NOT NULL,
                        \(columns.joined(separator: ", "))
                    )
                    """)
            } else {
                isNew = false
                for field in kind.fields where !existing.contains(field.storedName) {
                    try connection.execute(
                        """
                        ALTER TABLE \(quoted(kind.storedName))
                        ADD COLUMN \(quoted(field.storedName)) \(type(of: field))
                        """)
                }
            }
        }
        return isNew
    }

    // MARK: Conventions

    /// The version of the conventions that values follow. 1 means that every item of a kind with a
    /// ladder has a state, and that ISBNs are in canonical notation.
    static let conventions = 1

    /// Returns the version of the conventions that the values of the file follow; 0 for those of
    /// earlier versions.
    static func conventions(in meta: MetaTable) throws(SQLiteError) -> Int {
        try meta.integer(MetaTable.Key.conventions) ?? 0
    }

    /// Records the conventions that all values of the file follow.
    static func write(conventions number: Int, in meta: MetaTable) throws(SQLiteError) {
        try meta.set(MetaTable.Key.conventions, number)
    }

    // MARK: Tables

    /// Returns the columns of a kind's table; none if there is no table.
    static func columns(
        of kind: Kind, in connection: Connection
    ) throws(SQLiteError) -> [String] {
        try connection.texts("SELECT name FROM pragma_table_info(\(literal(kind.storedName)))")
    }

    /// Returns whether the file has all tables and columns that the kinds need. It compares the
    /// description in the file, so that opening it does not inspect each table.
    static func hasTables(
        of kinds: Kinds, in connection: Connection
    ) throws(SQLiteError) -> Bool {
        try MetaTable(connection).text(MetaTable.Key.kinds) == description(of: kinds)
    }

    /// Returns `book(title,author,…) gem(…)`.
    private static func description(of kinds: Kinds) -> String {
        // The library is opened for each run of the program, and the generic `joined` costs more
        // than reading the description.
        var text = ""
        for kind in kinds.stored {
            text += text.isEmpty ? "" : " "
            text += kind.storedName
            var separator = "("
            for field in kind.fields {
                text += separator
                text += field.name
                separator = ","
            }
            text += ")"
        }
        return text
    }

    /// Joins parts of a statement. The first call of `joined(separator:)`, which is generic,
    /// searches all conformances of the program, which noticeably slows a short command.
    static func joined(_ parts: [String], by separator: String) -> String {
        var text = parts.first ?? ""
        for part in parts.dropFirst() {
            text += separator
            text += part
        }
        return text
    }

    /// Returns a name as a quoted SQL identifier.
    static func quoted(_ name: String) -> String {
        inQuotes(name, UInt8(ascii: "\""))
    }

    /// Returns a text as an SQL literal.
    static func literal(_ text: String) -> String {
        inQuotes(text, UInt8(ascii: "'"))
    }

    /// Returns a text in quotes, with each quote in it doubled.
    private static func inQuotes(_ text: String, _ quote: UInt8) -> String {
        var quoted: [UInt8] = [quote]
        for byte in text.utf8 {
            if byte == quote { quoted.append(quote) }
            quoted.append(byte)
        }
        quoted.append(quote)
        return String(decoding: quoted, as: UTF8.self)
    }

    /// Returns the type of a column. Those of fields that the library defines have none, because
    /// SQLite would convert the values of a field whose definition changes.
    private static func type(of field: Field) -> String {
        if field.isOwn { return "" }
        return switch field.content {
        case .text, .isbn, .choice, .date, .ladder, .set: "TEXT"
        case .integer, .month: "INTEGER"
        case .decimal: "REAL"
        }
    }
}
