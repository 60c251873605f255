import TroveHTTP
import TroveModel
import TroveStore
import TroveWire

/// Handling of failed requests.
extension SyncMachine {
    /// Goes offline because a reply violates the protocol or does not match its request. The reply
    /// is not applied.
    mutating func replyDoesNotFit(
        _ reply: ReplyKind, _ error: WireError, at now: ClockReading
    ) throws(LibraryError) {
        session?.need.forgetExpiry()
        try goOffline(.invalidResponse(.mismatch(reply, member: error.member)), at: now)
    }

    /// Handles a push that the server cannot read: halves the batch, and rejects an operation that
    /// fails alone.
    mutating func pushIsUnreadable(
        _ sent: [OutboxEntry], _ refusal: ServerRefusal, at now: ClockReading
    ) throws(LibraryError) {
        guard sent.count > 1 else {
            session?.batchLimit = 1
            guard let entry = sent.first else { return }
            // A server that cannot read a `skip` cannot read any operation.
            guard entry.operation.action != .skip else {
                return try refused(refusal, at: now)
            }
            try library.outbox.park(
                entry.number, of: device,
                Rejection(refusal.status == 413 ? .tooLarge : .invalid, refusal.message))
            return announce(.refused(1, titles: []))
        }
        session?.batchLimit = max(1, sent.count / 2)
    }

    /// Handles an outcome that is not a success.
    mutating func failed(_ outcome: RequestOutcome, at now: ClockReading) throws(LibraryError) {
        switch outcome {
        // An interruption by the user says nothing about the server.
        case .success, .noReply(.interrupted, _): break
        case .noReply(let reason, _): try goOffline(reason, at: now)
        case .refusal(let refusal, _): try refused(refusal, at: now)
        }
    }

    mutating func refused(_ refusal: ServerRefusal, at now: ClockReading) throws(LibraryError) {
        switch (refusal.status, refusal.code) {
        case (401, _): try tokenRefused()
        case (409, ServerRefusal.Code.gap), (409, ServerRefusal.Code.fork):
            cancelPoll()
            session?.need.requireNewDevice()
        case _ where refusal.isOfOtherHistory:
            // The server may assign to another device the numbers that it has lost, so this device
            // does not reuse them.
            let checkpoints = library.realignment.checkpoints
            session?.need = .newDevice(then: .rewound(checkpoints))
            try pauseBeforeRepair(at: now)
        case (410, _):
            session?.need.requireRealignment()
            try pauseBeforeRepair(at: now)
        case (426, _):
            reset()
            phase = .outdated
            announce(.outdated)
        case (503, ServerRefusal.Code.trouble):
            try goOffline(
                .trouble(status: refusal.status, message: refusal.message), at: now,
                pause: refusal.retryAfter.map { .seconds($0) })
        case (429, _), (503, _):
            try goOffline(.busy, at: now, pause: refusal.retryAfter.map { .seconds($0) })
        default:
            try goOffline(
                .invalidResponse(.status(refusal.status, message: refusal.message)), at: now)
        }
    }

    /// Ends the session, unless another shell has stored a newer token or there is a former one.
    private mutating func tokenRefused() throws(LibraryError) {
        try library.refresh()
        if let token, library.account?.token == token {
            try library.accountStore.noteRefused(token: token)
            if library.account?.token == nil { announce(.signedOut) }
        }
        reset()
    }

    /// Pauses before a repair, except for the first few.
    private mutating func pauseBeforeRepair(at now: ClockReading) throws(LibraryError) {
        cancelPoll()
        guard let pause = throttle.pauseBeforeRepair(at: now.uptime) else { return }
        try goOffline(.invalidResponse(.repeatedRealignment), at: now, pause: pause)
    }

    /// Cancels all requests, because the server can no longer be reached.
    mutating func disconnect(_ reason: OfflineReason, at now: ClockReading) throws(LibraryError) {
        cancelTurn()
        if isWaitingForLease { session?.turn = .idle }
        try goOffline(reason, at: now)
        releaseIdleLease()
    }

    /// Pauses after an error of the library that lasts, such as a full disk: the same requests
    /// would be repeated without progress.
    mutating func pauseAfter(_ error: LibraryError, at now: ClockReading) {
        switch error {
        case .diskIsFull, .cannotRead, .isReadOnly: break
        default: return
        }
        // Storing the time of the last answer fails, too.
        try? disconnect(.cannotStore(error), at: now)
        releaseIdleLease()
    }

    /// Goes offline, and pauses before the next try.
    ///
    /// - Parameters:
    ///   - reason: why the server cannot be used.
    ///   - now: the current time.
    ///   - pause: the minimum pause before the next try.
    /// - Throws: if the library cannot store the time of the last answer.
    mutating func goOffline(
        _ reason: OfflineReason, at now: ClockReading, pause: Duration? = nil
    ) throws(LibraryError) {
        cancelPoll()
        guard var session else { return }
        session.need.note(isCaughtUp: false)
        session.need.discardSnapshot()
        // Another server may answer next time, unless only the simulation ended the connection. A
        // server without a known ID cannot be identified.
        if reason != .switchedOff { session.isIdentified = library.account?.serverID == nil }
        let retryAt =
            now.uptime + throttle.pause(atLeast: pause, at: now.uptime, using: &random)
        if case .offline(let since, _, _) = session.link {
            session.link = .offline(since: since, reason, retryAt: retryAt)
            self.session = session
            return
        }
        session.link = .offline(since: now.time, reason, retryAt: retryAt)
        self.session = session
        announce(.offline(reason))
        // Later processes show the age of the local copy.
        if let lastContact { try library.accountStore.noteContact(at: lastContact) }
    }

    /// Cancels the request that runs, apart from the long poll and photos.
    mutating func cancelTurn() {
        guard case .running(let id, _) = session?.turn else { return }
        act(.cancel(id: id))
        session?.turn = .idle
    }

    mutating func cancelPoll() {
        guard case .waiting(let id, _, _) = session?.poll else { return }
        act(.cancel(id: id))
        session?.poll = .idle
    }
}
