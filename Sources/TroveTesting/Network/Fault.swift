/// What a `FaultProxy` does with a request.
package enum Fault: Hashable, Sendable, CustomStringConvertible {
    /// Forwards the request and its reply.
    case pass
    /// Drops the request, resets its connection, and refuses new connections for this time.
    case refuse(Duration)
    /// Drops the request and resets its connection.
    case reset
    /// Drops the request without an answer. The connection stays open until the client gives up, at
    /// most for this time; then it is reset.
    case swallow(Duration)
    /// Forwards the request, and resets the connection when the reply begins.
    case loseReply
    /// Closes the connection in the middle of the reply.
    case cutReply
    /// Forwards the request twice in a row; the client gets the second reply.
    case repeatRequest
    /// Forwards the request and its reply, and forwards the request again right before a later one;
    /// `after` is the number of requests until then.
    case repeatLater(after: Int)
    /// Delays the reply by this time.
    case delay(Duration)
    /// Sends the reply in sixteen parts over this time.
    case drip(Duration)

    /// The fault's name in counts: `loseReply`.
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

    /// The name with its values: `delay 0.3 seconds`.
    package var description: String {
        switch self {
        case .refuse(let time), .swallow(let time), .delay(let time), .drip(let time):
            "\(name) \(time)"
        case .repeatLater(let after): "\(name) \(after)"
        default: name
        }
    }
}

/// How a `FaultProxy` blocks all requests and replies.
package enum Partition: Hashable, Sendable {
    /// Not at all.
    case none
    /// Connections are reset, and new ones refused.
    case down
    /// Nothing passes and nothing is closed, as with an unplugged cable. Data sent on a connection
    /// meanwhile arrives after the partition, even if its sender has given up.
    case silent
    /// Requests pass; replies wait until the partition ends.
    case withoutReplies
}
