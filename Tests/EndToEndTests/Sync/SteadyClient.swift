import Synchronization
import TroveCodecs
import TroveSystem
import TroveTesting

/// A user with a device that pushes one gem after another while its second connection waits for
/// them, both without a pause until `end`. It speaks HTTP itself, so it knows every answer.
///
/// A push without an answer of status 200 is repeated until it has one, as devices do.
final class SteadyClient: Sendable {
    /// What the client has seen.
    struct Record: Sendable {
        /// The gems whose pushes were acknowledged, from the first on.
        var acknowledged = 0
        /// How often each gem has arrived at the second connection, by its ID.
        var arrivals: [String: Int] = [:]
        /// The requests without an answer, and those with an answer of another status than 200.
        var failures: [String] = []

        fileprivate var longestPause = Duration.zero
        fileprivate var lastAcknowledged = ContinuousClock.now
        fileprivate var isEnding = false
        /// Whether the answers are no longer needed.
        fileprivate var isAbandoned = false
    }

    /// The client cannot go on.
    struct Stuck: Error {
        let reason: String
    }

    private let user: SteadyUser
    private let pusher: Background<Void>
    private let reader: Background<Void>

    /// Signs a user up, and begins.
    ///
    /// - Parameters:
    ///   - name: The name of the user, which is also in the email.
    ///   - port: The port of the server.
    /// - Throws: `Stuck` when the server refuses the user.
    init(_ name: String, port: UInt16) throws {
        let user = try SteadyUser(signingUp: name, port: port)
        self.user = user
        pusher = try Background { try user.push() }
        reader = try Background { try user.read() }
    }

    deinit {
        // The threads are joined next, also after a failed test.
        user.record.withLock { record in
            record.isEnding = true
            record.isAbandoned = true
        }
    }

    /// The number of acknowledged pushes so far.
    var acknowledged: Int { user.record.withLock(\.acknowledged) }

    /// Returns the longest time without an acknowledged push since the last call.
    func takeLongestPause() -> Duration {
        user.record.withLock { record in
            defer { record.longestPause = .zero }
            return max(record.longestPause, record.lastAcknowledged.duration(to: .now))
        }
    }

    /// The number of requests so far without an answer of status 200.
    var failureCount: Int { user.record.withLock(\.failures.count) }

    /// Blocks until further pushes are acknowledged.
    ///
    /// - Throws: `Stuck` after the time limit.
    func wait(forPushes count: Int, timeLimit: Duration = .seconds(120)) throws {
        let goal = acknowledged + count
        try wait(timeLimit) { $0.acknowledged >= goal }
    }

    /// Blocks until a request was answered with a status, if none was before.
    ///
    /// - Throws: `Stuck` after the time limit.
    func wait(forStatus status: Int, timeLimit: Duration = .seconds(120)) throws {
        try wait(timeLimit) { $0.failures.contains { $0.contains(": \(status) ") } }
    }

    private func wait(_ timeLimit: Duration, until isDone: (Record) -> Bool) throws {
        do {
            try Waiting.until("the client's progress", timeLimit: timeLimit) {
                user.record.withLock { record in isDone(record) }
            }
        } catch is Waiting.Failure {
            throw Stuck(reason: user.record.withLock { "\($0.failures.suffix(5))" })
        }
    }

    /// Ends the requests, and returns what the client has seen.
    ///
    /// - Throws: `Stuck` when an answer made the device unable to go on.
    func end() throws -> Record {
        user.record.withLock { $0.isEnding = true }
        try pusher.result()
        try reader.result()
        return user.record.withLock { $0 }
    }

    /// Returns how often the server has each gem, by its ID.
    ///
    /// - Throws: `Stuck` when it does not answer.
    func stored() throws -> [String: Int] { try user.stored() }

    /// Returns the ID of a gem.
    static func id(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "019a9000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count)
            + digits
    }
}

/// The requests of a `SteadyClient`.
private final class SteadyUser: Sendable {
    let record = Mutex(SteadyClient.Record())
    private let port: UInt16
    private let token: String
    private let epoch: String

    init(signingUp name: String, port: UInt16) throws {
        var connection = SteadyConnection(port: port)
        let reply = try connection.ask(
            "POST /v1/signup",
            body: """
                {"name":"\(name)","email":"\(name)@example.org","device":"d",\
                "password":"nine lanterns over the harbour"}
                """)
        let login = try JSON(parsing: reply.body)
        guard let token = login["token"]?.text, let epoch = login["epoch"]?.text else {
            throw SteadyClient.Stuck(reason: "sign-up: \(reply.status) \(reply.text)")
        }
        self.port = port
        self.token = token
        self.epoch = epoch
    }

