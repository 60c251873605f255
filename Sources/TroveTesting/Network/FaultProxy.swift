import Glibc
import TroveLoopback

/// An HTTP/1.1 proxy on the loopback interface that simulates a bad network.
///
/// A client gets its `url` instead of the server's. A schedule decides the fate of each request,
/// and a partition blocks all of them. The proxy stops when the value is deallocated.
///
///     let proxy = try FaultProxy(to: server.port)
///     proxy.schedule = .next("POST /v1/push", .loseReply)
///     …
///     #expect(proxy.traffic.requests["POST /v1/push"] == 2, "\(proxy.trace)")
///
/// All members may be used on any thread.
package final class FaultProxy: Sendable {
    private let core: ProxyCore

    /// Starts a proxy on a free port.
    ///
    /// - Parameters:
    ///   - serverPort: The port on 127.0.0.1 where the server listens, or will listen.
    ///   - schedule: The faults of the requests.
    /// - Throws: `SystemCallError` when no port or thread is available.
    package init(to serverPort: UInt16, schedule: FaultSchedule = .none) throws {
        core = try ProxyCore(serverPort: serverPort, schedule: schedule)
    }

    deinit {
        core.stop()
    }

    /// The port for clients, which never changes.
    package var port: UInt16 { core.port }

    /// The address for clients: `http://127.0.0.1:PORT`.
    package var url: String { "http://127.0.0.1:\(port)" }

    /// The server's port. A change applies to new connections.
    package var serverPort: UInt16 {
        get { core.serverPort }
        set { core.serverPort = newValue }
    }

    /// The faults of further requests.
    package var schedule: FaultSchedule {
        get { core.schedule }
        set { core.schedule = newValue }
    }

    /// What blocks all traffic.
    package var partition: Partition {
        get { core.partition }
        set { core.setPartition(newValue) }
    }

    /// Whether the server is unreachable: connections are reset, and new ones refused.
    package var isDown: Bool {
        get { partition == .down }
        set { partition = newValue ? .down : .none }
    }

    /// Resets all current connections; new ones can be made at once.
    package func resetConnections() {
        core.resetConnections()
    }

    /// Forwards everything from now on: no faults, partition, refused connections or copies of
    /// requests.
    package func heal() {
        core.heal()
    }

    /// The traffic so far.
    package var traffic: ProxyTraffic { core.traffic }

    /// The proxy's last thousand events, one per line, as evidence for a failure.
    package var trace: String { core.trace }

    /// Blocks until a condition holds.
    ///
    /// - Parameters:
    ///   - awaited: What is awaited, in words.
    ///   - timeLimit: The time limit.
    ///   - isThere: The condition, checked at once, after every event, and periodically, because it
    ///     may depend on more than the proxy.
    /// - Throws: `ProxyWaitFailure`, with the trace, after the time limit.
    package func wait(
        for awaited: String, timeLimit: Duration = .seconds(30), _ isThere: (ProxyTraffic) -> Bool
    ) throws {
        let deadline = Deadline(after: timeLimit)
        let (number, pipe) = try core.beginWaiting()
        defer { core.endWaiting(number) }
        while !isThere(traffic) {
            let request = pollfd(fd: pipe.number, events: Int16(POLLIN), revents: 0)
            _ = try Poll.wait(for: [request], until: Deadline(after: .milliseconds(20)))
            guard !deadline.hasPassed else {
                throw ProxyWaitFailure(
                    awaited: awaited, limit: timeLimit, traffic: traffic, trace: trace)
            }
            ProxyCore.drain(pipe)
        }
    }

    /// Blocks until a number of requests with a name, such as `POST /v1/push`, have come.
    ///
    /// - Throws: `ProxyWaitFailure`, with the trace, after the time limit.
    package func wait(
        forRequests count: Int, _ name: String, timeLimit: Duration = .seconds(30)
    ) throws {
        try wait(for: "request \(count) of \(name)", timeLimit: timeLimit) {
            $0.requests[name, default: 0] >= count
        }
    }
}
