import TroveHTTP
package import TroveModel
package import TroveStore
import TroveWire

/// The device side of syncing as a state machine: `handle` takes an input and returns the actions
/// to perform. Nothing else changes its state.
///
/// It reads and writes the library, which holds the durable part of the state, but has no clock and
/// no network; its creator passes in the source of random numbers.
/// `Documentation/sync-protocol.md` describes the protocol.
package struct SyncMachine: ~Copyable {
    /// The library that is synced.
    package let library: Library
    let deviceName: String
    /// Whether to keep a long poll open for changes of other devices.
    package let isPolling: Bool
    var random: any RandomNumberGenerator

    var phase = Phase.local {
        didSet { library.outbox.setSendsAtOnce(connectivity.isOnline) }
    }
    /// The library's token when `phase` was derived from its account. Another shell may have stored
    /// a newer one since.
    var token: String?
    /// The library's device at that time. Answers to its requests are ignored once the library is
    /// another device: another shell may have connected it to another account.
    var device: String?
    /// The leases that this shell holds.
    var leases: Set<SyncLease.Part> = []
    /// The standing of the device when the request lease was last released.
    var standingAtRelease = Standing()
    /// Delays requests that would be repeated without progress.
    var throttle = RequestThrottle()
    var photos = PhotoTransfers()
    /// The time of the last answer of the server.
    package internal(set) var lastContact: Timestamp?
    /// The number of the last operation whose outcome is announced. Operations up to it were made
    /// in an earlier session, or while the server was offline.
    var lastAnnounced: OperationNumber
    /// The number of the last operation that was in the outbox when requests were last started.
    var lastSeen: OperationNumber
    /// Whether the user has asked for a sync, so that a new device is registered without a pause.
    var mayRenewAtOnce = false
    /// An answer that is applied once the next request has been started.
    var heldAnswer: HeldAnswer?
    /// The failure of the last push of a command, to handle when its transaction ends.
    var failedCommandPush: CommandPushFailure?

    private var lastID = 0
    private var actions: [SyncAction] = []

    /// Creates a machine in the state stored in the library; `random` varies the pauses.
    package init(
        library: Library, deviceName: String, isPolling: Bool, random: any RandomNumberGenerator
    ) {
        self.library = library
        self.deviceName = deviceName
        self.isPolling = isPolling
        self.random = random
        lastAnnounced = library.outbox.lastNumber
        lastSeen = lastAnnounced
        reset()
    }

    /// Handles an input, and returns the resulting actions.
    ///
    /// Must not be called during a transaction of the library, except with `leaseTakenForCommand`,
    /// `commandPush`, `commandPushFinished` and `photosInspected`.
    ///
    /// - Returns: the actions, in order. All of them must be performed, and the results of
    ///   `takeLease` and `applyAnswer` must be handled before any other input.
    package mutating func handle(_ input: SyncInput, at now: ClockReading) -> [SyncAction] {
        defer { actions = [] }
        do throws(LibraryError) {
            try take(input, at: now)
        } catch {
            pauseAfter(error, at: now)
            act(.fail(error))
        }
        return actions
    }

    private mutating func take(_ input: SyncInput, at now: ClockReading) throws(LibraryError) {
        switch input {
        case .advanced: try advance(at: now)
        case .finished(let id, let result, let mayHaveArrived):
            try finished(id, result, mayHaveArrived: mayHaveArrived, at: now)
            guard heldAnswer == nil else { return act(.applyAnswer) }
            try advance(at: now)
        case .answerHeld:
            try applyHeldAnswer(at: now)
            try advance(at: now)
        case .leaseTaken(.requests): try requestLeaseTaken(at: now)
        case .leaseBusy(.requests): try requestLeaseBusy(at: now)
        case .leaseTaken(.polling): try pollLeaseTaken(at: now)
        case .leaseBusy(.polling): try pollLeaseBusy(at: now)
        case .leaseFailed(let error): try disconnect(.cannotLock(error), at: now)
        case .leaseTakenForCommand: leases.insert(.requests)
        case .transactionEnded: try transactionEnded(at: now)
        case .retry: try retry(at: now)
        case .refresh(let isRequested):
            if isRequested {
                mayRenewAtOnce = true
                // The server may be another one by now.
                if phase == .outdated { reset() }
            }
            session?.need.note(isCaughtUp: false)
            try retry(at: now)
        case .timedOut: try disconnect(isWaitingForLease ? .otherShell : .timedOut, at: now)
        case .disconnected(let reason): try disconnect(reason, at: now)
        case .networkChanged:
            session?.endRetryPause()
            throttle = RequestThrottle()
        case .accountChanged: reset()
        case .resting:
            cancelTurn()
            session?.need.note(isCaughtUp: false)
            // The next command makes the request again.
            throttle.noteUserRequest()
            releaseRequestLease()
        case .commandPush(let time): try startCommandPush(within: time)
        case .commandPushFinished(let push, let result, let mayHaveArrived):
            try commandPushFinished(
                push, RequestOutcome(result, mayHaveArrived: mayHaveArrived), at: now)
        case .photosRequested: try requestPhotos(at: now)
        case .photosReleased: releasePhotos()
        case .photosInspected: try updatePhotoPlan()
        }
    }

    // MARK: State

    /// The session of the user who is logged in. Setting nil changes nothing.
    var session: ActiveState? {
        get { if case .active(let session) = phase { session } else { nil } }
        set { if let newValue { phase = .active(newValue) } }
    }

    /// Resets the state of the connection, because the account or the token has changed.
    mutating func reset() {
        if case .running(let id, _) = session?.turn { act(.cancel(id: id)) }
        cancelPoll()
        release(.requests)
        release(.polling)
        throttle.noteUserRequest()
        resetPhotos()
        let account = library.account
        lastContact = account?.lastContact
        token = account?.token
        device = account?.device
        phase =
            if let account {
                account.token == nil || account.device == nil
                    ? .signedOut : .active(ActiveState(isIdentified: account.serverID == nil))
            } else {
                .local
            }
    }

    /// Adds an action to the result of `handle`.
    mutating func act(_ action: SyncAction) { actions.append(action) }

    mutating func announce(_ event: SyncEvent) { act(.announce(event)) }

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// Whether the token is the library's. Otherwise another shell has logged in or out, and the
    /// token may belong to another server.
    package var hasPresentToken: Bool { library.account?.token == token }

    /// The requests to the server with the current token; nil without a server, or if another shell
    /// has stored another token since.
    package var endpoints: Endpoints? {
        guard hasPresentToken else { return nil }
        return library.account.map { Endpoints(server: $0.server, token: token) }
    }
}