    private var isEnding: Bool { record.withLock(\.isEnding) }

    /// Pushes gems until the end.
    func push() throws {
        var connection = SteadyConnection(port: port, token: token)
        var cursor = (sequence: 0, mark: "0")
        var number = 0
        while !isEnding {
            number += 1
            let body = """
                {"epoch":"\(epoch)","since":\(cursor.sequence),"mark":"\(cursor.mark)",\
                "operations":[{"n":\(number),"action":"create","kind":"gem",\
                "id":"\(SteadyClient.id(number))","base":0,"fields":{"name":"gem \(number)"},\
                "at":1763600000000}]}
                """
            let reply = try repeating(&connection, "POST /v1/push", body: body)
            guard let sequence = reply["seq"]?.int, let mark = reply["mark"]?.text,
                let result = reply["results"]?.array?.first, result["status"]?.text == "applied"
            else { throw SteadyClient.Stuck(reason: "push: \(reply.written)") }
            cursor = (sequence, mark)
            record.withLock { record in
                record.acknowledged = number
                let pause = record.lastAcknowledged.duration(to: .now)
                record.longestPause = max(record.longestPause, pause)
                record.lastAcknowledged = .now
            }
        }
    }

    /// Reads changes until the end, and waits for them if there are none.
    func read() throws {
        var connection = SteadyConnection(port: port, token: token)
        var cursor = (sequence: 0, mark: "0")
        while !isEnding {
            let place = "since=\(cursor.sequence)&mark=\(cursor.mark)"
            let page = try repeating(
                &connection, "GET /v1/changes?epoch=\(epoch)&\(place)&wait=2")
            guard let next = page["next"]?.int, let mark = page["mark"]?.text,
                let entries = page["entries"]?.array
            else { throw SteadyClient.Stuck(reason: "changes: \(page.written)") }
            cursor = (next, mark)
            record.withLock { record in
                for entry in entries { record.arrivals[entry["id"]?.text ?? "", default: 0] += 1 }
            }
        }
    }

    /// Reads everything that the server has.
    func stored() throws -> [String: Int] {
        var connection = SteadyConnection(port: port, token: token)
        var counts: [String: Int] = [:]
        var last = ""
        while true {
            let after = last.isEmpty ? "" : "&after=\(last)"
            let page = try repeating(&connection, "GET /v1/snapshot?limit=1000\(after)")
            for entry in page["entries"]?.array ?? [] {
                last = entry["id"]?.text ?? ""
                counts[last, default: 0] += 1
            }
            guard page["more"] == .bool(true) else { return counts }
        }
    }

    /// Asks until the status is 200, with a pause of 20 ms after a failure, and records the
    /// failures.
    ///
    /// - Throws: `Stuck` for a refusal that devices do not answer by asking again.
    private func repeating(
        _ connection: inout SteadyConnection, _ line: String, body: String = ""
    ) throws -> JSON {
        while true {
            let start = ContinuousClock.now
            var failure: String
            do {
                let reply = try connection.ask(line, body: body)
                if reply.status == 200 { return try JSON(parsing: reply.body, depthLimit: 32) }
                failure = "\(reply.status) \(reply.text)"
                if reply.status < 429 { throw SteadyClient.Stuck(reason: failure) }
            } catch let stuck as SteadyClient.Stuck {
                throw stuck
            } catch {
                failure = "\(error)"
            }
            let path = line.prefix { $0 != "?" }
            let isAbandoned = record.withLock { record in
                record.failures.append("\(path) after \(start.duration(to: .now)): \(failure)")
                return record.isAbandoned
            }
            if isAbandoned { throw SteadyClient.Stuck(reason: failure) }
            SystemThread.sleep(for: .milliseconds(20))
        }
    }
}

/// A connection that is made again after an error, and when the server has closed it.
private struct SteadyConnection {
    private let port: UInt16
    private let token: String?
    private var open: RawExchange?

    init(port: UInt16, token: String? = nil) {
        self.port = port
        self.token = token
    }

    mutating func ask(_ line: String, body: String) throws -> RawExchange.Reply {
        let exchange = try open ?? RawExchange(port: Int(port))
        open = nil
        var fields = ["\(line) HTTP/1.1", "Host: localhost"]
        if let token { fields.append("Authorization: Bearer \(token)") }
        if !body.isEmpty { fields.append("Content-Length: \(body.utf8.count)") }
        try exchange.send(fields.joined(separator: "\r\n") + "\r\n\r\n" + body)
        let reply = try exchange.readReply(within: .seconds(60))
        if reply.field("Connection")?.lowercased() != "close" { open = exchange }
        return reply
    }
}
