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

    /// Starts a server whose calls with these names are traced, and lets strace do something at
    /// them. Returns the server and its port.
    private func start(
        _ calls: String, injecting injection: String? = nil
    ) throws -> (server: RunningProgram, port: Int) {
        try start(
            strace,
            // The server is the child that gets the signals.
            ["-D", "-f", "-y", "-e", "trace=" + calls, "-o", folder.path("trace")]
                + (injection.map { ["-e", "inject=" + $0] } ?? [])
                + [BuiltProgram.path(of: "trove-server")])
    }

    /// Starts a server that is not traced.
    private func startUntraced() throws -> (server: RunningProgram, port: Int) {
        try start(ProgramUnderTest(BuiltProgram.path(of: "trove-server")), [])
    }

    private func start(
        _ program: ProgramUnderTest, _ arguments: [String]
    ) throws -> (server: RunningProgram, port: Int) {
        let server = try program.start(
            arguments + [
                "--listen", "127.0.0.1:0", "--store", "sqlite:" + folder.path("server.db"),
            ],
            input: .empty, errors: .separate)
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

    private func signUp(at port: Int, email: String = "ann@example.org") throws -> LoginReply {
        let credentials = Credentials(
            name: "Ann", email: email, password: "correct horse", device: "x")
        return try LoginReply(ask(port, "POST", "/v1/signup", credentials.bytes).body)
    }

    private static func creation(_ number: Int) -> PushOperation {
        PushOperation(
            number: number, action: .create, kind: "book", id: id(UInt64(number)), base: 0,
            fields: [JSON.Member("title", .string("Dune"))],
            at: Timestamp(milliseconds: 1_767_225_600_000))
    }

    private func push(
        _ number: Int, _ login: LoginReply, _ cursor: Cursor, at port: Int
    ) throws -> PushReply {
        let request = PushRequest(cursor: cursor, operations: [Self.creation(number)])
        return try PushReply(
            ask(port, "POST", "/v1/push", token: login.token, request.bytes).body)
    }

    private func end(_ server: RunningProgram) throws {
        server.send(.terminate)
        _ = try server.waitForExit(timeLimit: .seconds(60))
    }

    /// The log is flushed before each answer to a push, even after writes without a flush, such as
    /// the device's position.
    @Test func acknowledgedDataIsSynced() throws {
        let (server, port) = try start("fsync,fdatasync")
        let login = try signUp(at: port)
        var cursor = Cursor.start(of: login.epoch)
        for number in 1...6 {
            let before = try calls("sync(", "server.db-wal>")
            let reply = try push(number, login, cursor, at: port)
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

    /// Devices that push at the same time wait for the same flush.
    @Test func pushesShareFlushes() throws {
        let (server, port) = try start("fdatasync", injecting: "fdatasync:delay_exit=5000")
        let logins = try (0..<6).map { try signUp(at: port, email: "\($0)@example.org") }
        let before = try calls("fdatasync(", "server.db-wal>")
        let threads = try logins.map { login in
            try Background {
                var cursor = Cursor.start(of: login.epoch)
                for number in 1...20 {
                    cursor = try push(number, login, cursor, at: port).cursor
                }
            }
        }
        for thread in threads { try thread.result() }
        let flushes = try calls("fdatasync(", "server.db-wal>") - before
        #expect(flushes > 0 && flushes < 6 * 20, "\(flushes)")
        try end(server)
    }

    /// After a flush that failed, the server acknowledges and shows nothing until it is started
    /// again.
    @Test func aFailedFlushIsNoAnswer() throws {
        let (server, port) = try startUntraced()
        let login = try signUp(at: port)
        let first = try push(1, login, .start(of: login.epoch), at: port)
        let failures = try strace.start(
            [
                "-f", "-e", "trace=fdatasync", "-e", "inject=fdatasync:error=EIO", "-o",
                "/dev/null",
                "-p", "\(server.processIdentifier)",
            ], input: .empty, errors: .merged)
        _ = try failures.read(until: "attached")
        let request = PushRequest(cursor: first.cursor, operations: [Self.creation(2)])
        for _ in 0..<2 {
            let answer = try ask(port, "POST", "/v1/push", token: login.token, request.bytes)
            #expect(answer.status == 500)
        }
        failures.send(.interrupt)
        _ = try failures.waitForExit(timeLimit: .seconds(60))
        let changes = "/v1/changes?epoch=\(login.epoch)&since=0&mark=0"
        #expect(try ask(port, "GET", changes, token: login.token).status == 500)
        #expect(try ask(port, "GET", "/ready").status == 500)
        try end(server)
        let (again, newPort) = try startUntraced()
        #expect(try push(2, login, first.cursor, at: newPort).cursor.sequence == 2)
        try end(again)
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
