/// The traffic of a `FaultProxy` so far.
package struct ProxyTraffic: Sendable {
    /// The complete requests of clients, by method and path: `POST /v1/push`.
    package internal(set) var requests: [String: Int] = [:]
    /// The requests with completely forwarded replies, by method and path.
    package internal(set) var answered: [String: Int] = [:]
    /// The number of times each fault occurred, by `Fault.name`.
    package internal(set) var faults: [String: Int] = [:]
    /// The number of client connections.
    package internal(set) var connections = 0
    /// The bytes that clients have sent, including heads.
    package internal(set) var bytesSent = 0
    /// The bytes that clients have received, including heads.
    package internal(set) var bytesReceived = 0

    /// The total number of requests.
    package var requestCount: Int { requests.values.reduce(0, +) }

    init() {}
}

/// The condition that a `FaultProxy` was asked to await did not come true in time.
package struct ProxyWaitFailure: Error, CustomStringConvertible {
    /// What was awaited, in words.
    package let awaited: String
    /// The time limit.
    package let limit: Duration
    /// The traffic at that time.
    package let traffic: ProxyTraffic
    /// The last events, one per line.
    package let trace: String

    /// All of it, for a test's log.
    package var description: String {
        """
        the proxy waited for \(awaited): not within \(limit)
        requests: \(traffic.requests)
        answered: \(traffic.answered)
        --- trace:
        \(trace)
        """
    }
}
