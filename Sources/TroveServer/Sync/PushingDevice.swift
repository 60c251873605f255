import TroveModel
import TroveSQLite
import TroveWire

/// What a push needs to know of the device that asks.
struct PushingDevice {
    let id: ItemID
    let name: String
    /// The number of the last operation that was taken.
    let lastNumber: Int
    /// Up to this number the device knows what became of its operations.
    let settledNumber: Int
}

extension UserScope {
    private static let pushing = UserQuery.select(
        "id, name, last_n, settled_n", from: .devices, where: "number = ?2")
    private static let settling = UserQuery.update(
        .devices, set: "last_n = ?3, settled_n = ?4, seen_seq = ?5, seen = ?6", where: "number = ?2"
    )
    private static let name = UserQuery.select("name", from: .devices, where: "number = ?2")

    /// - Throws: `SQLiteError`, `ImpossibleNumber`.
    func pushingDevice() throws -> PushingDevice {
        let statement = try statement(Self.pushing)
        statement.bind(device, at: 2)
        defer { statement.reset() }
        _ = try statement.step()
        let words = statement.words(0) ?? (0, 0)
        return try PushingDevice(
            id: ItemID(high: words.high, low: words.low), name: statement.text(1) ?? "",
            lastNumber: statement.count(2), settledNumber: statement.count(3))
    }

    /// How far the device that asks has come: with its operations, and with the history.
    func settle(
        last: Int, settled: Int, passed: Version, at now: Timestamp
    ) throws(SQLiteError) {
        let statement = try statement(Self.settling)
        statement.bind(device, at: 2)
        statement.bind(last, at: 3)
        statement.bind(settled, at: 4)
        statement.bind(passed, at: 5)
        statement.bind(now.milliseconds, at: 6)
        try statement.run()
    }

    /// What a device of the user is called, ended ones too; empty for one that there is not.
    func nameOfDevice(_ number: Int) throws(SQLiteError) -> String {
        let statement = try statement(Self.name)
        statement.bind(number, at: 2)
        defer { statement.reset() }
        return try statement.step() ? statement.text(0) ?? "" : ""
    }
}
