/// The SQL of a statement for each engine. Parameters are `?1`, `?2` and so on, for PostgreSQL
/// `$1`, `$2`.
struct QueryText: Hashable, Sendable {
    let sqlite: String
    let postgres: String

    /// Creates a statement that both engines understand.
    init(_ sql: String) {
        self.init(sqlite: sql, postgres: sql)
    }

    /// Creates a statement that differs between the engines. Parameters are `?1`, `?2` in both
    /// texts.
    init(sqlite: String, postgres: String) {
        self.sqlite = sqlite
        self.postgres = postgres.replacing("?", with: "$")
    }
}
