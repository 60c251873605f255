import Glibc

/// An HTTP/1.1 proxy on the loopback interface that stands for a bad network.
///
/// A client is given its `url` in place of the server's. A schedule decides what happens to each
/// request, and partitions hold all of them up. The proxy ends with the value.
///
///     let proxy = try FaultProxy(to: server.port)
///     proxy.schedule = .next("POST /v1/push", .loseReply)
///     …
///     #expect(proxy.traffic.requests["POST /v1/push"] == 2, "\(proxy.trace)")
///
/// Properties and methods may be used from any thread.
package final class FaultProxy: Sendable {
    private let core: ProxyCore

    /// Starts a proxy at a free port.
    ///
    /// - Parameters:
    ///   - serverPort: Where the server listens, or will listen, on 127.0.0.1.
    ///   - schedule: What happens to each request.
    /// - Throws: `SystemCallError` when there is no port or no thread.
    package init(to serverPort: UInt16, schedule: FaultSchedule = .none) throws {
        core = try ProxyCore(serverPort: serverPort, schedule: schedule)
    }

    deinit {
        core.stop()
    }

    /// The port that clients connect to, the same all the time.
    package var port: UInt16 { core.port }

    /// Where clients connect to: `http://127.0.0.1:PORT`.
    package var url: String { "http://127.0.0.1:\(port)" }

    /// Where the server listens; a change is for the connections that are made from then on.
    package var serverPort: UInt16 {
        get { core.serverPort }
        set { core.serverPort = newValue }
    }

    /// What happens to each request that comes from now on.
    package var schedule: FaultSchedule {
        get { core.schedule }
        set { core.schedule = newValue }
    }

    /// What keeps everything from passing.
    package var partition: Partition {
        get { core.partition }
        set { core.setPartition(newValue) }
    }

    /// Whether the server cannot be reached: connections are reset, and new ones refused.
    package var isDown: Bool {
        get { partition == .down }
        set { partition = newValue ? .down : .none }
    }

    /// Resets every connection that is there now; new ones can be made at once.
    package func resetConnections() {
        core.resetConnections()
    }

    /// Lets everything pass from now on: no faults, no partition, no refused connections and no
    /// copies of requests.
    package func heal() {
        core.heal()
    }

    /// What the proxy has seen so far.
    package var traffic: ProxyTraffic { core.traffic }

    /// What the proxy did, a line for each event: evidence for a failure. Of long runs the last
    /// thousand lines.
    package var trace: String { core.trace }

    /// Waits until the proxy has seen something.
    ///
    /// - Parameters:
    ///   - awaited: What is waited for, in words.
    ///   - timeLimit: How long.
    ///   - isThere: Whether it is there; asked at once, after every event, and now and then, since
    ///     it may ask others than the proxy.
    /// - Throws: `ProxyWaitFailure`, with the trace, when the time limit passes.
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

    /// Waits until so many requests of a name, for example `POST /v1/push`, have come.
    ///
    /// - Throws: `ProxyWaitFailure`, with the trace, when the time limit passes.
    package func wait(
        forRequests count: Int, _ name: String, timeLimit: Duration = .seconds(30)
    ) throws {
        try wait(for: "request \(count) of \(name)", timeLimit: timeLimit) {
            $0.requests[name, default: 0] >= count
        }
    }
}
