import Testing
import TroveCodecs
import TroveModel
import TroveTesting
import TroveWire

/// A page has at most some bytes, and so has the memory that the server needs for it.
@Suite struct PageMemoryTests {
    enum Engine: CaseIterable { case sqlite, postgres }

    private let program: ProgramUnderTest

    init() throws {
        program = try ProgramUnderTest(BuiltProgram.path(of: "trove-server"))
    }

    /// A running server.
    private struct Running {
        let server: RunningProgram
        let port: Int

        func ask(
            _ method: String, _ path: String, token: String? = nil, _ body: [UInt8] = []
        ) throws -> [UInt8] {
            let client = try RawExchange(port: port)
            let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
            try client.send(
                "\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(authorization)"
                    + "Content-Length: \(body.count)\r\n\r\n"
                    + String(decoding: body, as: UTF8.self))
            let reply = try client.readReply()
            try #require((200..<300).contains(reply.status), "\(reply.status) to \(path)")
            return reply.body
        }
    }

    private func start(_ engine: Engine) throws -> Running {
        let store =
            switch engine {
            case .sqlite: ["--store", "sqlite:" + program.scratch.path("server.db")]
            case .postgres: ["--connections", "1", "--store", try PostgresUnderTest.makeDatabase()]
            }
        let server = try program.start(
            ["--listen", "127.0.0.1:0"] + store, input: .empty, errors: .separate)
        let line = try server.read(until: "\n")
        return Running(
            server: server,
            port: try #require(line.split(separator: ":").last.flatMap { Int($0.dropLast()) }))
    }

    /// Adds entries of 60 kB, some at a time. Returns the cursor.
    private func add(_ count: Int, token: String, epoch: String, at running: Running) throws
        -> Cursor
    {
        let members = (0..<4).map {
            JSON.Member("f\($0)", .string(String(repeating: "x", count: 15_000)))
        }
        var cursor = Cursor.start(of: epoch)
        for first in stride(from: 1, through: count, by: 16) {
            let operations = (first..<min(first + 16, count + 1)).map { number in
                PushOperation(
                    number: number, action: .create, kind: "book", id: id(UInt64(number)), base: 0,
                    fields: [JSON.Member("title", .string("\(number)"))] + members,
                    at: Timestamp(milliseconds: 1_767_225_600_000))
            }
            let request = PushRequest(cursor: cursor, operations: operations)
            cursor = try PushReply(
                JSON(parsing: running.ask("POST", "/v1/push", token: token, request.bytes))
            ).cursor
        }
        return cursor
    }

    @Test(arguments: Engine.allCases) func aPageOfLargeEntriesNeedsLittle(_ engine: Engine) throws {
        let running = try start(engine)
        let body =
            #"{"name":"Ann","email":"ann@example.org","password":"correct horse","device":"x"}"#
        let login = try LoginReply(
            JSON(parsing: running.ask("POST", "/v1/signup", Array(body.utf8))))
        let end = try add(1000, token: login.token, epoch: login.epoch, at: running)
        // The peak so far is that of hashing a password. This sets it to the present, see proc(5).
        try ProgramUnderTest("/bin/sh").run([
            "-c", "echo 5 >/proc/\(running.server.processIdentifier)/clear_refs",
        ]).requiring()
        let before = try running.server.peakMemory()
        var since = Cursor.start(of: login.epoch)
        var versions: [Int] = []
        repeat {
            let page = try running.ask(
                "GET",
                "/v1/changes?epoch=\(since.epoch)&since=\(since.sequence)&mark=\(String(since.mark, radix: 16))&limit=1000",
                token: login.token)
            #expect(page.count < Limits.pageBytes + Limits.entry)
            let changes = try ChangesReply(JSON(parsing: page))
            versions += changes.entries.map(\.version.rawValue)
            since = changes.next
        } while since.sequence < end.sequence
        #expect(versions == Array(1...1000))
        let snapshot = try running.ask("GET", "/v1/snapshot?limit=1000", token: login.token)
        #expect(snapshot.count < Limits.pageBytes + Limits.entry)
        let growth = try running.server.peakMemory() - before
        #expect(growth < 24 << 20, "\(growth) bytes for a page")
        running.server.send(.terminate)
        try running.server.waitForExit(timeLimit: .seconds(60)).requiring(.success)
    }
}
