import Glibc
import Testing
import TroveCodecs
import TroveModel
import TroveSQLite
import TroveSystem
import TroveTesting
import TroveWire

/// Backups of a server's store: created, restored, and restored in the wrong way.
@Suite struct BackupTests {
    private let program: ProgramUnderTest
    private var folder: ScratchDirectory { program.scratch }

    init() throws {
        program = try ProgramUnderTest(BuiltProgram.path(of: "trove-server"))
        try folder.makeDirectory("s")
    }

    /// A running server, and one device of its only user.
    private struct Running {
        let server: RunningProgram
        let port: Int
    }

    private var store: [String] { ["--store", "sqlite:" + folder.path("s/server.db")] }

    private func start() throws -> Running {
        let server = try program.start(
            ["--listen", "127.0.0.1:0"] + store, input: .empty, errors: .separate)
        let line = try server.read(until: "\n")
        return Running(
            server: server,
            port: try #require(line.split(separator: ":").last.flatMap { Int($0.dropLast()) }))
    }

    private func end(_ running: Running) throws {
        running.server.send(.terminate)
        try running.server.waitForExit(timeLimit: .seconds(60)).requiring(.success)
    }

    private func kill(_ running: Running) throws {
        running.server.send(.kill)
        #expect(try running.server.waitForExit().status == .signaled(.kill))
    }

    private func ask(
        _ running: Running, _ method: String, _ path: String, token: String? = nil,
        _ body: [UInt8] = []
    ) throws -> JSON {
        let client = try RawExchange(port: running.port)
        let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        try client.send(
            "\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(authorization)"
                + "Content-Length: \(body.count)\r\n\r\n" + String(decoding: body, as: UTF8.self))
        let reply = try client.readReply()
        try #require((200..<300).contains(reply.status), "\(reply.status) to \(path)")
        return try JSON(parsing: reply.body)
    }

    /// The state of a device.
    private struct Device {
        let token: String
        var cursor: Cursor
        var number = 0
    }

    private func signUp(at running: Running) throws -> Device {
        let body =
            #"{"name":"Ann","email":"ann@example.org","password":"correct horse","device":"x"}"#
        let login = try LoginReply(ask(running, "POST", "/v1/signup", Array(body.utf8)))
        return Device(token: login.token, cursor: .start(of: login.epoch))
    }

    /// Adds this many books with a note.
    private func add(_ count: Int, _ device: inout Device, at running: Running) throws {
        let operations = (0..<count).map { index in
            PushOperation(
                number: device.number + index + 1, action: .create, kind: "book",
                id: id(UInt64(device.number + index + 1)), base: 0,
                fields: [
                    JSON.Member("title", .string("Book \(device.number + index)")),
                    JSON.Member("note", .string(String(repeating: "n", count: 500))),
                ], at: Timestamp(milliseconds: 1_767_225_600_000))
        }
        let request = PushRequest(cursor: device.cursor, operations: operations)
        let reply = try PushReply(
            ask(running, "POST", "/v1/push", token: device.token, request.bytes))
        device.number += count
        device.cursor = reply.cursor
    }

    /// Returns the number of books on the server.
    private func count(_ device: Device, at running: Running) throws -> Int? {
        try ask(running, "GET", "/v1/account", token: device.token)["entries"]?.int
    }

    /// Copies one file over another, as `cp` does.
    private func copy(_ name: String, to other: String) throws {
        try folder.write(folder.readBytes(name), to: other)
    }

    private var storeFiles: [String] { folder.files().filter { $0.hasPrefix("s/") }.sorted() }

    private func program(_ arguments: String...) throws -> ProgramRun {
        try program.run(arguments + store)
    }

    // MARK: Complete backups

    @Test func aStoppedServersFileIsComplete() throws {
        var running = try start()
        var ann = try signUp(at: running)
        try add(100, &ann, at: running)
        try end(running)
        #expect(storeFiles == ["s/server.db", "s/server.db-guard"])
        // A copy of only the main file, restored by hand.
        try copy("s/server.db", to: "copy.db")
        running = try start()
        try add(50, &ann, at: running)
        try end(running)
        try copy("copy.db", to: "s/server.db")
        running = try start()
        #expect(try count(ann, at: running) == 100)
        try end(running)
    }

    /// A log whose file was moved away has what was acknowledged: nothing removes it.
    @Test func aLogWithoutItsFileIsKept() throws {
        var running = try start()
        var ann = try signUp(at: running)
        let backup = folder.path("backup.db")
        _ = try program("backup", backup).requiring(.success)
        try add(20, &ann, at: running)
        try kill(running)
        let log = try folder.readBytes("s/server.db-wal")
        #expect(SystemCall.rename(folder.path("s/server.db"), folder.path("moved.db")) == 0)
        for arguments in [
            ["restore", backup], ["--invite"], ["backup", folder.path("b2.db")],
            ["--listen", "127.0.0.1:0"],
        ] {
            let run = try program.run(arguments + store)
            #expect(run.status == .exited(4), "\(run)")
            #expect(run.errorText.contains("server.db-wal exists"), "\(run)")
        }
        #expect(try folder.readBytes("s/server.db-wal") == log)
        #expect(SystemCall.rename(folder.path("moved.db"), folder.path("s/server.db")) == 0)
        running = try start()
        #expect(try count(ann, at: running) == 20)
        try end(running)
    }

    /// The name of an incomplete backup is neither followed nor shared.
    @Test func anIncompleteBackupIsNotWrittenTwice() throws {
        let running = try start()
        let backup = folder.path("backup.db")
        let partial = folder.path("backup.db.partial")
        try folder.write("precious", to: "victim")
        #expect(SystemCall.symlink("victim", partial) == 0)
        let linked = try program("backup", backup)
        #expect(linked.errorText.contains("\(partial) already exists"), "\(linked)")
        #expect(try folder.read("victim") == "precious")
        folder.remove("backup.db.partial")
        try folder.write("mine", to: "backup.db.partial")
        #expect(try program("backup", backup).status == .exited(1))
        #expect(try folder.read("backup.db.partial") == "mine")

        // A backup that is killed leaves its file behind, without a lock.
        try folder.write("", to: "backup.db.partial")
        let descriptor = SystemCall.open(partial, O_RDONLY | O_CLOEXEC)
        #expect(flock(descriptor, LOCK_EX) == 0)
        let second = try program("backup", backup)
        #expect(second.status == .exited(1))
        #expect(second.errorText.contains("another program is creating \(backup)"), "\(second)")
        #expect(!folder.exists("backup.db"))
        close(descriptor)
        _ = try program("backup", backup).requiring(.success)
        #expect(try folder.permissions(of: "backup.db") == 0o600)
        #expect(!folder.exists("backup.db.partial"))
        try end(running)
    }

    @Test func aBackupOfARunningServerIsRestored() throws {
        var running = try start()
        var ann = try signUp(at: running)
        try add(100, &ann, at: running)
        let backup = folder.path("backup.db")
        let made = try program("backup", backup).requiring(.success)
        #expect(made.text == "The backup of 1 account is in \(backup).\n")
        #expect(try folder.permissions(of: "backup.db") == 0o600)
        #expect(!folder.exists("backup.db.partial"))
        let again = try program("backup", backup)
        #expect(again.status == .exited(1))
        #expect(again.errorText.contains("\(backup) already exists"))
        try add(50, &ann, at: running)

        let refused = try program("restore", backup)
        #expect(refused.status == .exited(4))
        #expect(refused.errorText.contains("another program is using"))
        #expect(try count(ann, at: running) == 150)
        try kill(running)

        let restored = try program("restore", backup).requiring(.success)
        let kept = try #require(storeFiles.first { $0.contains(".before-") })
        #expect(restored.text.hasSuffix("The old store is in \(folder.path(kept)).\n"))
        running = try start()
        #expect(try count(ann, at: running) == 100)
        try end(running)

        // The replaced store is complete, including what was only in its log.
        _ = try program("restore", folder.path(kept)).requiring(.success)
        running = try start()
        #expect(try count(ann, at: running) == 150)
        try end(running)
    }

    @Test func onlyABackupCanBeRestored() throws {
        let running = try start()
        try end(running)
        let before = try folder.readBytes("s/server.db")
        let filesBefore = storeFiles
        try folder.write("This is a letter and no database at all.", to: "letter")
        _ = try Connection(path: folder.path("empty.db"), access: .create)
        let damaged = Array(before.prefix(8192)) + [UInt8](repeating: 7, count: before.count - 8192)
        try folder.write(damaged, to: "damaged.db")
        for (name, words) in [
            ("letter", "is not a trove-server store"),
            ("empty.db", "is not a trove-server store"), ("none", "there is no backup"),
            ("damaged.db", "use another backup"),
        ] {
            let run = try program("restore", folder.path(name))
            #expect(run.status == .exited(4), "\(name)")
            #expect(run.errorText.contains(words) && run.errorText.contains(folder.path(name)))
        }
        #expect(try folder.readBytes("s/server.db") == before)
        #expect(storeFiles == filesBefore)
    }

    // MARK: Another file's log

    enum Copy: CaseIterable { case backup, sqlite, afterTheEnd }

    /// The server is killed, and a copy replaces its file, but not its log.
    @Test(arguments: Copy.allCases) func anotherFilesLogIsRejected(_ copy: Copy) throws {
        var running = try start()
        var ann = try signUp(at: running)
        try add(100, &ann, at: running)
        switch copy {
        case .backup: _ = try program("backup", folder.path("copy.db")).requiring(.success)
        case .sqlite:
            try Connection(path: folder.path("s/server.db"), access: .readOnly)
                .backup(to: folder.path("copy.db"))
        case .afterTheEnd:
            try end(running)
            try self.copy("s/server.db", to: "copy.db")
            running = try start()
        }
        try add(50, &ann, at: running)
        try kill(running)
        try self.copy("copy.db", to: "s/server.db")
        let before = try folder.readBytes("s/server.db-wal")
        #expect(!before.isEmpty)
        for arguments in [["--listen", "127.0.0.1:0"], ["--invite"], ["backup", "x.db"]] {
            let run = try program.run(arguments + store)
            #expect(run.status == .exited(4))
            let path = folder.path("s/server.db")
            #expect(run.errorText.contains("\(path)-wal does not belong to \(path)"))
        }
        #expect(try folder.readBytes("s/server.db-wal") == before)
        #expect(try folder.readBytes("s/server.db") == folder.readBytes("copy.db"))

        _ = try program("restore", folder.path("copy.db")).requiring(.success)
        running = try start()
        #expect(try count(ann, at: running) == 100)
        try end(running)
    }

    /// An earlier version has no guard, and leaves a log behind when it is killed.
    @Test func withoutAGuardTheLogIsJoined() throws {
        var running = try start()
        var ann = try signUp(at: running)
        try add(100, &ann, at: running)
        try kill(running)
        for name in ["s/server.db", "s/server.db-wal"] {
            try folder.write(folder.readBytes(name), to: "other/" + name)
        }
        running = Running(
            server: try program.start(
                [
                    "--listen", "127.0.0.1:0", "--store",
                    "sqlite:" + folder.path("other/s/server.db"),
                ], input: .empty, errors: .separate), port: 0)
        let line = try running.server.read(until: "\n")
        let port = try #require(line.split(separator: ":").last.flatMap { Int($0.dropLast()) })
        #expect(try count(ann, at: Running(server: running.server, port: port)) == 100)
        try end(running)
    }

    // MARK: Damage

    @Test func aDamagedStoreIsNotServed() throws {
        let running = try start()
        var ann = try signUp(at: running)
        try add(200, &ann, at: running)
        try end(running)
        var bytes = try folder.readBytes("s/server.db")
        let page = bytes.count / 4096 / 2 * 4096
        for index in page..<page + 4096 { bytes[index] = 0xFF }
        try folder.write(bytes, to: "s/server.db")
        let run = try program("--listen", "127.0.0.1:0")
        #expect(run.status == .exited(4))
        let path = folder.path("s/server.db")
        #expect(run.errorText.contains("\(path) is damaged: "))
        #expect(run.errorText.contains("trove-server restore FILE --store sqlite:\(path)\n"))
        // Damage is what this command looks for.
        let check = try program("check")
        #expect(check.status == .exited(1) && check.errorText.contains("is damaged: "), "\(check)")
    }
}
