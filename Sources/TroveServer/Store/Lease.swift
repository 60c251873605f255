import TroveModel

/// The right to do work that the servers on one store share, so that only one of them does it. It
/// ends at a time, in case its holder dies.
///
/// Times are those of the servers' clocks. If they differ, a server may take over a lease that
/// another one still uses, so a lease only saves work: what is done under it must be safe to do
/// twice.
struct Lease: Sendable {
    /// What it is for.
    let name: String
    /// Its holder, different each time it is taken.
    private let holder: String

    private static let taking = AccountQuery.insert(
        into: .leases, "name, holder, until", values: "?1, ?2, ?3",
        """
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
            WHERE leases.until <= ?4 OR leases.until > ?5
        """)
    private static let extending = AccountQuery.update(
        .leases, set: "until = ?3", where: "name = ?1 AND holder = ?2")

    /// Takes a lease; nil if another server has it.
    ///
    /// - Parameters:
    ///   - name: what it is for.
    ///   - seconds: how long it lasts.
    ///   - longest: the most seconds that any lease of this name lasts. One that ends later was
    ///     taken when a clock was wrong, and counts as ended.
    ///   - now: the time.
    ///   - random: the source of the holder's name.
    ///   - store: the store.
    /// - Throws: `StoreFault`.
    init?(
        _ name: String, seconds: Int, longest: Int, at now: Timestamp,
        using random: inout some RandomNumberGenerator, in store: ServerStore
    ) throws {
        self.name = name
        holder = String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
        let isTaken = try store.write {
            let statement = try store.statement(Self.taking)
            statement.bind(name, at: 1)
            statement.bind(holder, at: 2)
            statement.bind(now.adding(seconds: seconds).milliseconds, at: 3)
            statement.bind(now.milliseconds, at: 4)
            statement.bind(now.adding(seconds: longest).milliseconds, at: 5)
            try statement.run()
            return store.changes == 1
        }
        guard isTaken else { return nil }
    }

    /// Makes the lease end at another time. Returns false if another server has taken it over.
    ///
    /// - Throws: `StoreFault`.
    func extend(to end: Timestamp, in store: ServerStore) throws -> Bool {
        try store.write {
            let statement = try store.statement(Self.extending)
            statement.bind(name, at: 1)
            statement.bind(holder, at: 2)
            statement.bind(end.milliseconds, at: 3)
            try statement.run()
            return store.changes == 1
        }
    }
}

extension Timestamp {
    func adding(seconds: Int) -> Timestamp {
        Timestamp(milliseconds: milliseconds + seconds * 1000)
    }
}
