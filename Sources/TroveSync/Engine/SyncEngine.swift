import TroveHTTP
package import TroveModel
package import TroveStore
import TroveWire

/// The device's side of syncing: decides what is asked of the server, and takes in what comes back.
///
/// It belongs to the thread that owns the library, has no clock and no chance of its own, and does
/// nothing by itself: whoever drives it hands in what happened, and asks when to come back
/// (`wakeAt`). No method may be called while the library is in a transaction, but for those that say
/// so. What it decides is described in `Documentation/sync-protocol.md`.
package final class SyncEngine {
    /// The library that is synced.
    package let library: Library
    let transport: any Transport
    var random: any RandomNumberGenerator
    /// What this device is called.
    let deviceName: String
    /// What shells that have the library open at the same time share.
    let lease: SyncLease
    /// The bearer token that is in use; another shell may have put a newer one into the library.
    var token: String?
    /// Whether the server can be used, and if not, why.
    package internal(set) var state: Connectivity {
        didSet { library.outbox.setSendsAtOnce(state == .online) }
    }
    /// Whether changes of others are waited for with a request that stays open.
    package let isPolling: Bool
    /// When the server last answered.
    package internal(set) var lastContact: Timestamp?

    /// What is being asked besides the long poll, one thing at a time.
    enum Work: Hashable {
        /// Which server answers; asked without the token.
        case identifying
        case catchingUp(ChangesQuery)
        case readingSnapshot(SnapshotQuery)
        /// How much the account holds, to compare with the snapshot.
        case counting
        /// The operations, and the point of the history that the push names.
        case pushing([OutboxEntry], at: Cursor)
        case renewing
        /// Whether this is a point of the server's history, too.
        case comparing(ChangesQuery)
    }

    /// How far the server's snapshot has been read.
    struct SnapshotReading: Hashable {
        /// The next page.
        var query: SnapshotQuery
        /// Where the history stood when the first page was made.
        var cursor: Cursor?
        /// How many entries there were.
        var count = 0
        /// Whether all pages are there.
        var isWhole = false
    }

    var work: (id: Int, Work)?
    var poll: (id: Int, startedAt: Duration, query: ChangesQuery)?
    private var lastID = 0

    /// Whether the server that answers now may have the token: it is the one that gave it.
    var isIdentified = false
    /// What the library needs before it can go on.
    var isCaughtUp = false
    var needsRenewal = false
    /// Whether the next new device need not wait, because the user has asked for a sync.
    private var mayRenew = false
    /// Why the snapshot has to be compared with what is known.
    var misalignment: Misalignment?
    /// How far back the server's history is another one; nil when that need not be known.
    var search: HistorySearch?
    /// Nil while no snapshot is being read.
    var reading: SnapshotReading?
    /// How many operations the next push has at most.
    var batchLimit = Limits.operations

    /// Not before this is the server asked again.
    var pausedUntil: Duration?
    /// What is asked when, so that nothing is repeated without progress.
    var pace = Pace()
    var pollPausedUntil: Duration?
    /// How things stood when other shells were given their turn.
    var leftStanding = Standing()
    /// Another shell has what is needed next; not before this is it asked for again.
    var leaseTriedUntil: Duration?
    /// The last number of those operations whose end a person is told of: they were made in an
    /// earlier session, or while the server could not be reached.
    var lastAnnounced: OperationNumber
    var photos = PhotoCarrier()
    private(set) var events: [SyncEvent] = []

    /// Takes over from what the library knows of its account; `random` varies the pauses.
    package init(
        library: Library, transport: any Transport, deviceName: String, isPolling: Bool,
        random: any RandomNumberGenerator
    ) {
        self.library = library
        self.transport = transport
        self.deviceName = deviceName
        self.isPolling = isPolling
        self.random = random
        lease = SyncLease(of: library)
        lastContact = library.account?.lastContact
        lastAnnounced = library.outbox.lastNumber
        state = .local
        reset()
    }

    /// Forgets everything about the connection, because the account or the token is another.
    package func reset() {
        if let work { transport.cancel(work.id) }
        if let poll { transport.cancel(poll.id) }
        work = nil
        poll = nil
        isCaughtUp = false
        forgetServer()
        forgetPlans()
        lease.giveBack(.requests)
        lease.giveBack(.polling)
        leaseTriedUntil = nil
        batchLimit = Limits.operations
        pausedUntil = nil
        pollPausedUntil = nil
        pace.notePerson()
        resetPhotos()
        lastContact = library.account?.lastContact
        token = library.account?.token
        state =
            library.account == nil
            ? .local : token == nil || library.account?.device == nil ? .signedOut : .connecting
    }

    /// Forgets what was to be repaired; the server tells again if it still is.
    func forgetPlans() {
        needsRenewal = false
        misalignment = nil
        search = nil
        reading = nil
    }

    /// The connection has ended, so another server may answer next time. One that never said which it is
    /// cannot be told from another.
    func forgetServer() {
        isIdentified = library.account?.serverID == nil
    }

    /// What has happened since this was asked last.
    package func takeEvents() -> [SyncEvent] {
        defer { events = [] }
        return events
    }

    func say(_ event: SyncEvent) { events.append(event) }

    func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// The requests of this moment; nil where there is no server.
    package var endpoints: Endpoints? {
        library.account.map { Endpoints(server: $0.server, token: token) }
    }

    // MARK: What is next

    /// Whether there is nothing to do: all is pushed and pulled, or the server cannot be used.
    package var isSettled: Bool {
        switch state {
        case .local, .signedOut, .offline, .outdated: return work == nil
        case .connecting: return false
        case .online: return work == nil && isCaughtUp && pausedUntil == nil && !hasWork
        }
    }

    /// Whether all that others did up to now is in the library.
    package var isUpToDate: Bool {
        state == .online && isCaughtUp && !hasPlans
    }

    /// Whether changes of others come by themselves.
    package var isListening: Bool { isPolling && lease.has(.polling) }

    /// Whether something is to be repaired.
    private var hasPlans: Bool { needsRenewal || misalignment != nil }

    private var hasWork: Bool {
        hasPlans || (try? library.outbox.entries(limit: 1).isEmpty) == false
    }

    /// When `step` must be called again, if nothing else happens.
    package var wakeAt: Duration? {
        guard work == nil else { return nil }
        return [pausedUntil, pollPausedUntil, leaseTriedUntil].compactMap { $0 }.min()
    }

    /// The next try need not wait: what kept the server away is over.
    package func forgetPause() {
        pausedUntil = nil
        pace = Pace()
    }

    /// Tries at once, however long the pause was to be: somebody asks for it.
    package func hurry(at now: Moment) throws(LibraryError) {
        pausedUntil = nil
        pace.notePerson()
        if case .offline = state { isCaughtUp = false }
        try step(at: now)
    }

    /// Somebody has waited long enough: a server that has not answered by now counts as out of reach.
    package func giveUp(at now: Moment) throws(LibraryError) {
        try lose(leaseTriedUntil == nil ? .timedOut : .otherShell, at: now)
    }

    /// The server cannot be reached any more; what is under way is given up.
    package func lose(_ reason: OfflineReason, at now: Moment) throws(LibraryError) {
        if let work { transport.cancel(work.id) }
        work = nil
        switch state {
        case .connecting, .online, .offline: try goOffline(reason, at: now)
        case .local, .signedOut, .outdated: break
        }
        giveBackLease()
    }

    /// Asks the server once more for what is new, without a poll.
    ///
    /// - Parameters:
    ///   - now: this moment.
    ///   - isWanted: whether the user asks for it, so that a new device need not wait either.
    /// - Throws: when the library does not take it.
    package func refresh(at now: Moment, isWanted: Bool = false) throws(LibraryError) {
        if isWanted { mayRenew = true }
        isCaughtUp = false
        try hurry(at: now)
    }

    /// Starts whatever can be started now. To be called when something was put into the outbox, and
    /// at `wakeAt`.
    package func step(at now: Moment) throws(LibraryError) {
        if let until = pausedUntil, until <= now.uptime { pausedUntil = nil }
        if let until = pollPausedUntil, until <= now.uptime { pollPausedUntil = nil }
        if let until = leaseTriedUntil, until <= now.uptime { leaseTriedUntil = nil }
        if library.account?.token != token { reset() }
        defer { giveBackLease() }
        guard pausedUntil == nil, token != nil, library.account?.cursor != nil else { return }
        switch state {
        case .local, .signedOut, .outdated: return
        case .connecting, .online, .offline: break
        }
        if work == nil, try hasWorkFor(now), try takeLease(at: now) {
            guard token != nil, let cursor = library.account?.cursor, let endpoints else { return }
            pace.note(cursor: cursor.epoch, cursor.sequence)
            try startWork(endpoints, cursor, at: now)
        }
        guard let cursor = library.account?.cursor, let endpoints else { return }
        if isPolling, poll == nil, pollPausedUntil == nil, state == .online, isCaughtUp,
            !needsRenewal, misalignment == nil, takePolling(at: now)
        {
            let id = makeID()
            let query = changes(behind: cursor)
            poll = (id, now.uptime, query)
            transport.start(endpoints.changes(query, wait: Limits.wait), id: id)
        }
        try startPhoto(endpoints, at: now)
    }

    /// Whether there is something to ask besides the poll.
    private func hasWorkFor(_ now: Moment) throws(LibraryError) -> Bool {
        if !isCaughtUp || reading != nil || hasPlans { return true }
        return try !library.outbox.entries(limit: 1).isEmpty
    }

    /// The changes that come next.
    private func changes(behind cursor: Cursor) -> ChangesQuery {
        ChangesQuery(since: cursor.sequence, reached: library.accountStore.reached ?? cursor)
    }

    private func startWork(
        _ endpoints: Endpoints, _ cursor: Cursor, at now: Moment
    ) throws(LibraryError) {
        if !isIdentified {
            let hello = Endpoints(server: endpoints.server, token: nil).hello()
            try start(.identifying, hello, at: now)
        } else if needsRenewal {
            try startRenewing(endpoints, at: now)
        } else if misalignment != nil, let point = search?.next {
            let query = ChangesQuery(since: point.sequence, reached: point)
            try start(.comparing(query), endpoints.changes(query, wait: 0, limit: 1), at: now)
        } else if let reading, reading.isWhole {
            try start(.counting, endpoints.account(), at: now)
        } else if misalignment != nil || reading != nil {
            try readSnapshot(endpoints, cursor, at: now)
        } else if try isBeginning(cursor) {
            try readSnapshot(endpoints, cursor, at: now)
        } else {
            // A push tells by the way whether there is anything to pull.
            let entries = try library.outbox.entries(limit: batchLimit)
            if !entries.isEmpty {
                let point = library.accountStore.reached ?? cursor
                let (sent, body) = PushBody.make(of: entries, at: point)
                if let last = sent.last { try library.outbox.noteSending(through: last.number) }
                try start(.pushing(sent, at: point), endpoints.push(body), at: now)
            } else if !isCaughtUp {
                let query = changes(behind: cursor)
                try start(.catchingUp(query), endpoints.changes(query, wait: 0), at: now)
            }
        }
    }

    /// Asks for a new device, but not one after the other: each may push another of the user's devices
    /// off the account.
    private func startRenewing(_ endpoints: Endpoints, at now: Moment) throws(LibraryError) {
        let pause = try library.accountStore.pauseBeforeRenewal(at: now.time)
        guard pause == 0 || mayRenew else {
            return try goOffline(
                .nonsense("it takes this device for another one, as it did not long ago"), at: now,
                pause: .milliseconds(pause))
        }
        mayRenew = false
        try start(.renewing, endpoints.makeDevice(named: deviceName), at: now)
    }

    private func readSnapshot(
        _ endpoints: Endpoints, _ cursor: Cursor, at now: Moment
    ) throws(LibraryError) {
        if reading == nil {
            if misalignment != nil { try library.realignment.begin() }
            // After a step back nothing is known of where the server's history stands.
            reading = SnapshotReading(
                query: SnapshotQuery(known: misalignment == .rewound ? nil : cursor))
        }
        guard let query = reading?.query else { return }
        try start(
            .readingSnapshot(query), endpoints.snapshot(after: query.last?.description), at: now)
    }

    /// Whether the library knows nothing yet, so that all that was deleted can be left out. One that
    /// has pushed something, or has read a part of a snapshot, must hear what was deleted since.
    private func isBeginning(_ cursor: Cursor) throws(LibraryError) -> Bool {
        guard cursor.sequence == 0, !isCaughtUp else { return false }
        return try library.shadow.isEmpty()
    }

    /// Starts the next thing, unless it was asked already and brought nothing.
    private func start(
        _ next: Work, _ request: HTTPRequest, at now: Moment
    ) throws(LibraryError) {
        guard pace.mayStart(request) else {
            return try goOffline(.nonsense("its answers lead nowhere"), at: now)
        }
        let id = makeID()
        work = (id, next)
        transport.start(request, id: id)
    }
}
