/// Estimates of the bytes that rows and their index entries take in the store, for the storage
/// limit of an account: the length of the text, plus a fixed overhead for each row.
enum StoredSize {
    static func entry(kind: Int, fields: Int, versions: Int) -> Int {
        120 + kind + fields + versions
    }

    static func operation(result: Int) -> Int { 140 + result }

    static func name(_ folded: Int) -> Int { 80 + folded }

    static let device = 150

    /// Counts the bytes that the statements of a push add and remove.
    final class Counter {
        private var change = 0

        func add(_ bytes: Int) {
            change += bytes
        }

        /// Returns the bytes counted since the last call, and resets the count.
        func take() -> Int {
            defer { change = 0 }
            return change
        }
    }
}

extension UserScope {
    private static let entriesSize = UserQuery.size(
        .entries, bytesOf: "kind", "fields", "versions")
    private static let ledgerSize = UserQuery.size(.ledger, bytesOf: "result")
    private static let namesSize = UserQuery.size(.names, bytesOf: "folded")
    private static let devicesSize = UserQuery.size(.devices)
    private static let store = UserQuery.update(.users, set: "stored = ?2")
    private static let grow = UserQuery.update(.users, set: "stored = stored + ?2")

    /// Recomputes the user's stored size from all rows, and stores it.
    func recount() throws(StoreFault) {
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

    private static let longNames = UserQuery.select(
        "kind, field, folded, id", from: .names, where: "length(folded) > 1024")
    private static let deletion = UserQuery.delete(
        from: .names, where: "length(folded) > 1024")
    private static let shortening = UserQuery.insert(
        into: .names, "kind, field, folded, id", values: "?2, ?3, ?4, ?5", "ON CONFLICT DO NOTHING")

    /// Replaces long names, as earlier servers stored them, by their digests.
    func shortenNames() throws(StoreFault) {
        var names: [(kind: String, field: String, folded: [UInt8], id: (UInt64, UInt64))] = []
        let rows = try statement(Self.longNames)
        while try rows.step() {
            guard let id = rows.words(3) else { continue }
            names.append((rows.text(0) ?? "", rows.text(1) ?? "", rows.blob(2), (id.high, id.low)))
        }
        rows.reset()
        guard !names.isEmpty else { return }
        try statement(Self.deletion).run()
        for name in names {
            let statement = try statement(Self.shortening)
            statement.bind(name.kind, at: 2)
            statement.bind(name.field, at: 3)
            statement.bind(blob: UniqueName.stored(name.folded), at: 4)
            statement.bind(id: name.id.0, name.id.1, at: 5)
            try statement.run()
        }
    }

    private func sums(_ query: UserQuery, _ count: Int32) throws(StoreFault) -> [Int] {
        let statement = try statement(query)
        defer { statement.reset() }
        _ = try statement.step()
        return (0..<count).map { statement.integer($0) }
    }

    func noteStored(_ bytes: Int) throws(StoreFault) {
        let statement = try statement(Self.grow)
        statement.bind(bytes, at: 2)
        try statement.run()
    }
}
