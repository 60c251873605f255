package import TroveHTTP
package import TroveModel
package import TroveStore

/// The shell around a `SyncMachine`: does what it decides, and keeps what the user is told.
///
/// It belongs to the thread that owns the library and does nothing by itself: its owner hands in what
/// happened, and calls it again at `wakeAt`.
package final class SyncEngine {
    private var machine: SyncMachine
    private let transport: any Transport
    /// What the shells that have the library open share.
    private let lease: SyncLease
    private var events: [SyncEvent] = []
    private var photoCount = PhotoCount()

    /// Begins with what the library knows of its account; `random` varies the pauses.
    package init(
        library: Library, transport: any Transport, deviceName: String, isPolling: Bool,
        random: any RandomNumberGenerator
    ) {
        self.transport = transport
        lease = SyncLease(of: library)
        machine = SyncMachine(
            library: library, deviceName: deviceName, isPolling: isPolling, random: random)
    }

    /// Handles an input and does what follows from it; see `SyncMachine.handle`.
    ///
    /// - Throws: the error of the library, after everything that was decided before it is done.
    package func handle(_ input: SyncInput, at now: ClockReading) throws(LibraryError) {
        _ = try perform(input, at: now)
    }

    /// What a command waits for.
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
                case .takeLease(let part):
                    next = lease.take(part) ? .leaseTaken(part) : .leaseBusy(part)
                case .giveBackLease(let part): lease.giveBack(part)
                case .announce(let event): events.append(event)
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

    // MARK: Commands that wait for the server

    /// Takes the lease for requests for a command whose operations the server must answer before they
    /// are committed; false while another shell holds it. May be called during a transaction.
    package func takeLeaseForCommand(at now: ClockReading) throws(LibraryError) -> Bool {
        guard lease.take(.requests) else { return false }
        try handle(.leaseTakenForCommand, at: now)
        return true
    }

    /// Pushes the first operations of the outbox, which includes those of the open transaction.
    ///
    /// - Returns: the push, whose end goes to `finish`; nil if there is nothing to push.
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

    /// Returns what has been announced since the last call.
    package func takeEvents() -> [SyncEvent] {
        defer { events = [] }
        return events
    }

    /// Returns how many photos were transferred since the last call.
    package func takePhotoCount() -> PhotoCount {
        defer { photoCount = PhotoCount() }
        return photoCount
    }

    /// Returns the photos that are not yet where they should be.
    package func waitingPhotos(at now: ClockReading) throws(LibraryError) -> [PhotoPlan.Waiting] {
        guard state != .local, machine.library.account?.device != nil else { return [] }
        try handle(.photosInspected, at: now)
        return machine.waitingPhotos
    }

    /// Whether no photo can be transferred at a time.
    package func arePhotosSettled(at now: ClockReading) -> Bool {
        machine.arePhotosSettled(at: now)
    }

    /// Whether the server can be used, and if not, why.
    package var state: Connectivity { machine.connectivity }
    /// When the server last answered.
    package var lastContact: Timestamp? { machine.lastContact }
    /// The requests to the server with the current token; nil without a server.
    package var endpoints: Endpoints? { machine.endpoints }
    /// Whether a request that stays open waits for changes of other devices.
    package var isPolling: Bool { machine.isPolling }
    /// Whether changes of other devices arrive without being asked for.
    package var isListening: Bool { machine.isListening }
    /// Whether there is nothing to do: everything is pushed and pulled, or the server cannot be
    /// used.
    package var isSettled: Bool { machine.isSettled }
    /// Whether all changes of other devices up to now are in the library.
    package var isUpToDate: Bool { machine.isUpToDate }
    /// Whether another shell is making requests, so that this one cannot.
    package var isWaitingForLease: Bool { machine.isWaitingForLease }
    /// The uptime at which `advanced` must be handled if nothing else happens; nil for never.
    package var wakeAt: Duration? { machine.wakeAt }
    /// The same for photos.
    package var photosWakeAt: Duration? { machine.photosWakeAt }
}
