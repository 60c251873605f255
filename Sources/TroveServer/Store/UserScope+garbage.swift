import TroveModel
import TroveWire

/// What a garbage collection removed.
package struct CollectedGarbage: Sendable, Hashable {
    /// Tombstones of deleted entries.
    package var tombstones = 0
    /// Ledger rows, each with the result of an operation and its mark.
    package var results = 0
    /// Devices ended for inactivity.
    package var devices = 0

    /// Creates an empty count.
    package init() {}
}

/// The age limits of a garbage collection.
struct GarbageAge {
    /// Operations received before this may be removed once every device has passed them.
    let operations: Timestamp
    /// A device is ended if another one of the account was last seen more than this many
    /// milliseconds later. Devices are compared with each other, not with the clock, which may be
    /// wrong.
    let devices: Int
}

extension UserScope {
    private static let passed = UserQuery.select(
        "number, settled_n, seen_seq", from: .devices, where: "ended IS NULL")
    private static let oldest = UserQuery.select(
        "seq", from: .ledger, where: "seq <= ?2 AND at <= ?3", "ORDER BY seq DESC LIMIT 1")
    private static let tombstones = UserQuery.delete(
        from: .entries, where: "ver <= ?2 AND deleted = 1")
    private static let results = UserQuery.delete(
        from: .ledger, where: "device = ?2 AND n <= ?3 AND seq < ?4")
    private static let resultsOfEnded = UserQuery.deleteOfEndedDevices(
        from: .ledger, where: "seq < ?2")
    private static let raise = UserQuery.update(.users, set: "gc_floor = ?2")

    /// How far an active device has read the history.
    private struct Passage {
        let device: Int
        let confirmed: Int
        let seen: Version
    }

    /// Removes the user's tombstones and results that are old enough and that every active device
    /// has passed. Raises the floor, below which cursors are refused. Keeps the mark at the floor,
    /// and the results that a device may ask for again: those of its last push.
    ///
    /// - Parameters:
    ///   - age: the age limits.
    ///   - now: the time.
    ///   - policy: decides what is remembered.
    ///   - noteEnd: receives each device that ends for inactivity.
    /// - Returns: what was removed.
    /// - Throws: `StoreFault`.
    func collectGarbage(
        _ age: GarbageAge, at now: Timestamp, _ policy: any MergePolicy,
        noteEnd: (DeviceRow) -> Void
    ) throws -> CollectedGarbage {
        var collected = CollectedGarbage()
        try dateTokens(at: now)
        let devices = try devices()
        // A device that was seen while the clock was ahead counts as seen now.
        func seen(_ device: DeviceRow) -> Int { min(device.seen.milliseconds, now.milliseconds) }
        let latest = devices.map(seen).max() ?? 0
        for device in devices where latest - seen(device) > age.devices {
            try end(device.number, at: now)
            collected.devices += 1
            noteEnd(device)
        }
        let state = try state()
        let passages = try passages()
        let passed = passages.map(\.seen).min() ?? state.cursor.sequence
        guard let floor = try newest(upTo: passed, olderThan: age.operations), floor > state.floor
        else { return collected }
        let statement = try statement(Self.tombstones)
        statement.bind(floor, at: 2)
        try statement.run()
        collected.tombstones = changes
        for passage in passages {
            let statement = try self.statement(Self.results)
            statement.bind(passage.device, at: 2)
            statement.bind(passage.confirmed, at: 3)
            statement.bind(floor, at: 4)
            try statement.run()
            collected.results += changes
        }
        let removing = try self.statement(Self.resultsOfEnded)
        removing.bind(floor, at: 2)
        try removing.run()
        collected.results += changes
        let raising = try self.statement(Self.raise)
        raising.bind(policy.floor(collectedUpTo: floor, from: state.floor), at: 2)
        try raising.run()
        return collected
    }

    private func passages() throws(StoreFault) -> [Passage] {
        let statement = try statement(Self.passed)
        defer { statement.reset() }
        var passages: [Passage] = []
        while try statement.step() {
            passages.append(
                Passage(
                    device: statement.integer(0), confirmed: statement.integer(1),
                    seen: statement.version(2)))
        }
        return passages
    }

    /// Returns the newest operation up to `sequence` that is old enough.
    private func newest(
        upTo sequence: Version, olderThan moment: Timestamp
    ) throws(StoreFault) -> Version? {
        let statement = try statement(Self.oldest)
        statement.bind(sequence, at: 2)
        statement.bind(moment.milliseconds, at: 3)
        defer { statement.reset() }
        return try statement.step() ? statement.version(0) : nil
    }
}
