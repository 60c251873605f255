import TroveModel
import TroveWire

/// A device of a user.
struct DeviceRow {
    /// The row number.
    let number: Int
    /// The ID that clients know.
    let id: ItemID
    let name: String
    let created: Timestamp
    let seen: Timestamp
    /// The version up to which the device has the history.
    let passed: Version
    /// `Limits.format` of the Trove that it runs.
    let format: Int

    /// Reads a row with the columns `number, id, name, created, seen, seen_seq, format`.
    init(_ row: any StoreRows) {
        let words = row.words(1) ?? (0, 0)
        number = row.integer(0)
        id = ItemID(high: words.high, low: words.low)
        name = row.text(2) ?? ""
        created = row.moment(3)
        seen = row.moment(4)
        passed = row.version(5)
        format = row.integer(6)
    }
}

extension UserScope {
    private static let insertion = UserQuery.insert(
        into: .devices, "number, id, name, created, seen, format", values: "?2, ?3, ?4, ?5, ?5, ?6")
    private static let lastNumber = UserQuery.select("coalesce(max(number), 0)", from: .devices)
    private static let living = UserQuery.select(
        "number, id, name, created, seen, seen_seq, format", from: .devices, where: "ended IS NULL",
        "ORDER BY number")
    private static let named = UserQuery.select(
        "number, id, name, created, seen, seen_seq, format", from: .devices,
        where: "id = ?2 AND ended IS NULL")
    // The time when a device was last seen never moves back, even if the clock was set back.
    private static let renaming = UserQuery.update(
        .devices, set: "name = ?3, format = ?5, seen = CASE WHEN seen < ?4 THEN ?4 ELSE seen END",
        where: "number = ?2")
    private static let ending = UserQuery.update(
        .devices, set: "ended = ?3", where: "number = ?2 AND ended IS NULL")
    private static let sight = UserQuery.update(
        .devices, set: "seen = CASE WHEN seen < ?3 THEN ?3 ELSE seen END", where: "number = ?2")
    private static let formatting = UserQuery.update(
        .devices, set: "format = ?3", where: "number = ?2")
    private static let passage = UserQuery.update(
        .devices, set: "seen_seq = ?3, seen = CASE WHEN seen < ?4 THEN ?4 ELSE seen END",
        where: "number = ?2")

    static let maximumDevices = 200

    /// Ends the device that has been inactive longest, if the user has the most devices allowed.
    ///
    /// - Returns: the ID of that device; nil for none.
    func makeRoomForDevice(at now: Timestamp) throws(StoreFault) -> ItemID? {
        let others = try devices().filter { $0.number != device }
        guard others.count >= Self.maximumDevices - (device == 0 ? 0 : 1),
            let oldest = others.min(by: { $0.seen.milliseconds < $1.seen.milliseconds })
        else { return nil }
        try end(oldest.number, at: now)
        return oldest.id
    }

    /// Returns a name, with a number appended if an active device other than `number` has it.
    /// Notices, conflicts and the history tell devices apart by their names.
    private func freeName(_ name: String, of number: Int?) throws(StoreFault) -> String {
        let taken = Set(try devices().filter { $0.number != number }.map(\.name))
        var (free, count) = (name, 1)
        while taken.contains(free) {
            count += 1
            let ending = "-\(count)"
            let room = AccountRules.longestName - ending.unicodeScalars.count
            free = String(String.UnicodeScalarView(name.unicodeScalars.prefix(room))) + ending
        }
        return free
    }

    /// Creates a device that runs a Trove with this `Limits.format`. Requires the lock of the user.
    ///
    /// - Returns: its row number, and its name, which no other active device has.
    func makeDevice(
        id: ItemID, name: String, format: Int, at now: Timestamp
    ) throws(StoreFault) -> (number: Int, name: String) {
        let name = try freeName(name, of: nil)
        let last = try statement(Self.lastNumber)
        let number = try last.step() ? last.integer(0) + 1 : 1
        last.reset()
        let statement = try statement(Self.insertion)
        statement.bind(number, at: 2)
        statement.bind(id: id.high, id.low, at: 3)
        statement.bind(name, at: 4)
        statement.bind(now.milliseconds, at: 5)
        statement.bind(format, at: 6)
        try statement.run()
        try noteStored(StoredSize.device)
        return (number, name)
    }

    /// Returns the active devices, oldest first.
    func devices() throws(StoreFault) -> [DeviceRow] {
        let statement = try statement(Self.living)
        defer { statement.reset() }
        var devices: [DeviceRow] = []
        while try statement.step() { devices.append(DeviceRow(statement)) }
        return devices
    }

    /// Returns the active device with an ID.
    func device(id: ItemID) throws(StoreFault) -> DeviceRow? {
        let statement = try statement(Self.named)
        statement.bind(id: id.high, id.low, at: 2)
        defer { statement.reset() }
        return try statement.step() ? DeviceRow(statement) : nil
    }

    /// Records that a device logged in again, possibly with a new name or another `Limits.format`.
    ///
    /// - Returns: the name, which no other active device has.
    func resume(
        _ number: Int, name: String, format: Int, at now: Timestamp
    ) throws(StoreFault) -> String {
        let name = try freeName(name, of: number)
        let statement = try statement(Self.renaming)
        statement.bind(number, at: 2)
        statement.bind(name, at: 3)
        statement.bind(now.milliseconds, at: 4)
        statement.bind(format, at: 5)
        try statement.run()
        return name
    }

    /// Ends a device: deletes its token, and lets garbage collection ignore it.
    func end(_ number: Int, at now: Timestamp) throws(StoreFault) {
        let statement = try statement(Self.ending)
        statement.bind(number, at: 2)
        statement.bind(now.milliseconds, at: 3)
        try statement.run()
        try endToken(of: number)
    }

    /// Records when the device that asks was last seen.
    func note(seen now: Timestamp) throws(StoreFault) {
        let statement = try statement(Self.sight)
        statement.bind(device, at: 2)
        statement.bind(now.milliseconds, at: 3)
        try statement.run()
    }

    /// Records which version of Trove the device that asks runs.
    func note(format: Int) throws(StoreFault) {
        let statement = try statement(Self.formatting)
        statement.bind(device, at: 2)
        statement.bind(format, at: 3)
        try statement.run()
    }

    /// Records up to which version the device that asks has the history.
    func note(passed sequence: Version, at now: Timestamp) throws(StoreFault) {
        let statement = try statement(Self.passage)
        statement.bind(device, at: 2)
        statement.bind(sequence, at: 3)
        statement.bind(now.milliseconds, at: 4)
        try statement.run()
    }
}
