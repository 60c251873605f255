import TroveSQLite

/// About how many bytes rows take in the file, with their indexes: for the limit on what an account
/// stores. The texts count as they are, the rest of a row by a fixed number.
enum StoredSize {
    static func entry(kind: Int, fields: Int, versions: Int) -> Int {
        120 + kind + fields + versions
    }

    static func operation(result: Int) -> Int { 140 + result }

    static func name(_ folded: Int) -> Int { 80 + folded }

    static let device = 150

    /// Counts what statements add and take away while a push is run.
    final class Counter {
        private var change = 0

        func add(_ bytes: Int) {
            change += bytes
        }

        /// What came together since the last call.
        func take() -> Int {
            defer { change = 0 }
            return change
        }
    }
}

extension UserScope {
    private static let entriesSize = UserQuery.select(
        """
        count(*), total(length(CAST(kind AS BLOB))), total(length(CAST(fields AS BLOB))),
        total(length(CAST(versions AS BLOB)))
        """, from: .entries)
    private static let ledgerSize = UserQuery.select(
        "count(*), total(length(CAST(result AS BLOB)))", from: .ledger)
    private static let namesSize = UserQuery.select(
        "count(*), total(length(CAST(folded AS BLOB)))", from: .names)
    private static let devicesSize = UserQuery.select("count(*)", from: .devices)
    private static let store = UserQuery.update(.users, set: "stored = ?2")
    private static let grow = UserQuery.update(.users, set: "stored = stored + ?2")

    /// Counts all rows of the user, and keeps the sum.
    func recount() throws(SQLiteError) {
        let entries = try sums(Self.entriesSize, 4)
        let ledger = try sums(Self.ledgerSize, 2)
        let names = try sums(Self.namesSize, 2)
        let devices = try sums(Self.devicesSize, 1)
        let fixed =
            entries[0] * StoredSize.entry(kind: 0, fields: 0, versions: 0)
            + ledger[0] * StoredSize.operation(result: 0) + names[0] * StoredSize.name(0)
            + devices[0] * StoredSize.device
        let texts = entries.dropFirst().reduce(0, +) + ledger[1] + names[1]
        let statement = try statement(Self.store)
        statement.bind(fixed + texts, at: 2)
        try statement.run()
    }

    private func sums(_ query: UserQuery, _ count: Int32) throws(SQLiteError) -> [Int] {
        let statement = try statement(query)
        defer { statement.reset() }
        _ = try statement.step()
        return (0..<count).map { statement.integer($0) }
    }

    /// Notes that the user stores so many bytes more.
    func noteStored(_ bytes: Int) throws(SQLiteError) {
        let statement = try statement(Self.grow)
        statement.bind(bytes, at: 2)
        try statement.run()
    }
}
