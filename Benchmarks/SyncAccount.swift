import TroveTesting

/// A user of Trove's server with two devices, which are synced and empty.
final class SyncAccount {
    let first: SyncDevice
    let second: SyncDevice
    /// Whether the first device does the next idle sync.
    private var isFirstNext = true

    /// Signs up a user with a number that is new to the server.
    init(_ number: Int, _ server: SyncServer, in workshop: Workshop) throws {
        let user = "user\(number)@example.org"
        first = try SyncDevice("sync-first.db", server, in: workshop)
        try first.run(["signup \(user) name:User"])
        second = try SyncDevice("sync-second.db", server, in: workshop)
        try second.run(["login \(user)"])
        for device in [first, second] {
            try device.run(["policy book create queue", "sync"])
        }
    }

    /// Syncs records from the first device to the second, and returns the times of both syncs.
    ///
    /// Both devices wait for a command: the first with the records in its queue, the second while
    /// the first one sends them. So the times include reconnecting to the server.
    func share(_ records: [SampleRecord], in workshop: Workshop) throws
        -> (pushed: Duration, pulled: Duration)
    {
        for device in [first, second] { try device.run(["net off"]) }
        try first.run(records.map(\.command))
        let pushed = try first.duration(of: "net auto", "sync")
        let pulled = try second.duration(of: "net auto", "sync")
        let expected = records.map(\.row).sorted()
        let arrived = try second.rows(workshop)
        guard arrived == expected else {
            throw ContentsDiffer(sent: expected.count, arrived: arrived.count)
        }
        return (pushed, pulled)
    }

    /// Returns the time of a sync without changes; the devices alternate.
    func idle() throws -> Duration {
        defer { isFirstNext.toggle() }
        return try (isFirstNext ? first : second).duration(of: "sync")
    }

    func close() throws {
        try first.close()
        try second.close()
    }
}

/// The second device did not receive what the first one sent, so there is no figure.
struct ContentsDiffer: Error {
    let sent: Int
    let arrived: Int
}
