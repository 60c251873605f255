import TroveModel
import TroveStore
import TroveWire

/// One library file is one device, however many shells have it open: one shell at a time makes
/// requests, and one polls. The others see in the file what these bring.
extension SyncMachine {
    /// The pauses before a lease that another shell holds is tried again.
    private static let requestsPause = Duration.milliseconds(50)
    private static let pollingPause = Duration.seconds(2)

    /// What a repair changes: the device's id on the server, and how much of the history it has.
    struct Standing: Hashable {
        var device: String?
        var cursor: Cursor?
    }

    private var standing: Standing {
        Standing(device: library.account?.device, cursor: library.account?.cursor)
    }

    /// Takes over what other shells did while they held the lease, then goes on.
    mutating func requestLeaseTaken(at now: ClockReading) throws(LibraryError) {
        leases.insert(.requests)
        try library.refresh()
        if library.account?.token != token {
            reset()
        } else {
            // Another shell that began to read a snapshot has replaced what was read here, and one
            // that met the same trouble may have repaired it.
            session?.need.discardSnapshot()
            if standing != standingAtRelease, session?.need.isRepair == true {
                session?.need = .changes
            }
        }
        try advance(at: now)
    }

    /// Tries again later, and goes on with what does not need the lease.
    mutating func requestLeaseBusy(at now: ClockReading) throws(LibraryError) {
        session?.turn = .waiting(until: now.uptime + Self.requestsPause)
        try startPoll(at: now)
    }

    mutating func pollLeaseTaken(at now: ClockReading) throws(LibraryError) {
        leases.insert(.polling)
        try startPoll(at: now)
    }

    mutating func pollLeaseBusy(at now: ClockReading) throws(LibraryError) {
        session?.poll = .paused(until: now.uptime + Self.pollingPause)
        try finishAdvance(at: now)
    }

    /// Lets other shells make requests, unless a request or a transaction is under way or a repair
    /// can go on at once.
    mutating func giveBackIdleLease() {
        guard session?.isRunning != true, library.outbox.asked.isEmpty, !library.isInTransaction else {
            return
        }
        if let session, session.retryAt == nil, session.need != .nothing, session.need != .changes {
            return
        }
        if leases.contains(.requests) { standingAtRelease = standing }
        giveBack(.requests)
    }

    mutating func giveBack(_ part: SyncLease.Part) {
        if leases.remove(part) != nil { act(.giveBackLease(part)) }
    }
}
