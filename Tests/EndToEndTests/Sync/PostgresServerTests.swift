import Testing
import TroveCodecs
import TroveTesting

/// `trove-server` with its store on PostgreSQL.
@Suite(.timeLimit(.minutes(20))) struct PostgresServerTests {
    private func device(_ name: String, at server: ServerUnderTest) throws -> Trove {
        let trove = try SyncWorld.device(name)
        try trove.prepare("connect \(server.url)")
        return trove
    }

    /// Everything that devices ask for: items, photos, conflicts, devices.
    @Test func devicesSync() throws {
        let server = try ServerUnderTest(database: PostgresUnderTest.makeDatabase())
        let laptop = try device("laptop", at: server)
        try laptop.prepare(
            "signup ann@example.org name:Ann\nadd book Dune pages:412\nadd gem Opal\nsync")
        let phone = try device("phone", at: server)
        try phone.prepare("login ann@example.org")
        #expect(try phone.titles().sorted() == ["Dune", "Opal"])
        for device in [laptop, phone] { try device.prepare("policy book update queue") }
        try laptop.prepare("net off\nset Dune author:\"Frank Herbert\"")
        try phone.prepare("set Dune author:Herbert\nsync")
        try laptop.prepare("net auto\nsync")
        #expect(try laptop.run("conflicts").text.contains("Frank Herbert"))
        let taken = try phone.run("add gem opal\nsync")
        #expect(taken.status != .success, "\(taken)")
        try phone.prepare("devices")
    }

    /// Two processes on one database: what one takes, the other has, and the end of one loses nothing.
    @Test func twoProcessesServeOneDatabase() throws {
        let database = try PostgresUnderTest.makeDatabase()
        let first = try ServerUnderTest(database: database)
        let second = try ServerUnderTest(database: database)
        let laptop = try device("laptop", at: first)
        try laptop.prepare("signup ann@example.org name:Ann\nadd gem Opal\nsync")
        let phone = try device("phone", at: second)
        try phone.prepare("login ann@example.org\nadd gem Ruby\nsync")
        #expect(try phone.titles().sorted() == ["Opal", "Ruby"])
        try first.kill()
        try laptop.prepare("connect \(second.url) --yes\nlogin ann@example.org\nadd gem Jade\nsync")
        #expect(try laptop.titles().sorted() == ["Jade", "Opal", "Ruby"])
        try phone.prepare("sync")
        #expect(try phone.titles().sorted() == ["Jade", "Opal", "Ruby"])
    }

    /// A device that waits at one process is answered when another process takes a change.
    @Test func aChangeWakesTheDevicesOfOtherProcesses() throws {
        let database = try PostgresUnderTest.makeDatabase()
        let first = try ServerUnderTest(database: database)
        let second = try ServerUnderTest(database: database)
        let laptop = try device("laptop", at: first)
        try laptop.prepare("signup ann@example.org name:Ann\nadd gem Opal\nsync")
        let token = try #require(try laptop.token())
        let epoch = try laptop.sqlite("SELECT value FROM meta WHERE key = 'sync_epoch'")
        var cursor = (sequence: 0, mark: "0")
        for round in 0..<10 {
            let poll = try RawExchange(port: Int(second.port))
            try poll.send(
                "GET /v1/changes?epoch=\(epoch)&since=\(cursor.sequence)&mark=\(cursor.mark)&wait=20 "
                    + "HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\r\n")
            // The first one has changes to read.
            if round > 0 { try laptop.prepare("add gem \"Gem \(round)\"\nsync") }
            let reply = try JSON(parsing: poll.readReply().body)
            #expect(reply["entries"]?.array?.count == 1, "\(reply.written)")
            cursor.sequence = try #require(reply["next"]?.int)
            cursor.mark = try #require(reply["mark"]?.text)
        }
    }

    /// A store moves from a file to a database, with devices that have changes to send.
    @Test func aStoreMovesToADatabase() throws {
        let server = try ServerUnderTest()
        let laptop = try device("laptop", at: server)
        try laptop.prepare("signup ann@example.org name:Ann\nadd gem Opal\nadd gem Jade\nsync")
        let phone = try device("phone", at: server)
        try phone.prepare("login ann@example.org\npolicy gem update queue\npolicy gem delete queue")
        try laptop.prepare("net off\nadd gem Ruby")
        try phone.prepare("net off\nset Opal description:white\ndelete Jade --yes")
        let database = try PostgresUnderTest.makeDatabase()
        func move() throws -> ProgramRun {
            try server.program.run(["move", database, "--store", "sqlite:\(server.storePath)"])
        }
        #expect(try move().errorText.contains("a server is using"))
        try server.terminate()
        let moved = try move().requiring()
        #expect(
            moved.text.hasPrefix(
                "Copied 1 account with 2 entries and 0 photos to postgres:///"), "\(moved)")
        // The folder of the socket is part of the name.
        #expect(moved.text.contains("?host=/"), "\(moved)")
        #expect(try move().errorText.contains("has accounts already"))
        server.database = database
        try server.start()
        try laptop.prepare("net auto\nsync")
        try phone.prepare("net auto\nsync")
        try laptop.prepare("sync")
        for trove in [laptop, phone] {
            #expect(try trove.titles().sorted() == ["Opal", "Ruby"])
            #expect(try trove.run("check").requiring().text.contains("the same as on"))
        }
        #expect(try laptop.run("show Opal").text.contains("white"))
    }

    /// A database with the first tables is converted when a server starts, and its devices go on.
    @Test func anEarlierDatabaseIsConverted() throws {
        let database = try PostgresUnderTest.makeDatabase()
        let files = EarlierFiles(version: "library4-server7")
        try ProgramUnderTest("/usr/bin/psql").run([
            database, "-q", "-v", "ON_ERROR_STOP=1", "-f", files.path(of: "database.sql"),
        ]).requiring()
        let program = try ProgramUnderTest(BuiltProgram.path(of: "trove-server"))
        let early = try program.run(["user", "list", "--store", database])
        #expect(early.errorText.contains("was written by an earlier trove-server"), "\(early)")
        let server = try ServerUnderTest(database: database)
        let laptop = try files.device(at: server.url)
        try laptop.prepare("net auto\nlogin \(TroveAccount.ann.email)\nsync\nsync")
        #expect(try laptop.run("check").requiring().text.contains("the same as on"))
        #expect(try laptop.run("list gems").text.contains("Pearl"))
    }

    private func ready(_ server: ServerUnderTest) throws -> Int {
        let client = try RawExchange(port: Int(server.port))
        try client.send("GET /ready HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        return try client.readReply().status
    }

    /// `/ready` answers at once while the database is down, and requests wait for it. They would wait for
    /// 15 seconds.
    @Test func readinessDoesNotWaitForTheDatabase() throws {
        let postgres = try PostgresUnderTest()
        let server = try ServerUnderTest(
            database: postgres.makeDatabase(), arguments: ["--connections", "2"])
        let laptop = try device("laptop", at: server)
        try laptop.prepare("signup ann@example.org name:Ann")
        let token = try #require(try laptop.token())
        #expect(try ready(server) == 204)
        for (stop, start) in [(postgres.kill, postgres.start), (postgres.pause, postgres.resume)] {
            try stop()
            let waiting = try (0..<4).map { _ in
                let client = try RawExchange(port: Int(server.port))
                try client.send(
                    "GET /v1/account HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\r\n")
                return client
            }
            let began = ContinuousClock.now
            for _ in 0..<3 { #expect(try ready(server) == 503) }
            #expect(ContinuousClock.now - began < .seconds(10))
            try start()
            while try ready(server) != 204 {}
            // Those that have waited are answered, and the others were refused, not lost.
            for client in waiting { #expect([200, 503].contains(try client.readReply().status)) }
        }
    }

    /// The operator's commands work on a database, or say that they do not.
    @Test func theOperatorsCommands() throws {
        let database = try PostgresUnderTest.makeDatabase()
        let server = try ServerUnderTest(database: database)
        let laptop = try device("laptop", at: server)
        try laptop.prepare("signup ann@example.org name:Ann\nadd gem Opal\nadd book Emma\nsync")
        func operate(_ words: String...) throws -> ProgramRun {
            try server.program.run(words + ["--store", database])
        }
        let list = try operate("user", "list").requiring()
        #expect(list.lines.count == 3 && list.lines[2].hasSuffix("1      2  Ann <ann@example.org>"))
        try operate("user", "disable", "ann@example.org").requiring()
        #expect(try laptop.run("sync").errorText.contains("you are not logged in"))
        try operate("user", "enable", "ann@example.org").requiring()
        try laptop.prepare("login ann@example.org\nsync")
        #expect(
            try operate("user", "export", "ann@example.org", "copy").requiring().text
                == "Copied 2 items and 0 photos of ann@example.org to copy.\n")
        let counts = try operate("stats").requiring().text
        #expect(counts.contains("accounts           1\n") && counts.contains("database"))
        #expect(!counts.contains("trove@"))
        #expect(try operate("migrate").requiring().text.contains("has the current format, 2."))
        #expect(
            try operate("user", "delete", "ann@example.org").requiring().text
                == "Deleted ann@example.org with 2 items.\n")
        let backup = try operate("backup", "copy.db")
        #expect(backup.status == .exited(2))
        #expect(
            backup.errorText == """
                trove-server: error: backup works on a file, not on PostgreSQL
                  use the tools of PostgreSQL, such as pg_dump and pg_restore

                """)
    }

    /// A wrong address, another program's database and a newer server's are refused.
    @Test func databasesThatCannotBeUsed() throws {
        let postgres = try PostgresUnderTest.shared()
        let program = try ProgramUnderTest(BuiltProgram.path(of: "trove-server"))
        func start(_ database: String) throws -> ProgramRun {
            try program.run(["--listen", "127.0.0.1:0", "--store", database])
        }
        let missing = try start(postgres.address(of: "missing"))
        #expect(missing.status == .exited(4), "\(missing)")
        #expect(missing.errorText.contains("database \"missing\" does not exist"), "\(missing)")
        let other = try postgres.makeDatabase()
        let psql = try ProgramUnderTest("/usr/bin/psql")
        try psql.run([other, "-qc", "CREATE TABLE other (x integer)"]).requiring()
        let foreign = try start(other)
        #expect(foreign.status == .exited(4))
        #expect(foreign.errorText.contains("is not a trove-server store"), "\(foreign)")
        let newer = try postgres.makeDatabase()
        try psql.run([
            newer, "-qc",
            "CREATE TABLE trove_format (version bigint); INSERT INTO trove_format VALUES (99)",
        ]).requiring()
        let refused = try start(newer)
        #expect(refused.errorText.contains("was written by a newer trove-server"), "\(refused)")
    }
}
