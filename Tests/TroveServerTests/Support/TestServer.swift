import Testing
import TroveModel
import TroveServer
import TroveSystem
import TroveTesting
import TroveWire

/// A server's core with a clock that is moved by hand, and passwords that cost little.
final class TestServer: Sendable {
    let core: SyncServer
    private let clock: Locked<Int>
    /// Whether every answer is compared with the description.
    private let isChecked: Bool

    /// The first moment of the year 2026, in milliseconds.
    static let start = 1_767_225_600_000

    /// Passwords that cost little, and as many accounts as there may be.
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
        core = SyncServer(
            store: store, options: options, kinds: kinds, now: { time.now },
            random: SeededRandom(seed: seed), policy: policy)
        self.time = time
        clock = Locked(0)
        self.isChecked = isChecked
    }

    private let time: Clock

    /// A clock that stands still until it is moved.
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

    /// Answers as the daemon does, but that slow work is done at once and a parked request stays so.
    func ask(
        _ method: String, _ path: String, query: [String: String] = [:], token: String? = nil,
        body: [UInt8] = [], peer: String = "127.0.0.1", isLast: Bool = false
    ) -> Answer {
        let request = ServerRequest(
            method: method, path: path, query: query, token: token, body: body, peer: peer)
        var answer = core.answer(request, isLast: isLast)
        while case .later(let work) = answer { answer = work() }
        switch answer {
        case .reply(let reply, let wakes):
            if isChecked { check(reply, to: request) }
            return Answer(reply: reply, wakes: wakes, parked: nil)
        case .park(_, let seconds):
            return Answer(reply: ServerReply(status: 0), wakes: nil, parked: seconds)
        case .later: preconditionFailure("the loop has run what was slow")
        }
    }

    private static let schema = Locked<Schema?>(nil)

    /// Compares every answer with what the server's description says of it.
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
            Issue.record("the answer to \(route) is no JSON: \(error)")
        }
    }

    /// `GET /v1/openapi.json`
    var description: JSON {
        let request = ServerRequest(method: "GET", path: "/v1/openapi.json")
        guard case .reply(let reply, _) = core.answer(request, isLast: false),
            let description = try? JSON(parsing: reply.body)
        else {
            Issue.record("the description is no JSON")
            return .null
        }
        return description
    }

    /// What was answered.
    struct Answer {
        let reply: ServerReply
        let wakes: UserID?
        /// For how many seconds the request is parked, if it is.
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

        /// The body, read as a message of the protocol.
        func message<Message>(
            _ read: (JSON) throws(WireError) -> Message
        ) throws -> Message {
            guard (200..<300).contains(status) else { throw refusal }
            return try read(JSON(parsing: reply.body))
        }
    }

    /// Signs a user up, who has one device then.
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
        device: String = "phone", resumed: String? = nil, peer: String = "127.0.0.1"
    ) throws -> TestDevice {
        let credentials = Credentials(
            email: email, password: password, device: device, resumed: resumed)
        let reply = try ask("POST", "/v1/login", body: credentials.bytes, peer: peer)
            .message(LoginReply.init)
        return TestDevice(self, reply, name: device)
    }
}
