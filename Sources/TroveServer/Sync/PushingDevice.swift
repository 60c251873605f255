import TroveModel
import TroveWire

/// The state of the device that pushes.
struct PushingDevice {
    let id: ItemID
    let name: String
    /// The number of its last operation that the server ran.
    let lastNumber: Int
    /// The device has the results of its operations up to this number.
    let confirmedNumber: Int
    /// The version up to which the device has the history.
    let passed: Version

    /// Takes the row of `UserScope.readingAskingDevice`.
    ///
    /// - Throws: `ServerRefusal.badToken` if the token has ended; `StoreFault`, `ImpossibleNumber`.
    init(_ row: any StoreRows) throws {
        defer { row.reset() }
        guard try row.step() else { throw ServerRefusal.badToken }
        let device = DeviceRow(row)
        id = device.id
        name = device.name
        passed = device.passed
        lastNumber = try row.count(7)
        confirmedNumber = try row.count(8)
    }
}

extension UserScope {
    private static let progress = UserQuery.update(
        .devices,
        set: """
            last_n = ?3, settled_n = ?4, seen_seq = ?5, \
            seen = CASE WHEN seen < ?6 THEN ?6 ELSE seen END
            """, where: "number = ?2")
    private static let name = UserQuery.select("name", from: .devices, where: "number = ?2")

    /// Returns the statement that stores the progress of the device that asks.
    ///
    /// - Parameters:
    ///   - last: the number of its last operation that the server ran.
    ///   - confirmed: the number up to which the device has the results of its operations.
    ///   - passed: the version up to which the device has the history.
    ///   - now: when the device asked.
    /// - Returns: the statement, which returns no rows.
    /// - Throws: `StoreFault`.
    func recordingProgress(
        last: Int, confirmed: Int, passed: Version, at now: Timestamp
    ) throws(StoreFault) -> any StoreRows {
        let statement = try statement(Self.progress)
        statement.bind(device, at: 2)
        statement.bind(last, at: 3)
        statement.bind(confirmed, at: 4)
        statement.bind(passed, at: 5)
        statement.bind(now.milliseconds, at: 6)
        return statement
    }

    /// Returns the name of a device of the user, even if it has ended; empty if there is no such
    /// device.
    func nameOfDevice(_ number: Int) throws(StoreFault) -> String {
        let statement = try statement(Self.name)
        statement.bind(number, at: 2)
        defer { statement.reset() }
        return try statement.step() ? statement.text(0) ?? "" : ""
    }
}
