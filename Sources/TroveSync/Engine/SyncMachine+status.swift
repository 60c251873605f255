import TroveStore

/// The state for the shell and the user.
extension SyncMachine {
    /// Whether the server can be used, and if not, why.
    package var connectivity: Connectivity {
        switch phase {
        case .local: .local
        case .signedOut: .signedOut
        case .outdated: .outdated
        case .active(let session):
            switch session.link {
            case .connecting: .connecting
            case .online: .online
            case .offline(let since, let reason, _): .offline(since: since, reason)
            }
        }
    }

    /// Whether there is nothing to do: everything is pushed and pulled, or the server cannot be
    /// used.
    package var isSettled: Bool {
        guard let session else { return true }
        switch session.link {
        case .connecting: return false
        // The next try waits for another shell that makes requests.
        case .offline: return session.turn == .idle
        case .online:
            return !session.isRunning && isUpToDate
                && (try? library.outbox.isEmpty()) != false
        }
    }

    /// Whether the library has all changes of other devices up to now.
    package var isUpToDate: Bool {
        guard let session, session.link == .online else { return false }
        return session.need == .nothing
    }

    /// Whether a long poll is active, so changes of other devices arrive automatically.
    package var isListening: Bool { isPolling && leases.contains(.polling) }

    /// Whether a request is in progress, apart from the long poll and photo transfers.
    package var isRequesting: Bool { session?.isRunning ?? false }

    /// Whether another shell is making requests, so that this one cannot.
    package var isWaitingForLease: Bool {
        if case .waiting = session?.turn { true } else { false }
    }

    /// The uptime at which `advanced` must be handled if nothing else happens; nil for never.
    package var wakeAt: Duration? {
        guard let session, !session.isRunning else { return nil }
        var times = [session.retryAt]
        if case .waiting(let until) = session.turn { times.append(until) }
        if case .paused(let until) = session.poll { times.append(until) }
        return times.compactMap(\.self).min()
    }

    /// The uptime at which `advanced` must be handled for photos; nil for never.
    package var photosWakeAt: Duration? {
        guard connectivity.isOnline, isListening || photos.isRequested else { return nil }
        return switch photos.transfer {
        case .running: nil
        case .paused(let until): until
        case .idle: photos.plan?.wakeAt
        }
    }

    /// Whether no photo can be transferred at `now`.
    package func arePhotosSettled(at now: ClockReading) -> Bool {
        switch photos.transfer {
        case .running: return false
        case .paused: return true
        case .idle:
            guard connectivity.isOnline, let plan = photos.plan else { return true }
            return plan.next(at: now.uptime) == nil
        }
    }

    /// The photos that were not synced at the last `photosInspected`.
    package var waitingPhotos: [PhotoPlan.Waiting] { photos.plan?.waiting ?? [] }
}
