import Glibc
import Testing
import TroveModel
import TroveServer
import TroveSystem
import TroveTesting
import TroveWire

/// A daemon on a free port of this machine, with a handler for tests:
///
/// | request | result |
/// | --- | --- |
/// | `GET /hello` | `{"ok":true}` |
/// | `GET /meet` | `true` on a thread that waits until two are there; `false` after 60 s |
/// | `GET /mirror` | the request, as the handler saw it |
/// | `POST /echo` | the body, at most 1,000 bytes |
/// | `PUT /large` | the number of the body's bytes, at most a mebibyte |
/// | `GET /wait?user=U&since=N&seconds=S` | the user's news, when there are more than N |
/// | `POST /news?user=U` | one more piece of news for the user |
/// | `POST /slow` | an answer from a slow thread, after `letSlowGo` |
/// | `GET /many` | a mebibyte |
/// | `GET /broken` | an invalid answer |
/// | `GET /headers` | 401 with a text and headers, some of them invalid |
final class TestDaemon: Sendable {
    let handler: TestHandler
    let daemon: HTTPDaemon
    /// The numbers of threads for requests that may wait, for tests of both ways to answer.
    static let waitingThreads = [0, 3]
    private let records = Monitor<[RequestRecord]>([])

    init(
        certificates: CertificateStore? = nil, headCheck: HeadCheck = .layout,
        _ change: (inout HTTPLimits) -> Void = { _ in }
    ) throws {
        var limits = HTTPLimits()
        // A slow machine must not end what a test waits for.
        limits.parkedSeconds = 600
        limits.timeout = .seconds(600)
        limits.stopLimit = .seconds(60)
        change(&limits)
        handler = TestHandler()
        daemon = try HTTPDaemon(
            ListeningSocket(ListenAddress(host: "127.0.0.1", port: 0)), handler: handler,
            limits: limits, certificates: certificates, headCheck: headCheck
        ) { [records] record in
            records.withLock { $0.append(record) }
            records.notify()
        }
    }

    deinit {
        handler.letSlowGo()
        daemon.stop()
    }

    func connect() throws -> RawExchange { try RawExchange(port: daemon.address.port) }

    /// Blocks until the daemon has exactly this load, of what is not nil, for at most two minutes.
    func waitFor(polls: Int? = nil, slow: Int? = nil, connections: Int? = nil) -> Bool {
        isTrueSoon {
            let load = daemon.load
            return polls ?? load.polls == load.polls && slow ?? load.slow == load.slow
                && connections ?? load.connections == load.connections
        }
    }

    /// Blocks until a poll is parked, for at most two minutes. A short one may end before it is
    /// seen here, so this also returns when `count` requests have finished.
    func waitForPoll(orRequests count: Int) -> Bool {
        isTrueSoon { daemon.load.polls > 0 || records.withLock { $0.count } >= count }
    }

    private func isTrueSoon(_ condition: () -> Bool) -> Bool {
        (try? Waiting.until("a state of the daemon", timeLimit: .seconds(120), condition)) != nil
    }

    /// Returns the records of the first `count` finished requests.
    func records(_ count: Int) throws -> [RequestRecord] {
        let deadline = MonotonicClock.uptime + .seconds(30)
        let found = records.wait(until: deadline) { records, _ in
            records.count >= count ? Array(records.prefix(count)) : nil
        }
        return try #require(found)
    }

    /// Returns a complete, well-formed request.
    static func request(_ line: String, _ fields: String..., body: String = "") -> String {
        var lines = ["\(line) HTTP/1.1", "Host: localhost"] + fields
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }
}

final class TestHandler: RequestHandler {
    private struct State {
        var news: [UserID: Int] = [:]
        /// The number of requests to the handler, by path.
        var asked: [String: Int] = [:]
        var isSlowFree = false
        /// The number of running pieces of slow work.
        var slow = 0
        var mostSlow = 0
        /// The number of requests that meet.
        var meeting = 0
    }

    private let state = Monitor(State())

    func mayWait(method: String, path: String) -> Bool { path != "/hello" }

    func bodyLimit(method: String, path: String) -> Int? {
        switch (method, path) {
        case ("GET", "/hello"), ("GET", "/meet"), ("GET", "/mirror"), ("GET", "/wait"),
            ("GET", "/broken"),
            ("GET", "/many"), ("GET", "/headers"):
            0
        case ("POST", "/echo"), ("POST", "/news"), ("POST", "/slow"): 1000
        case ("PUT", "/large"): 1 << 20
        case (_, "/hello"), (_, "/echo"): 0
        default: nil
        }
    }

