import TroveSQLite

/// Reads the server's file, as after a theft of it.
enum StoredHash {
    static func of(_ email: String, in path: String) throws -> String {
        let connection = try Connection(path: path, access: .readOnly)
        return try connection.texts("SELECT password FROM users WHERE email = '\(email)'").first
            ?? ""
    }
}

enum StoredRows {
    static func count(_ table: String, in path: String) throws -> Int {
        let connection = try Connection(path: path, access: .readOnly)
        return try connection.integer("SELECT count(*) FROM \(table)") ?? 0
    }
}
