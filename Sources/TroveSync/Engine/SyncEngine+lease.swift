import TroveStore
import TroveWire

/// One library file is one device, however many shells have it open: one shell at a time makes
/// requests, and one waits for what others do. What they bring, the others see in the file.
extension SyncEngine {
    /// How long before what another shell has is asked for again.
    private static let requestsPause = Duration.milliseconds(50)
    private static let pollingPause = Duration.seconds(2)

    /// Takes the right to make requests, and looks what other shells have done meanwhile.
    ///
    /// - Returns: false while another shell has it.
    func takeLease(at now: Moment) throws(LibraryError) -> Bool {
        if lease.has(.requests) { return true }
        guard leaseTriedUntil == nil else { return false }
        guard lease.take(.requests) else {
            leaseTriedUntil = now.uptime + Self.requestsPause
            return false
        }
        try library.refresh()
        if library.account?.token != token { reset() }
        // What was to be repaired may have been, by a shell that met the same. A snapshot that another
        // one has begun to read takes the place of what was read here.
        reading = nil
        if standing != leftStanding { forgetPlans() }
        return lease.take(.requests)
    }

    /// Takes the right to make requests for a command whose operations the server must answer before
    /// they are committed, unless another shell has it. May be called in a transaction.
    package func takeLeaseForAsking() -> Bool {
        lease.take(.requests)
    }

    /// Whether another shell is making requests, so that this one cannot.
    package var waitsForOtherShell: Bool { leaseTriedUntil != nil }

    /// Gives other shells their turn, unless something is under way or to be repaired at once.
    package func giveBackLease() {
        let isIdle = work == nil && library.outbox.asked.isEmpty && !library.isInTransaction
        let isRepairing = needsRenewal || misalignment != nil || reading != nil
        guard isIdle, !isRepairing || pausedUntil != nil else { return }
        if lease.has(.requests) { leftStanding = standing }
        lease.giveBack(.requests)
    }

    /// What a repair changes.
    private var standing: Standing {
        Standing(device: library.account?.device, cursor: library.account?.cursor)
    }

    /// Who this device is on the server, and how much of the history it has.
    struct Standing: Hashable {
        var device: String?
        var cursor: Cursor?
    }

    /// Takes the right to poll, and keeps it; false while another shell has it.
    func takePolling(at now: Moment) -> Bool {
        if lease.take(.polling) { return true }
        pollPausedUntil = now.uptime + Self.pollingPause
        return false
    }
}
