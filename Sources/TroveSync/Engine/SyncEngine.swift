package import TroveHTTP
package import TroveModel
package import TroveStore

/// Performs the actions of a `SyncMachine`, and collects its events for the user.
///
/// Use it only on the thread that owns the library. It has no thread or timer: its owner passes in
/// every input, and calls it again at `wakeAt`.
package final class SyncEngine {
    private var machine: SyncMachine
    private let transport: any Transport
    /// The leases, shared by all shells that have the library open.
    private let lease: SyncLease
    private var events: [SyncEvent] = []
    private var photoCount = PhotoCount()
    /// The number of items received since the engine was created.
    package private(set) var receivedCount = 0

    /// Creates an engine in the state stored in the library; `random` varies the pauses.
    package init(
        library: Library, transport: any Transport, deviceName: String, isPolling: Bool,
        random: any RandomNumberGenerator
    ) {
        self.transport = transport
        lease = SyncLease(of: library)
        machine = SyncMachine(
            library: library, deviceName: deviceName, isPolling: isPolling, random: random)
    }

    /// Handles an input and performs the resulting actions; see `SyncMachine.handle`.
    ///
    /// - Throws: the error of the library, after performing the actions before it.
    package func handle(_ input: SyncInput, at now: ClockReading) throws(LibraryError) {
        _ = try perform(input, at: now)
    }

    /// The push that a command started, or its outcome.
    private struct CommandResult {
        var push: CommandPush?
        var outcome: CommandPush.Outcome?
    }

    private func perform(
        _ input: SyncInput, at now: ClockReading
    ) throws(LibraryError) -> CommandResult {
        var result = CommandResult()
        var next: SyncInput? = input
        while let input = next {
            next = nil
            for action in machine.handle(input, at: now) {
                switch action {
                case .start(let id, let request): transport.start(request, id: id)
                case .cancel(let id): transport.cancel(id)
                case .takeLease(let part): next = takeLease(part)
                case .releaseLease(let part): lease.release(part)
                case .applyAnswer: next = .answerHeld
                case .announce(let event):
                    if case .changed(let changes) = event { receivedCount += changes.count }
                    events.append(event)
                case .commandPushStarted(let push): result.push = push
                case .commandPushEnded(let outcome): result.outcome = outcome
                case .photoTransferred(.put): photoCount.sent += 1
                case .photoTransferred(.get): photoCount.received += 1
                case .fail(let error): throw error
                }
            }
        }
        return result
    }

    private func takeLease(_ part: SyncLease.Part) -> SyncInput {
        do throws(LibraryError) {
            return try lease.take(part) ? .leaseTaken(part) : .leaseBusy(part)
        } catch {
            return .leaseFailed(error)
        }
    }

    // MARK: Commands that wait for the server

    /// Takes the request lease for a command whose operations the server must confirm before they
    /// are committed. Returns false while another shell holds it. May be called during a
    /// transaction.
    package func takeLeaseForCommand(at now: ClockReading) throws(LibraryError) -> Bool {
        guard try lease.take(.requests) else { return false }
        try handle(.leaseTakenForCommand, at: now)
        return true
    }

    /// Pushes the first operations of the outbox, which includes those of the open transaction.
    ///
    /// - Returns: the push, whose outcome goes to `finish`; nil if there is nothing to push, or if
    ///   another shell has logged in or out since the last request.
    package func startCommandPush(
        within time: Duration, at now: ClockReading
    ) throws(LibraryError) -> CommandPush? {
        try perform(.commandPush(within: time), at: now).push
    }

    /// Applies the reply to a push as part of the open transaction.
    package func finish(
        _ push: CommandPush, _ result: Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool,
        at now: ClockReading
    ) throws(LibraryError) -> CommandPush.Outcome {
        let input = SyncInput.commandPushFinished(push, result, mayHaveArrived: mayHaveArrived)
        return try perform(input, at: now).outcome ?? .unknown
    }

    // MARK: Status

    /// Returns the events since the last call.
    package func takeEvents() -> [SyncEvent] {
        defer { events = [] }
        return events
    }

    /// Announces each queued operation when it is sent, as after a reconnection: the user has seen
    /// it in the queue.
    package func announceQueue() { machine.announceQueue() }

    /// Returns the number of photos transferred since the last call.
    package func takePhotoCount() -> PhotoCount {
        defer { photoCount = PhotoCount() }
        return photoCount
    }

    /// Returns the photos that are not synced yet.
    package func waitingPhotos(at now: ClockReading) throws(LibraryError) -> [PhotoPlan.Waiting] {
        guard state != .local, machine.library.account?.device != nil else { return [] }
        try handle(.photosInspected, at: now)
        return machine.waitingPhotos
    }

    /// Whether no photo can be transferred at `now`.
    package func arePhotosSettled(at now: ClockReading) -> Bool {
        machine.arePhotosSettled(at: now)
    }

    /// Whether the server can be used, and if not, why.
    package var state: Connectivity { machine.connectivity }
    /// The time of the last answer of the server.
    package var lastContact: Timestamp? { machine.lastContact }
    /// The requests to the server with the current token; nil without a server.
    package var endpoints: Endpoints? { machine.endpoints }
    /// Whether a long poll waits for changes of other devices.
    package var isPolling: Bool { machine.isPolling }
    /// Whether a long poll is active, so changes of other devices arrive automatically.
    package var isListening: Bool { machine.isListening }
    /// Whether there is nothing to do: everything is pushed and pulled, or the server cannot be
    /// used.
    package var isSettled: Bool { machine.isSettled }
    /// Whether the library has all changes of other devices up to now.
    package var isUpToDate: Bool { machine.isUpToDate }
    /// Whether another shell has logged in or out since the last request. `accountChanged` switches
    /// to the new account.
    package var isOfFormerAccount: Bool { !machine.hasPresentToken }
    /// Whether a request is in progress, apart from the long poll and photo transfers.
    package var isRequesting: Bool { machine.isRequesting }
    /// Whether another shell is making requests, so that this one cannot.
    package var isWaitingForLease: Bool { machine.isWaitingForLease }
    /// The uptime at which `advanced` must be handled if nothing else happens; nil for never.
    package var wakeAt: Duration? { machine.wakeAt }
    /// The uptime at which `advanced` must be handled for photos; nil for never.
    package var photosWakeAt: Duration? { machine.photosWakeAt }
}
