import TroveModel

extension SyncServer {
    /// The days for which operations are kept, even when all devices have seen them.
    package static let memory = 90
    /// The days without a request after which a device is ended.
    package static let deviceLife = 180

    /// How long a server may be silent before another one takes over its upkeep, in seconds.
    package static let upkeepLease = 600
    /// The seconds from the beginning of an upkeep to the next one. With the pause between two
    /// calls of `keepUp`, that is a day.
    private static let upkeepInterval = 86_400 - upkeepLease

    /// Removes expired data of every user, unless a server on this store does it now or did it in
    /// the last day. Call it when the server starts, and every `upkeepLease` seconds.
    ///
    /// If the clocks of two servers differ, both may do it at once. Each user is processed under
    /// the user's lock, so that only costs time.
    ///
    /// - Returns: how much was removed; nil if there was nothing to do.
    /// - Throws: the first error, after all users that can be processed are done.
    @discardableResult
    package func keepUp() throws -> CollectedGarbage? {
        let start = now()
        let lease = try withConnection { connection in
            guard !connection.store.isClosed else { return Lease?.none }
            return try Lease(
                "upkeep", seconds: Self.upkeepLease, longest: 2 * 86_400, at: start,
                using: &connection.random, in: connection.store)
        }
        guard let lease else { return nil }
        var extended = start
        let result = Result {
            try collectGarbage(days: Self.memory, deviceDays: Self.deviceLife) {
                let now = now()
                guard
                    now.milliseconds >= extended.adding(seconds: Self.upkeepLease / 4).milliseconds
                else { return true }
                extended = now
                return try extend(lease, to: now.adding(seconds: Self.upkeepLease))
            }
        }
        var next = start.adding(seconds: Self.upkeepInterval)
        // The next call does what was left because the store could not be used.
        if case .failure(let fault as StoreFault) = result,
            [.lost, .busy, .unknownOutcome].contains(fault.reason)
        {
            next = now()
        }
        _ = try extend(lease, to: next)
        return try result.get()
    }

    /// Makes a lease end at another time. Returns false if another server has it now, or the store
    /// was closed.
    private func extend(_ lease: Lease, to end: Timestamp) throws -> Bool {
        try withConnection { connection in
            try !connection.store.isClosed && lease.extend(to: end, in: connection.store)
        }
    }

    /// Removes expired data of every user. A user's requests wait while that user's data is
    /// processed. Once the store is closed, it ends without an error: what is left is removed after
    /// the next start.
    ///
    /// - Parameters:
    ///   - days: the age in days from which operations may be removed.
    ///   - deviceDays: a device is ended if another one of the account was last seen this many days
    ///     later.
    ///   - goesOn: asked before each user whether to go on.
    /// - Returns: how much was removed.
    /// - Throws: the first error, after all users that can be processed are done.
    @discardableResult
    package func collectGarbage(
        days: Int = memory, deviceDays: Int = deviceLife, while goesOn: () throws -> Bool = { true }
    ) throws -> CollectedGarbage {
        let now = now()
        let day = 86_400_000
        let age = GarbageAge(
            operations: Timestamp(milliseconds: now.milliseconds - days * day),
            devices: deviceDays * day)
        var all = CollectedGarbage()
        let users = try withConnection { connection in
            guard !connection.store.isClosed else { return [UserScope.Number]() }
            try connection.store.write {
                try AttemptLimit.sweep(at: now, in: connection.store)
                try Invitation.sweep(at: now, in: connection.store)
            }
            return try UserScope.numbers(in: connection.store)
        }
        var failure: (any Error)?
        for user in users {
            guard try goesOn() else { break }
            do {
                let (collected, ended) = try withConnection { connection in
                    var ended: [AccountEvent] = []
                    guard !connection.store.isClosed else { return (CollectedGarbage(), ended) }
                    let scope = UserScope(user, in: connection.store)
                    let collected = try scope.write {
                        let collected = try scope.collectGarbage(age, at: now, policy) { device in
                            ended.append(
                                AccountEvent(
                                    .deviceEnded, user: scope.number,
                                    device: device.id.description, peer: AccountEvent.byUpkeep))
                        }
                        try scope.shortenNames()
                        try scope.recount()
                        return collected
                    }
                    return (collected, ended)
                }
                for event in ended { noteAccount(event) }
                all.tombstones += collected.tombstones
                all.results += collected.results
                all.devices += collected.devices
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return all
    }
}
