import TroveModel

extension SyncServer {
    /// The days for which operations are kept, even when all devices have seen them.
    package static let memory = 90
    /// The days without a request after which a device is ended.
    package static let deviceLife = 180

    /// Removes expired data of every user. Call it when the server starts and once a day. A user's
    /// requests wait while that user's data is processed. Once the store is closed, it ends without
    /// an error: what is left is removed after the next start.
    ///
    /// - Parameters:
    ///   - days: the age in days from which operations may be removed.
    ///   - deviceDays: the days of inactivity after which a device is ended.
    /// - Returns: how much was removed.
    /// - Throws: the first error, after all users that can be processed are done.
    @discardableResult
    package func collectGarbage(
        days: Int = memory, deviceDays: Int = deviceLife
    ) throws -> CollectedGarbage {
        let now = now()
        func before(_ days: Int) -> Timestamp {
            Timestamp(milliseconds: now.milliseconds - days * 86_400_000)
        }
        let age = GarbageAge(operations: before(days), devices: before(deviceDays))
        var all = CollectedGarbage()
        let users = try withSeat { seat in
            guard !seat.store.isClosed else { return [UserScope.Number]() }
            try seat.store.write { try AttemptLimit.sweep(at: now, in: seat.store) }
            return try UserScope.numbers(in: seat.store)
        }
        var failure: (any Error)?
        for user in users {
            do {
                let (collected, ended) = try withSeat { seat in
                    var ended: [AccountEvent] = []
                    guard !seat.store.isClosed else { return (CollectedGarbage(), ended) }
                    let scope = UserScope(user, in: seat.store)
                    let collected = try scope.write {
                        let collected = try scope.collectGarbage(age, at: now, policy) { device in
                            ended.append(
                                AccountEvent(
                                    .deviceEnded, user: scope.number,
                                    device: device.id.description, peer: AccountEvent.byUpkeep))
                        }
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
