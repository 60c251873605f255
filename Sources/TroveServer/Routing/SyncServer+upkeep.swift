import TroveModel

extension SyncServer {
    /// For how many days operations are remembered, whoever has seen them.
    package static let memory = 90
    /// After how many days without a request a device ends.
    package static let deviceLife = 180

    /// Removes what nobody needs any more, for every user. To be called when the server starts and
    /// once a day; a user's requests wait while it is their turn.
    ///
    /// - Parameters:
    ///   - days: how old operations must be.
    ///   - deviceDays: for how long a device must have been away to end.
    /// - Returns: how much was removed.
    /// - Throws: the first error, when all users whose rows can be used are done.
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
        let users = try withState { state in
            try state.store.write { try AttemptLimit.sweep(at: now, in: state.store) }
            return try UserScope.numbers(in: state.store)
        }
        var failure: (any Error)?
        for user in users {
            do {
                let collected = try withState { state in
                    try state.store.write {
                        let scope = UserScope(user, in: state.store)
                        let collected = try scope.collectGarbage(age, at: now, policy)
                        try scope.recount()
                        return collected
                    }
                }
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
