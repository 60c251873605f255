import Testing
import TroveCodecs
import TroveModel
import TroveServer
import TroveSystem
import TroveTesting
import TroveWire

/// A server's core with a manual clock and cheap password hashing.
final class TestServer: Sendable {
    let core: SyncServer
    /// Whether every answer is checked against the description.
    private let isChecked: Bool

    /// The start of the year 2026, in milliseconds.
    static let start = 1_767_225_600_000

    /// Cheap password hashing and unlimited accounts.
    static var options: SyncServer.Options {
        var options = SyncServer.Options()
        options.hasCheapPasswords = true
        options.signupsPerHour = .max
        return options
    }

    init(
        store: sending ServerStore, kinds: Kinds = .standard, seed: UInt64 = 1,
        policy: any MergePolicy = .standard, isChecked: Bool = true,
        _ change: (inout SyncServer.Options) -> Void = { _ in }
    ) {
        var options = Self.options
        change(&options)
        let time = Clock()
        let events = Locked<[AccountEvent]>([])
        core = SyncServer(
            store: store, options: options, kinds: kinds, now: { time.now },
            random: SeededRandom(seed: seed), policy: policy,
            noteAccount: { event in events.withLock { $0.append(event) } })
        self.time = time
        self.events = events
        self.isChecked = isChecked
    }

    private let time: Clock
    private let events: Locked<[AccountEvent]>

    /// Returns what was noted about accounts since the last call.
    func takeEvents() -> [AccountEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }

    /// A clock that advances only on command.
    private final class Clock: Sendable {
        let milliseconds = Locked(TestServer.start)
        var now: Timestamp { Timestamp(milliseconds: milliseconds.withLock { $0 }) }
    }

    var now: Timestamp { time.now }

    func pass(milliseconds: Int) {
        time.milliseconds.withLock { $0 += milliseconds }
    }

    func pass(seconds: Int) { pass(milliseconds: seconds * 1000) }

    func pass(days: Int) { pass(seconds: days * 86_400) }

    /// Answers like the daemon, except that slow work runs at once and parked requests stay parked.
    func ask(
        _ method: String, _ path: String, query: [String: String] = [:], token: String? = nil,
        format: Int = 1, body: [UInt8] = [], peer: String = "127.0.0.1", isLast: Bool = false
    ) -> Answer {
        let request = ServerRequest(
            method: method, path: path, query: query, token: token, format: format, body: body,
            peer: peer)
        var answer = core.answer(request, isLast: isLast)
        while case .later(let work) = answer { answer = work() }
        switch answer {
        case .reply(let reply, let wakes):
            if isChecked { check(reply, to: request) }
            return Answer(reply: reply, wakes: wakes, parked: nil)
        case .park(_, let seconds, _):
            return Answer(reply: ServerReply(status: 0), wakes: nil, parked: seconds)
        case .later: preconditionFailure("the loop has run what was slow")
        }
    }

    private static let schema = Locked<Schema?>(nil)

    /// Checks an answer against the server's description.
    private func check(_ reply: ServerReply, to request: ServerRequest) {
        guard case .route(let route, _) = Route.match(method: request.method, path: request.path)
        else { return }
        let schema = Self.schema.withLock { schema in
            if let schema { return schema }
            let made = Schema(description)
            schema = made
            return made
        }
        guard let body = schema.reply(route.method, route.path, status: reply.status) else {
            Issue.record("\(reply.status) to \(route) is not described")
            return
        }
        if body.isNull {
            #expect(reply.status != 204 || reply.body.isEmpty)
            return
        }
        do {
            let flaw = schema.flaw(of: try JSON(parsing: reply.body), as: body)
            #expect(flaw == nil, "the answer to \(route) is not as it is described")
        } catch {
            Issue.record("the answer to \(route) is not JSON: \(error)")
        }
    }

    /// The reply to `GET /v1/openapi.json`.
    var description: JSON {
        let request = ServerRequest(method: "GET", path: "/v1/openapi.json")
        guard case .reply(let reply, _) = core.answer(request, isLast: false),
            let description = try? JSON(parsing: reply.body)
        else {
            Issue.record("the description is not JSON")
            return .null
        }
        return description
    }

    /// A reply.
    struct Answer {
        let reply: ServerReply
        let wakes: UserID?
        /// The time in seconds that the request is parked; nil if it is not.
        let parked: Int?

        var status: Int { reply.status }
        var text: String { String(decoding: reply.body, as: UTF8.self) }
        var code: String? { refusal.code }

        func header(_ name: String) -> String? {
            reply.headers.first { $0.name == name }?.value
        }

        var refusal: ServerRefusal {
            ServerRefusal(
                status: status, body: try? JSON(parsing: reply.body),
                retryAfter: header("Retry-After").flatMap { Int($0) })
        }

        /// Returns the body as a message of the protocol.
        func message<Message>(
            _ read: (JSON) throws(WireError) -> Message
        ) throws -> Message {
            guard (200..<300).contains(status) else { throw refusal }
            return try read(JSON(parsing: reply.body))
        }
    }

    /// Signs up a user with one device.
    func signUp(
        _ email: String = "ann@example.org", password: String = "a good password",
        device: String = "laptop", peer: String = "127.0.0.1"
    ) throws -> TestDevice {
        let credentials = Credentials(
            name: "Ann", email: email, password: password, device: device)
        let reply = try ask("POST", "/v1/signup", body: credentials.bytes, peer: peer)
            .message(LoginReply.init)
        return TestDevice(self, reply, name: device)
    }

    func logIn(
        _ email: String = "ann@example.org", password: String = "a good password",
        device: String = "phone", format: Int = 1, resumed: String? = nil,
        peer: String = "127.0.0.1"
    ) throws -> TestDevice {
        let credentials = Credentials(
            email: email, password: password, device: device, resumed: resumed)
        let reply = try ask(
            "POST", "/v1/login", format: format, body: credentials.bytes, peer: peer
        ).message(LoginReply.init)
        return TestDevice(self, reply, name: device)
    }
}
