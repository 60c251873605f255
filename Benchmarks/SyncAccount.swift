import TroveTesting

/// A user of Trove's server with two devices, which have synchronised and hold nothing yet.
final class SyncAccount {
    let first: SyncDevice
    let second: SyncDevice
    /// Whose turn it is to synchronise without a reason.
    private var isFirstNext = true

    /// Signs a user up who is called by the number: a server must not have met it before.
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

    /// Brings records from the first device to the second, and gives both syncs' times.
    ///
    /// Both are made to wait until they are told to: the first device with the records in its queue,
    /// the second while the first one sends them. So each has to find its server again in the time
    /// that is measured.
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

    /// The time of a sync with nothing to do; the devices take turns.
    func idle() throws -> Duration {
        defer { isFirstNext.toggle() }
        return try (isFirstNext ? first : second).duration(of: "sync")
    }

    func close() throws {
        try first.close()
        try second.close()
    }
}

/// What arrived on the second device is not what the first one sent; there is no figure.
struct ContentsDiffer: Error {
    let sent: Int
    let arrived: Int
}
