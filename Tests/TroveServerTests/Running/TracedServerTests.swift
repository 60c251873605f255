import Testing
import TroveCodecs
import TroveModel
import TroveTesting
import TroveWire

/// The server's system calls under strace: acknowledged data is on the disk, and an unknown email
/// costs as much as a known one.
@Suite struct TracedServerTests {
    private let strace: ProgramUnderTest
    private var folder: ScratchDirectory { strace.scratch }

    init() throws { strace = try ProgramUnderTest("strace") }

    private func start(_ calls: String) throws -> (server: RunningProgram, port: Int) {
        let server = try strace.start(
            [
                // The server is the child that gets the signals.
                "-D", "-f", "-y", "-e", "trace=" + calls, "-o", folder.path("trace"),
                BuiltProgram.path(of: "trove-server"), "--listen", "127.0.0.1:0", "--store",
                "sqlite:" + folder.path("server.db"),
            ], input: .empty, errors: .separate)
        let line = try server.read(until: "\n")
        return (
            server, try #require(line.split(separator: ":").last.flatMap { Int($0.dropLast()) })
        )
    }

    /// Returns the number of traced calls whose lines contain all of these texts.
    private func calls(_ words: String...) throws -> Int {
        try folder.read("trace").split(separator: "\n").count { line in
            words.allSatisfy { line.contains($0) }
        }
    }

    private func ask(
        _ port: Int, _ method: String, _ path: String, token: String? = nil, _ body: [UInt8] = []
    ) throws -> (status: Int, body: JSON) {
        let client = try RawExchange(port: port)
        let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        try client.send(
            "\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(authorization)"
                + "Content-Length: \(body.count)\r\n\r\n" + String(decoding: body, as: UTF8.self))
        let reply = try client.readReply()
        return (reply.status, try JSON(parsing: reply.body))
    }

    private func signUp(at port: Int) throws -> LoginReply {
        let credentials = Credentials(
            name: "Ann", email: "ann@example.org", password: "correct horse", device: "x")
        return try LoginReply(ask(port, "POST", "/v1/signup", credentials.bytes).body)
    }

    private func end(_ server: RunningProgram) throws {
        server.send(.terminate)
        _ = try server.waitForExit(timeLimit: .seconds(20))
    }

    /// The log is flushed before each answer to a push, even after writes without a flush, such as
    /// the device's position.
    @Test func acknowledgedDataIsSynced() throws {
        let (server, port) = try start("fsync,fdatasync")
        let login = try signUp(at: port)
        var cursor = Cursor.start(of: login.epoch)
        for number in 1...6 {
            let operation = PushOperation(
                number: number, action: .create, kind: "book", id: id(UInt64(number)), base: 0,
                fields: [JSON.Member("title", .string("Dune"))],
                at: Timestamp(milliseconds: 1_767_225_600_000))
            let before = try calls("sync(", "server.db-wal>")
            let push = PushRequest(cursor: cursor, operations: [operation])
            let reply = try PushReply(
                ask(port, "POST", "/v1/push", token: login.token, push.bytes).body)
            #expect(try calls("sync(", "server.db-wal>") > before, "push \(number)")
            cursor = reply.cursor
            // The device has read the rest by now, which the server records.
            let mark = String(cursor.mark, radix: 16)
            let changes =
                "/v1/changes?epoch=\(cursor.epoch)&since=\(cursor.sequence)&mark=\(mark)"
            #expect(try ask(port, "GET", changes, token: login.token).status == 200)
        }
        try end(server)
    }

    /// Hashing a password uses 64 MiB of memory, allocated anew each time.
    @Test func anUnknownEmailCostsTheSame() throws {
        let (server, port) = try start("mmap")
        _ = try signUp(at: port)
        func hashes(_ email: String) throws -> Int {
            let before = try calls("mmap(NULL, 671")
            let credentials = Credentials(email: email, password: "wrong horse", device: "x")
            #expect(try ask(port, "POST", "/v1/login", credentials.bytes).status == 401)
            return try calls("mmap(NULL, 671") - before
        }
        #expect(try hashes("ann@example.org") == 1)
        #expect(try hashes("bob@example.org") == 1)
        try end(server)
    }
}
