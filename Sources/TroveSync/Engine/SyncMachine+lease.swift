import TroveModel
import TroveStore
import TroveWire

/// Leases. A library file is one device, even if several shells have it open: one shell at a time
/// sends requests, and one polls. The others see the results in the file.
extension SyncMachine {
    /// The pauses before retrying a lease that another shell holds.
    private static let requestsPause = Duration.milliseconds(50)
    private static let pollingPause = Duration.seconds(2)

    /// The state that a repair changes: the device's ID on the server, and its cursor.
    struct Standing: Hashable {
        var device: String?
        var cursor: Cursor?
    }

    private var standing: Standing {
        Standing(device: library.account?.device, cursor: library.account?.cursor)
    }

    /// Loads the changes that other shells made while they held the lease, then continues.
    mutating func requestLeaseTaken(at now: ClockReading) throws(LibraryError) {
        leases.insert(.requests)
        try library.refresh()
        if !hasPresentToken {
            reset()
        } else {
            // Another shell may have started its own snapshot, which replaces the pages read here,
            // or may have completed the same repair.
            session?.need.discardSnapshot()
            if standing != standingAtRelease, session?.need.isRepair == true {
                session?.need = .changes
            }
        }
        try advance(at: now)
    }

    /// Retries later, and continues with the requests that do not need the lease.
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

    /// Releases the request lease, unless a request or a transaction is in progress, or a repair
    /// can continue at once.
    mutating func releaseIdleLease() {
        guard session?.isRunning != true, library.outbox.asked.isEmpty, !library.isInTransaction
        else {
            return
        }
        if let session, session.retryAt == nil, session.need != .nothing, session.need != .changes {
            return
        }
        releaseRequestLease()
    }

    /// Releases the request lease, even in the middle of a snapshot, which then begins again.
    mutating func releaseRequestLease() {
        if leases.contains(.requests) { standingAtRelease = standing }
        release(.requests)
    }

    mutating func release(_ part: SyncLease.Part) {
        if leases.remove(part) != nil { act(.releaseLease(part)) }
    }
}
