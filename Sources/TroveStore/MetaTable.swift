import TroveSQLite

/// The table of single values in a library file.
struct MetaTable {
    private let statements: StatementCache

    init(_ statements: StatementCache) { self.statements = statements }

    /// Creates the table with statements of its own, for a few calls.
    init(_ connection: Connection) { self.init(StatementCache(connection)) }

    /// The keys of the values.
    enum Key {
        static let kinds = "kinds"
        /// The description of the kinds of the version that last used the file, until `migrate` has
        /// adopted what that version did not know.
        static let earlierKinds = "earlier_kinds"
        static let definitions = "definitions"
        static let conventions = "conventions"
        static let nextItem = "next_number"
        static let nextDefinition = "next_definition_number"
        // These belong to syncing.
        static let server = "sync_server"
        static let serverID = "sync_server_id"
        static let userID = "sync_user_id"
        static let userName = "sync_user_name"
        static let email = "sync_email"
        static let device = "sync_device"
        static let deviceName = "sync_device_name"
        static let token = "sync_token"
        static let formerToken = "sync_former_token"
        static let epoch = "sync_epoch"
        static let sequence = "sync_sequence"
        static let mark = "sync_mark"
        static let nextNumber = "sync_next_n"
        static let sentThrough = "sync_sent"
        static let failedPushes = "sync_failed_pushes"
        static let lastContact = "sync_contact"
        static let checkpoints = "sync_checkpoints"
        static let reached = "sync_reached"
        static let renewals = "sync_renewals"
        static let unanswered = "sync_unanswered"
        /// The prefix of the keys of values that are kept for a later login. An earlier version
        /// deletes them with all values of a connection that it ends.
        static let prefixOfCopies = "sync_before_"
        // These outlive the connection to a server.
        static let formerName = "former_name"
        static let formerEmail = "former_email"
        static let formerID = "former_id"
    }

    /// Returns the text under a key, or nil.
    func text(_ key: String) throws(SQLiteError) -> String? {
        let row = try value(of: key)
        defer { row.reset() }
        return try row.step() ? row.text(0) : nil
    }

    /// Returns the number under a key, or nil.
    func integer(_ key: String) throws(SQLiteError) -> Int? {
        let row = try value(of: key)
        defer { row.reset() }
        return try row.step() ? row.integer(0) : nil
    }

    private func value(of key: String) throws(SQLiteError) -> Statement {
        let row = try statements.statement("SELECT value FROM meta WHERE key = ?1")
        row.bind(key, at: 1)
        return row
    }

    /// Returns the values whose keys begin with `prefix` and an underscore.
    func values(_ prefix: String) throws(SQLiteError) -> [String: String] {
        var values: [String: String] = [:]
        // "`" comes right after "_" in ASCII.
        let rows = try statements.statement(
            "SELECT key, value FROM meta WHERE key >= '\(prefix)_' AND key < '\(prefix)`'")
        while try rows.step() { values[rows.text(0) ?? ""] = rows.text(1) ?? "" }
        return values
    }

    /// Sets a value; nil removes it.
    func set(_ key: String, _ value: String?) throws(SQLiteError) {
        let change = try statements.statement(
            value == nil ? "DELETE FROM meta WHERE key = ?1" : Self.replacement)
        change.bind(key, at: 1)
        if let value { change.bind(value, at: 2) }
        try change.run()
    }

    func set(_ key: String, _ number: Int) throws(SQLiteError) {
        let change = try statements.statement(Self.replacement)
        change.bind(key, at: 1)
        change.bind(number, at: 2)
        try change.run()
    }

    private static let replacement = "REPLACE INTO meta (key, value) VALUES (?1, ?2)"
}
