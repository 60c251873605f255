import TroveSQLite

/// The table of single values in a library file.
struct MetaTable {
    let statements: StatementCache

    /// The keys of the values that belong to syncing.
    enum Key {
        static let server = "sync_server"
        static let serverID = "sync_server_id"
        static let userID = "sync_user_id"
        static let userName = "sync_user_name"
        static let email = "sync_email"
        static let device = "sync_device"
        static let deviceName = "sync_device_name"
        static let token = "sync_token"
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
        // These outlive the connection to a server.
        static let formerName = "former_name"
        static let formerEmail = "former_email"
        static let formerID = "former_id"
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
            value == nil
                ? "DELETE FROM meta WHERE key = ?1"
                : "REPLACE INTO meta (key, value) VALUES (?1, ?2)")
        change.bind(key, at: 1)
        if let value { change.bind(value, at: 2) }
        try change.run()
    }
}
