import Glibc
import TroveCodecs
import TroveLoopback
import TroveTesting

/// A server whose writes are recorded while a device pushes items and pictures.
struct RecordedServer {
    let cuts: PowerCuts
    private let path: String
    private var requests: [Request] = []

    /// A request, and what must be stored once it is answered.
    private struct Request {
        let line: String
        let body: [UInt8]
        /// The items that it adds.
        var ids: Set<String> = []
        /// The digest of the picture that it uploads.
        var picture: String?
    }

    private var token = ""

    init() throws {
        path = try BuiltProgram.path(of: "trove-server")
        let strace = try ProgramUnderTest("strace")
        let root = try strace.scratch.makeDirectory("store")
        let running = try strace.start(
            DiskRecording.arguments(log: strace.scratch.path("strace.log"))
                + [path] + Self.arguments(store: strace.scratch.path("store/server.db")),
            errors: .file(strace.scratch.path("errors")))
        let port = try Self.port(of: running)

        var random = SeededRandom(seed: 1)
        let signup = Request(
            line: "POST /v1/signup",
            body: Array(
                #"{"name":"Ann","email":"ann@example.org","password":"fold the corners","device":"d"}"#
                    .utf8))
        requests = [signup]
        let account = try JSON(parsing: Self.ask(port, signup, token: "").body, depthLimit: 32)
        token = account["token"]?.text ?? ""
        let epoch = account["epoch"]?.text ?? ""
        var cursor: (sequence: Int, mark: String) = (0, "0")
        var number = 0
        for push in 0..<12 {
            var ids: [String] = []
            let operations = (0..<3).map { _ in
                number += 1
                let id = Self.id(using: &random)
                ids.append(id)
                return """
                    {"n":\(number),"action":"create","kind":"book","id":"\(id)","base":0,\
                    "fields":{"title":"P\(push)","note":"\(String(repeating: "n", count: 700))"},\
                    "at":1763600000000}
                    """
            }
            let body = """
                {"epoch":"\(epoch)","since":\(cursor.sequence),"mark":"\(cursor.mark)",\
                "operations":[\(operations.joined(separator: ","))]}
                """
            let request = Request(line: "POST /v1/push", body: Array(body.utf8), ids: Set(ids))
            requests.append(request)
            let answer = try JSON(
                parsing: Self.ask(port, request, token: token).body, depthLimit: 32)
            cursor = (answer["seq"]?.int ?? 0, answer["mark"]?.text ?? "")
            if push % 4 == 1 {
                let picture = PictureFixture.png(width: 40, height: 40) { column, row in
                    UInt8((column * push + row) % 256)
                }
                let digest = SHA256(of: picture).description
                let put = Request(line: "PUT /v1/blobs/\(digest)", body: picture, picture: digest)
                requests.append(put)
                _ = try Self.ask(port, put, token: token)
            }
        }
        // The server is the tracer's child.
        let tracer = running.processIdentifier
        let children = try String(
            decoding: FileContents.read("/proc/\(tracer)/task/\(tracer)/children"), as: UTF8.self)
        guard let server = children.split(separator: " ").first.flatMap({ Int32($0) }) else {
            throw SystemCallError("find the server", code: ESRCH)
        }
        kill(server, SIGTERM)
        try running.waitForExit().requiring()
        cuts = PowerCuts(
            events: try DiskRecording.events(
                in: strace.scratch.readBytes("strace.log"), below: root), root: root)
    }

    private static func arguments(store: String) -> [String] {
        ["--listen", "127.0.0.1:0", "--store", "sqlite:\(store)"]
    }

    /// Waits until the server listens, and returns its port.
    private static func port(of server: RunningProgram) throws -> Int {
        try server.read(until: "trove-server listens on http://127.0.0.1:")
        let rest = try server.read(until: "\n")
        guard let port = Int(rest.dropLast()) else {
            throw SystemCallError("read the server's port", code: EINVAL)
        }
        return port
    }

    private static func id(using random: inout SeededRandom) -> String {
        let letters = Array("0123456789abcdef")
        func part(_ count: Int) -> String {
            String((0..<count).map { _ in letters[Int.random(in: 0..<16, using: &random)] })
        }
        return "019a9000-\(part(4))-7\(part(3))-8\(part(3))-\(part(12))"
    }

    private static func ask(
        _ port: Int, _ request: Request, token: String
    ) throws -> RawExchange.Reply {
        let exchange = try RawExchange(port: port)
        let type = request.picture == nil ? "application/json" : "application/octet-stream"
        try exchange.send(
            """
            \(request.line) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: \(type)\r\n\
            Authorization: Bearer \(token)\r\nContent-Length: \(request.body.count)\r\n\r\n
            """)
        try exchange.send(request.body)
        let reply = try exchange.readReply()
        exchange.close()
        return reply
    }

    /// Returns the problem with a disk after a cut, or nil.
    func finding(after cut: PowerCuts.Cut) throws -> String? {
        let scratch = try ScratchDirectory(inMemory: true)
        let program = try ProgramUnderTest(path, scratch: scratch)
        try scratch.makeDirectory("store")
        try scratch.write(cut.files, below: "store")
        let server = try program.start(
            Self.arguments(store: scratch.path("store/server.db")),
            errors: .file(scratch.path("errors")))
        guard let port = try? Self.port(of: server) else {
            return "it does not start: \(try scratch.read("errors"))"
        }
        defer { server.send(.kill) }
        let answered = Self.answers(in: cut.said)
        // Before the sign-up was answered, there is nothing to check.
        guard answered > 0 else { return nil }
        let snapshot = Request(line: "GET /v1/snapshot?limit=1000", body: [])
        let reply = try Self.ask(port, snapshot, token: token)
        guard reply.status == 200 else { return "the snapshot: \(reply.status) \(reply.text)" }
        let entries = try JSON(parsing: reply.body, depthLimit: 32)["entries"]?.array ?? []
        let found = entries.compactMap { $0["id"]?.text }
        let certain = Set(requests[..<answered].flatMap(\.ids))
        let underWay = requests[answered...].first?.ids ?? []
        guard found.count == Set(found).count else { return "some things are there twice" }
        guard Set(found) == certain || Set(found) == certain.union(underWay) else {
            return "there are \(found.count) things, where \(certain.count) were acknowledged"
        }
        for request in requests[..<answered] {
            guard let digest = request.picture else { continue }
            let get = Request(line: "GET /v1/blobs/\(digest)", body: [], picture: digest)
            let picture = try Self.ask(port, get, token: token)
            guard picture.body == request.body else { return "a picture: \(picture.status)" }
        }
        // Unanswered requests are repeated, and must take effect once.
        guard let next = requests[answered...].first, !next.ids.isEmpty else { return nil }
        let again = try Self.ask(port, next, token: token)
        guard again.status == 200 else { return "sent again: \(again.status) \(again.text)" }
        let after = try JSON(
            parsing: Self.ask(port, snapshot, token: token).body, depthLimit: 32)["entries"]
        return after?.array?.count == certain.count + underWay.count
            ? nil : "sent again: \(after?.array?.count ?? 0) things"
    }

    /// Returns the number of answered requests. Before the server listens, it only answers requests
    /// of its own, which prove that malformed heads are refused.
    private static func answers(in said: [UInt8]) -> Int {
        let text = String(decoding: said, as: UTF8.self)
        guard let start = text.firstRange(of: "trove-server listens on ")?.upperBound else {
            return 0
        }
        return text[start...].split(
            separator: "HTTP/1.1 20", omittingEmptySubsequences: false
        ).count - 1
    }
}
