/// What a `FaultProxy` has seen so far.
package struct ProxyTraffic: Sendable {
    /// The complete requests that clients have sent, by method and path: `POST /v1/push`.
    package internal(set) var requests: [String: Int] = [:]
    /// The requests whose replies were passed on as a whole, by method and path.
    package internal(set) var answered: [String: Int] = [:]
    /// How often each fault was done, by `Fault.name`.
    package internal(set) var faults: [String: Int] = [:]
    /// How many connections clients have made.
    package internal(set) var connections = 0
    /// What clients have sent, in bytes, heads included.
    package internal(set) var bytesSent = 0
    /// What clients have received, in bytes, heads included.
    package internal(set) var bytesReceived = 0

    /// All requests that clients have sent.
    package var requestCount: Int { requests.values.reduce(0, +) }

    init() {}
}

/// What a `FaultProxy` should have seen did not come in time.
package struct ProxyWaitFailure: Error, CustomStringConvertible {
    /// What was waited for, in words.
    package let awaited: String
    /// How long.
    package let limit: Duration
    /// What the proxy has seen instead.
    package let traffic: ProxyTraffic
    /// What the proxy did last, a line for each event.
    package let trace: String

    /// Everything at once, for a test's log.
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
