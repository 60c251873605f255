/// What a `FaultProxy` does with one request.
package enum Fault: Hashable, Sendable, CustomStringConvertible {
    /// Nothing: the request and its reply pass.
    case pass
    /// The request is not forwarded, its connection is reset, and for this time new connections
    /// are refused.
    case refuse(Duration)
    /// The request is not forwarded, and its connection is reset.
    case reset
    /// The request is not forwarded, and nothing is answered. The connection stays open until the
    /// client gives up, at most for this time; then it is reset.
    case swallow(Duration)
    /// The server has the request; when its reply begins, the connection is reset.
    case loseReply
    /// The connection is closed in the middle of the reply.
    case cutReply
    /// The server gets the request twice, one after the other; the client gets the second reply.
    case repeatRequest
    /// The request and its reply pass; the server gets the request once more right before the
    /// request that comes so many after it.
    case repeatLater(after: Int)
    /// The reply is held back for this time.
    case delay(Duration)
    /// The reply comes in sixteen pieces over this time.
    case drip(Duration)

    /// What the fault is called in counts: `loseReply`.
    package var name: String {
        switch self {
        case .pass: "pass"
        case .refuse: "refuse"
        case .reset: "reset"
        case .swallow: "swallow"
        case .loseReply: "loseReply"
        case .cutReply: "cutReply"
        case .repeatRequest: "repeatRequest"
        case .repeatLater: "repeatLater"
        case .delay: "delay"
        case .drip: "drip"
        }
    }

    /// The name with what belongs to it: `delay 0.3 seconds`.
    package var description: String {
        switch self {
        case .refuse(let time), .swallow(let time), .delay(let time), .drip(let time):
            "\(name) \(time)"
        case .repeatLater(let after): "\(name) \(after)"
        default: name
        }
    }
}

/// What keeps all requests and replies from passing a `FaultProxy`.
package enum Partition: Hashable, Sendable {
    /// Nothing.
    case none
    /// Connections are reset, and new ones refused.
    case down
    /// Nothing passes and nothing is closed, as when a cable was pulled out. What was sent on a
    /// connection meanwhile arrives after the end of the partition, even if its sender has given up.
    case silent
    /// Requests pass, replies come only after the end of the partition.
    case withoutReplies
}
