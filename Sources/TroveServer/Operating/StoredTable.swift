/// A table of the store, for copying it between a file and a database, where it has the same
/// columns.
package struct StoredTable: Sendable {
    /// The name.
    package let name: String
    /// The columns that order the rows, so that a file is written from its beginning to its end.
    let key: String
    let columns: [(name: String, kind: StoreColumn.Kind)]
    /// The most rows in memory. A row of most tables has at most `Limits.entry` bytes.
    let rowsAtOnce: Int
    /// The column with names, of which a database stores long ones as digests; nil for none.
    let nameColumn: String?

    private init(
        _ name: String, key: String, rowsAtOnce: Int = 500, nameColumn: String? = nil,
        _ columns: [(name: String, kind: StoreColumn.Kind)]
    ) {
        self.name = name
        self.key = key
        self.columns = columns
        self.rowsAtOnce = rowsAtOnce
        self.nameColumn = nameColumn
    }

    /// The names of the columns.
    package var columnNames: [String] { columns.map(\.name) }

    /// The names of the columns in a statement.
    var list: String { columnNames.joined(separator: ", ") }

    /// All tables except `leases`, which concerns the running servers. `users` comes first: a
    /// transaction locks the user's row there before it changes other rows of the user.
    package static let all = [
        StoredTable(
            "users", key: "user_id",
            [
                ("user_id", .integer), ("email", .text), ("name", .text), ("password", .text),
                ("epoch", .text), ("seq", .integer), ("mark", .integer), ("gc_floor", .integer),
                ("entry_count", .integer), ("blob_bytes", .integer), ("stored", .integer),
                ("created", .integer), ("disabled", .integer),
            ]),
        StoredTable("emails", key: "email", [("email", .text), ("user_id", .integer)]),
        StoredTable(
            "devices", key: "user_id, number",
            [
                ("user_id", .integer), ("number", .integer), ("id", .id), ("name", .text),
                ("last_n", .integer), ("settled_n", .integer), ("seen_seq", .integer),
                ("created", .integer), ("seen", .integer), ("ended", .integer),
                ("format", .integer),
            ]),
        StoredTable(
            "tokens", key: "user_id, device",
            [
                ("user_id", .integer), ("device", .integer), ("hash", .bytes),
                ("created", .integer), ("next", .bytes),
            ]),
        StoredTable(
            "entries", key: "user_id, id", rowsAtOnce: 64,
            [
                ("user_id", .integer), ("id", .id), ("ver", .integer), ("device", .integer),
                ("deleted", .integer), ("kind", .text), ("versions", .text), ("fields", .text),
            ]),
        StoredTable(
            "ledger", key: "user_id, seq",
            [
                ("user_id", .integer), ("seq", .integer), ("device", .integer), ("n", .integer),
                ("at", .integer), ("mark", .integer), ("digest", .id), ("result", .text),
                ("entry", .id),
            ]),
        StoredTable(
            "names", key: "user_id, kind, field, folded", nameColumn: "folded",
            [
                ("user_id", .integer), ("kind", .text), ("field", .text), ("folded", .bytes),
                ("id", .id),
            ]),
        StoredTable(
            "uniques", key: "user_id, kind, field",
            [("user_id", .integer), ("kind", .text), ("field", .text)]),
        // A photo has up to 4 MiB.
        StoredTable(
            "blobs", key: "user_id, hash", rowsAtOnce: 4,
            [("user_id", .integer), ("hash", .text), ("bytes", .bytes)]),
        StoredTable(
            "failures", key: "key",
            [
                ("key", .bytes), ("since", .integer), ("count", .integer), ("strikes", .integer),
                ("blocked_until", .integer),
            ]),
        StoredTable(
            "invitations", key: "hash",
            [("hash", .bytes), ("created", .integer), ("used", .integer)]),
        StoredTable("server", key: "id", [("id", .text)]),
    ]
}
