import TroveModel
import TroveStore
import TroveWire

/// The phase of a library's connection to its server.
enum Phase: Hashable {
    /// The library is not connected to a server.
    case local
    /// The library is connected, but no user is logged in.
    case signedOut
    /// The server speaks only newer versions of the protocol.
    case outdated
    /// A user is logged in, and the server can be asked.
    case active(ActiveState)
}

/// The state of the engine while a user is logged in.
struct ActiveState: Hashable {
    /// The link to the server.
    enum Link: Hashable {
        /// The server has not answered yet.
        case connecting
        case online
        /// The server did not send a valid answer. `retryAt` is nil once the next try may start.
        case offline(since: Timestamp, OfflineReason, retryAt: Duration?)
    }

    /// The requests that run one at a time, in parallel with the long poll and photo transfers.
    enum Turn: Hashable {
        case idle
        /// Another shell holds the request lease; the next try to take it is at `until`.
        case waiting(until: Duration)
        case running(id: Int, SyncRequest)
    }

    /// The exchange of a token that has become old.
    enum TokenExchange {
        case notNeeded
        /// The server has asked for it.
        case needed
        /// The server has answered. A session has one exchange, whatever the server asks for.
        case done
    }

    /// The long poll for changes of other devices.
    enum Poll: Hashable {
        case idle
        /// The server answered too many polls immediately without changes, or another shell is
        /// polling.
        case paused(until: Duration)
        case waiting(id: Int, startedAt: Duration, ChangesQuery)
    }

    var link = Link.connecting
    /// Whether the server is known to be the one that issued the token, so the token may be sent.
    var isIdentified: Bool
    var need = SyncNeed.changes
    /// Whether the server had nothing of the account yet, so that a push need not wait for a
    /// snapshot.
    var hasFoundNothing = false
    var turn = Turn.idle
    var poll = Poll.idle
    /// The progress of the token exchange.
    var exchange = TokenExchange.notNeeded
    /// The largest number of operations in the next push.
    var batchLimit = Limits.operations

    /// The end of the pause before the next try; nil if there is no pause.
    var retryAt: Duration? {
        if case .offline(_, _, let retryAt) = link { retryAt } else { nil }
    }

    var isRunning: Bool { if case .running = turn { true } else { false } }

    /// Whether the token is being exchanged, which ends every request that has it.
    var isExchangingToken: Bool { if case .running(_, .token) = turn { true } else { false } }

    mutating func endPauses(at uptime: Duration) {
        if let retryAt, retryAt <= uptime { endRetryPause() }
        if case .paused(let until) = poll, until <= uptime { poll = .idle }
        if case .waiting(let until) = turn, until <= uptime { turn = .idle }
    }

    /// Ends the pause before the next try at `uptime`, unless it ends earlier or the server asked
    /// for it.
    mutating func shortenRetryPause(to uptime: Duration) {
        guard case .offline(let since, let reason, let retryAt?) = link, reason.isUnreachable,
            retryAt > uptime
        else { return }
        link = .offline(since: since, reason, retryAt: uptime)
    }

    /// Ends the pause before the next try.
    mutating func endRetryPause() {
        if case .offline(let since, let reason, _) = link {
            link = .offline(since: since, reason, retryAt: nil)
        }
    }
}

/// A request to the server.
enum SyncRequest: Hashable {
    /// The identity of the server; sent without the token.
    case hello
    case changes(ChangesQuery)
    case snapshot(SnapshotQuery)
    /// The number of entries in the account, to compare with the snapshot.
    case account
    /// The operations, and the cursor that the push contains.
    case push([OutboxEntry], at: Cursor)
    case newDevice
    /// Another token for this device.
    case token
    /// Whether a point is in the server's history.
    case comparison(ChangesQuery)
}