    func recentUser(of request: ServerRequest) -> UserID? { request.token == "known" ? 7 : nil }

    func answer(_ request: ServerRequest, isLast: Bool) -> ServerAnswer {
        state.withLock { $0.asked[request.path, default: 0] += 1 }
        state.notify()
        switch request.path {
        case "/hello" where request.method != "GET", "/echo" where request.method != "POST":
            return .reply(
                ServerReply(status: 405, headers: [("Allow", "X")], body: bad.body), wakes: nil)
        case "/hello": return reply(#"{"ok":true}"#)
        case "/meet": return reply("\(meet())")
        case "/mirror": return reply(mirror(request))
        case "/echo":
            return .reply(ServerReply(status: 200, body: request.body, user: 7), wakes: nil)
        case "/many": return reply(String(repeating: "x", count: 1 << 20))
        case "/large": return reply("\(request.body.count)")
        case "/wait": return wait(request, isLast)
        case "/news":
            guard let user = user(of: request) else { return .reply(bad, wakes: nil) }
            state.withLock { $0.news[user, default: 0] += 1 }
            return .reply(ServerReply(status: 204), wakes: user)
        case "/slow": return .later { self.doSlowWork(request) }
        case "/broken": return .reply(ServerReply(status: 42), wakes: nil)
        case "/headers":
            let headers = [
                ("X-Good", "yes"), ("X-Bad", "a\r\nX-Worse: c"), ("Bad name", "x"), ("", "x"),
                ("Content-Type", "text/plain"),
            ]
            return .reply(
                ServerReply(status: 401, headers: headers, body: Array("text".utf8)), wakes: nil)
        default: return .reply(bad, wakes: nil)
        }
    }

    private let bad = ServerReply(
        status: 400, body: Array(#"{"error":{"code":"bad_request","message":""}}"#.utf8))

    private func reply(_ text: String) -> ServerAnswer {
        .reply(ServerReply(status: 200, body: Array(text.utf8)), wakes: nil)
    }

    private func user(of request: ServerRequest) -> UserID? {
        number(request, "user").map(UserID.init(rawValue:))
    }

    private func number(_ request: ServerRequest, _ name: String) -> Int? {
        request.query[name].flatMap { Int($0) }
    }

    private func mirror(_ request: ServerRequest) -> String {
        let query = request.query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return [
            request.method, request.path, query.joined(separator: ";"), request.token ?? "-",
            "\(request.body.count)", request.peer,
        ].joined(separator: " ")
    }

    private func wait(_ request: ServerRequest, _ isLast: Bool) -> ServerAnswer {
        guard let user = user(of: request), let since = number(request, "since"),
            let seconds = number(request, "seconds")
        else { return .reply(bad, wakes: nil) }
        let news = state.withLock { $0.news[user] ?? 0 }
        guard news <= since, !isLast else { return reply("\(news)") }
        return .park(user: user, seconds: seconds, seen: 0)
    }

    private func meet() -> Bool {
        state.withLock { $0.meeting += 1 }
        state.notify()
        let deadline = MonotonicClock.uptime + .seconds(60)
        return state.wait(until: deadline) { state, _ in state.meeting == 2 ? true : nil } ?? false
    }

    private func doSlowWork(_ request: ServerRequest) -> ServerAnswer {
        state.withLock { state in
            state.slow += 1
            state.mostSlow = max(state.mostSlow, state.slow)
        }
        state.notify()
        state.wait { state in state.isSlowFree ? () : nil }
        state.withLock { $0.slow -= 1 }
        return reply("slow \(request.body.count)")
    }

    // MARK: Controls for tests

    /// Lets all slow work finish.
    func letSlowGo() {
        state.withLock { $0.isSlowFree = true }
        state.notify()
    }

    /// Waits until this many pieces of slow work are running.
    func waitForSlowWork(_ count: Int) throws {
        let deadline = MonotonicClock.uptime + .seconds(30)
        let found = state.wait(until: deadline) { state, _ in state.slow == count ? true : nil }
        try #require(found == true)
    }

    /// Waits until the handler has received this many requests.
    func waitForQuestions(_ path: String, _ count: Int) throws {
        let deadline = MonotonicClock.uptime + .seconds(30)
        let found = state.wait(until: deadline) { state, _ in
            state.asked[path] ?? 0 >= count ? true : nil
        }
        try #require(found == true)
    }

    /// Returns the number of requests to the handler.
    func questions(_ path: String) -> Int { state.withLock { $0.asked[path] ?? 0 } }

    /// The maximum number of pieces of slow work at one time.
    var mostSlow: Int { state.withLock { $0.mostSlow } }
}
