import TroveModel
import TroveStore
import TroveWire

/// The state of a library's connection to its server.
enum Phase: Hashable {
    /// The library is not connected to a server.
    case local
    /// The library is connected, but no user is logged in.
    case signedOut
    /// The server speaks only newer versions of the protocol.
    case outdated
    /// A user is logged in, and the server can be asked.
    case active(Session)
}

/// What the engine knows and does while a user is logged in.
struct Session: Hashable {
    /// Whether the server answers.
    enum Link: Hashable {
        /// It has not answered yet.
        case connecting
        case online
        /// It did not answer, or not usefully. `retryAt` is nil once the next try may start.
        case offline(since: Timestamp, OfflineReason, retryAt: Duration?)
    }

    /// The requests that run one at a time, beside the long poll and the photos.
    enum Turn: Hashable {
        case idle
        /// Another shell holds the lease for requests; the next try to take it is at `until`.
        case waiting(until: Duration)
        case running(id: Int, SyncRequest)
    }

    /// The request that waits for changes of other devices.
    enum Poll: Hashable {
        case idle
        /// The server answered too many polls at once with nothing, or another shell is polling.
        case paused(until: Duration)
        case waiting(id: Int, startedAt: Duration, ChangesQuery)
    }

    var link = Link.connecting
    /// Whether the server that answers is the one that issued the token, so that it may be sent.
    var isIdentified: Bool
    var need = SyncNeed.changes
    var turn = Turn.idle
    var poll = Poll.idle
    /// The most operations that the next push may hold.
    var batchLimit = Limits.operations

    /// The end of the pause before the next try; nil if there is no pause.
    var retryAt: Duration? {
        if case .offline(_, _, let retryAt) = link { retryAt } else { nil }
    }

    var isRunning: Bool { if case .running = turn { true } else { false } }

    /// Ends every pause that is over at a time.
    mutating func endPauses(at uptime: Duration) {
        if let retryAt, retryAt <= uptime { endRetryPause() }
        if case .paused(let until) = poll, until <= uptime { poll = .idle }
        if case .waiting(let until) = turn, until <= uptime { turn = .idle }
    }

    /// Lets the next try start at once.
    mutating func endRetryPause() {
        if case .offline(let since, let reason, _) = link {
            link = .offline(since: since, reason, retryAt: nil)
        }
    }
}

/// What is being asked of the server.
enum SyncRequest: Hashable {
    /// Which server answers; sent without the token.
    case hello
    case changes(ChangesQuery)
    case snapshot(SnapshotQuery)
    /// How many entries the account holds, to compare with the snapshot.
    case account
    /// The operations, and the point of the history that the push names.
    case push([OutboxEntry], at: Cursor)
    case newDevice
    /// Whether a point is part of the server's history.
    case comparison(ChangesQuery)
}
