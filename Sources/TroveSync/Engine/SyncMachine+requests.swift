import TroveHTTP
import TroveModel
import TroveStore
import TroveWire

/// The choice of the next request.
extension SyncMachine {
    /// The longest pause before the next try after a change, which the user hopes to send.
    private static let pauseAfterChange = Duration.seconds(2)

    /// Starts all requests that can start now.
    mutating func advance(at now: ClockReading) throws(LibraryError) {
        if library.outbox.lastNumber != lastSeen {
            lastSeen = library.outbox.lastNumber
            session?.shortenRetryPause(to: now.uptime + Self.pauseAfterChange)
        }
        session?.endPauses(at: now.uptime)
        if !hasPresentToken { reset() }
        guard let session, session.retryAt == nil, library.account?.cursor != nil else {
            return releaseIdleLease()
        }
        if !session.isRunning, try hasWork(session) {
            if leases.contains(.requests) {
                try startNext(at: now)
            } else if session.turn == .idle {
                // `leaseTaken` or `leaseBusy` continues from here.
                return act(.takeLease(.requests))
            }
        }
        try startPoll(at: now)
    }

    /// Whether a request is needed, apart from the long poll.
    private func hasWork(_ session: ActiveState) throws(LibraryError) -> Bool {
        if session.need != .nothing || session.exchange == .needed { return true }
        return try !library.outbox.isEmpty()
    }

    /// Starts the long poll if it is due, then a photo transfer.
    mutating func startPoll(at now: ClockReading) throws(LibraryError) {
        if isPolling, isUpToDate, let session, session.poll == .idle, !session.isExchangingToken,
            let cursor = library.account?.cursor, let endpoints
        {
            guard leases.contains(.polling) else { return act(.takeLease(.polling)) }
            let id = makeID()
            let query = changes(behind: cursor)
            self.session?.poll = .waiting(id: id, startedAt: now.uptime, query)
            act(.start(id: id, endpoints.changes(query, wait: Limits.wait)))
        }
        try finishAdvance(at: now)
    }

    /// Starts a photo transfer, and releases the request lease if it is idle.
    mutating func finishAdvance(at now: ClockReading) throws(LibraryError) {
        try startPhoto(at: now)
        releaseIdleLease()
    }

    /// Ends the pause, because the user waits.
    mutating func retry(at now: ClockReading) throws(LibraryError) {
        session?.endRetryPause()
        throttle.noteUserRequest()
        try advance(at: now)
    }

    private func changes(behind cursor: Cursor) -> ChangesQuery {
        ChangesQuery(since: cursor.sequence, reached: library.accountStore.reached ?? cursor)
    }

    // MARK: One request at a time

    /// Starts the most urgent request.
    private mutating func startNext(at now: ClockReading) throws(LibraryError) {
        guard let session, let cursor = library.account?.cursor, let endpoints else { return }
        throttle.note(cursor: cursor.epoch, cursor.sequence)
        guard session.isIdentified else {
            let hello = Endpoints(server: endpoints.server, token: nil).hello()
            return try start(.hello, hello, at: now)
        }
        switch session.need {
        case .newDevice: try startRenewal(endpoints, at: now)
        case .realignment(let realignment):
            try start(realignment, endpoints, cursor, at: now)
        case .firstSnapshot(let reading): try start(reading, endpoints, at: now)
        case .changes where try startsWithSnapshot(session, cursor):
            let reading = SnapshotReading(SnapshotQuery(known: cursor))
            self.session?.need = .firstSnapshot(reading)
            try start(reading, endpoints, at: now)
        case .changes, .nothing: try startPushOrPull(session, endpoints, cursor, at: now)
        }
    }

    /// Starts a push, whose reply shows whether to pull, or else a pull, or else the exchange of
    /// the token.
    private mutating func startPushOrPull(
        _ session: ActiveState, _ endpoints: Endpoints, _ cursor: Cursor, at now: ClockReading
    ) throws(LibraryError) {
        let point = library.accountStore.reached ?? cursor
        let push = try library.outbox.takePush(limit: session.batchLimit) { entries in
            PushBody.make(of: entries, at: point)
        }
        // The push may be one of another account, to which another shell has changed.
        guard hasPresentToken else {
            reset()
            return try advance(at: now)
        }
        if let push {
            try start(.push(push.sent, at: point), endpoints.push(push.bytes), at: now)
        } else if session.need == .changes {
            let query = changes(behind: cursor)
            try start(.changes(query), endpoints.changes(query, wait: 0), at: now)
        } else if session.exchange == .needed {
            try start(.token, endpoints.exchangeToken(), at: now)
        }
    }

    private mutating func start(
        _ realignment: RealignmentState, _ endpoints: Endpoints, _ cursor: Cursor,
        at now: ClockReading
    ) throws(LibraryError) {
        switch realignment.stage {
        case .comparing(let bisection):
            guard let point = bisection.next else { return }
            let query = ChangesQuery(since: point.sequence, reached: point)
            try start(.comparison(query), endpoints.changes(query, wait: 0, limit: 1), at: now)
        case .reading(let reading?): try start(reading, endpoints, at: now)
        case .reading(nil):
            try library.realignment.begin()
            // After the server was restored from a backup, the position in its history is unknown.
            let known = realignment.cause == .rewound ? nil : cursor
            let reading = SnapshotReading(SnapshotQuery(known: known))
            var realignment = realignment
            realignment.stage = .reading(reading)
            session?.need = .realignment(realignment)
            try start(reading, endpoints, at: now)
        case .counting: try start(.account, endpoints.account(), at: now)
        }
    }

    private mutating func start(
        _ reading: SnapshotReading, _ endpoints: Endpoints, at now: ClockReading
    ) throws(LibraryError) {
        let query = reading.query
        try start(.snapshot(query), endpoints.snapshot(after: query.last?.description), at: now)
    }

    /// Registers a new device. Repeated registrations are delayed, because each may remove another
    /// of the user's devices from the account.
    private mutating func startRenewal(
        _ endpoints: Endpoints, at now: ClockReading
    ) throws(LibraryError) {
        let pause = try library.accountStore.pauseBeforeRenewal(at: now.time)
        guard pause == 0 || mayRenewAtOnce else {
            return try goOffline(
                .invalidResponse(.repeatedRenewal), at: now, pause: .milliseconds(pause))
        }
        mayRenewAtOnce = false
        try start(.newDevice, endpoints.makeDevice(named: deviceName), at: now)
    }

    /// Whether the library is still empty, so that it can ignore deletions. A library that has
    /// pushed something, or has read part of a snapshot, must learn what was deleted since.
    private func startsWithSnapshot(
        _ session: ActiveState, _ cursor: Cursor
    ) throws(LibraryError) -> Bool {
        guard cursor.sequence == 0, try library.shadow.isEmpty() else { return false }
        return session.hasFoundNothing ? try library.outbox.isEmpty() : true
    }

    /// Starts a request, unless the same one was already sent without progress.
    private mutating func start(
        _ next: SyncRequest, _ request: HTTPRequest, at now: ClockReading
    ) throws(LibraryError) {
        if !startIfAllowed(next, request) {
            try goOffline(.invalidResponse(.noProgress), at: now)
        }
    }

    /// Like `start`, but returns false for a request that was already sent without progress.
    mutating func startIfAllowed(_ next: SyncRequest, _ request: HTTPRequest) -> Bool {
        guard throttle.mayStart(request) else { return false }
        let id = makeID()
        session?.turn = .running(id: id, next)
        act(.start(id: id, request))
        return true
    }
}
