import Testing
import TroveCodecs
import TroveTesting

/// `trove-server` with its store on PostgreSQL.
@Suite(.timeLimit(.minutes(20))) struct PostgresServerTests {
    private static let picture = PictureFixture.png(width: 6, height: 4) { column, _ in
        UInt8(column * 40)
    }

    private func device(_ name: String, at server: ServerUnderTest) throws -> Trove {
        let trove = try SyncWorld.device(name)
        try trove.prepare("connect \(server.url)")
        return trove
    }

    /// What devices ask for: items, conflicts, names that are taken, devices.
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
        #expect(taken.status == .exited(1), "\(taken)")
        #expect(taken.errorText.contains("the name \"opal\" is taken"), "\(taken)")
        let devices = try phone.prepare("devices").text
        #expect(devices.contains("laptop") && devices.contains("phone"), "\(devices)")
    }

    /// Two processes on one database: what one takes, the other has, and the end of one loses
    /// nothing.
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
            try server.program.run(["move", database, "--store", server.store])
        }
        #expect(try move().errorText.contains("a server is using"))
        try server.terminate()
        // An earlier server stored a name that is too long for an index of PostgreSQL.
        try server.changeStore(
            """
            INSERT INTO names (user_id, kind, field, folded, id)
            SELECT user_id, kind, field, randomblob(6000), id FROM names LIMIT 1
            """)
        // A server that is running would not know the identity of what it serves.
        let other = try ServerUnderTest(database: database)
        #expect(try move().errorText.contains("a server is using"))
        try other.terminate()
        let moved = try move().requiring()
        #expect(
            moved.text.hasPrefix(
                "Moved 1 account with 2 entries and 0 photos to postgres:///"), "\(moved)")
        // The folder of the socket is part of the name.
        #expect(moved.text.contains("?host=/"), "\(moved)")
        // The former options start no server beside the new one.
        let former = try server.program.run(["--listen", "127.0.0.1:0", "--store", server.store])
        #expect(former.errorText.contains("shows that there was a store"), "\(former)")
        let list = try server.program.run(["user", "list", "--store", server.store])
        #expect(list.errorText.contains("shows that there was a store"), "\(list)")
        let kept = try #require(server.scratch.files().first { $0.contains("server.db.moved-") })
        let again = try server.program.run(
            ["move", database, "--store", "sqlite:\(server.scratch.path(kept))"])
        #expect(again.errorText.contains("already has accounts"), "\(again)")
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

    /// Otherwise its change would be in the file that is no longer used.
    @Test func noCommandChangesAStoreThatMoves() throws {
        let server = try ServerUnderTest()
        try device("laptop", at: server).prepare("signup ann@example.org name:Ann")
        try server.terminate()
        let database = try PostgresUnderTest.makeDatabase()
        let other = try ServerUnderTest(database: database)
        try other.terminate()
        // The move waits for this transaction in the middle of its own.
        let psql = try ProgramUnderTest("/usr/bin/psql").start([database, "-qXAt"])
        try psql.write("BEGIN; LOCK TABLE users IN SHARE MODE;\n\\echo locked\n")
        try psql.read(until: "locked\n")
        let move = try server.program.start(["move", database, "--store", server.store])
        try psql.write(
            """
            DO $$ BEGIN
                WHILE NOT EXISTS (
                    SELECT FROM pg_locks WHERE NOT granted AND database =
                        (SELECT oid FROM pg_database WHERE datname = current_database())
                ) LOOP
                    PERFORM pg_sleep(0.01);
                END LOOP;
            END $$;
            \\echo waiting

            """)
        try psql.read(until: "waiting\n")
        for command in [["user", "disable", "ann@example.org"], ["--invite"]] {
            let run = try server.program.run(command + ["--store", server.store])
            #expect(run.status == .exited(4), "\(run)")
            #expect(run.errorText.contains("another program is using"), "\(run)")
        }
        try psql.waitForExit().requiring()
        try move.waitForExit().requiring()
        let again = try server.program.run(["move", database, "--store", server.store])
        #expect(again.errorText.contains("shows that there was a store"), "\(again)")
        let list = try server.program.run(["user", "list", "--store", database]).requiring()
        #expect(!list.text.contains("disabled"), "\(list)")
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

    /// Waits until the server uses its database again.
    private func waitUntilReady(_ server: ServerUnderTest) throws {
        try Waiting.until("the server is ready") { try ready(server) == 204 }
    }

    /// A database that answers, but has lost its tables, cannot serve.
    @Test func aDatabaseWithoutTablesIsNotReady() throws {
        let database = try PostgresUnderTest.makeDatabase()
        let server = try ServerUnderTest(database: database)
        #expect(try ready(server) == 204)
        try ProgramUnderTest("/usr/bin/psql").run([
            database, "-q", "-v", "ON_ERROR_STOP=1", "-c",
            "SET client_min_messages = error; DROP SCHEMA public CASCADE; CREATE SCHEMA public",
        ]).requiring()
        let status = try ready(server)
        #expect(status == 503)
    }

    /// `/ready` answers while the database is down. Other requests wait for it, for 15 seconds.
    @Test func readinessDoesNotWaitForTheDatabase() throws {
        let postgres = try PostgresUnderTest()
        let server = try ServerUnderTest(
            database: postgres.makeDatabase(), arguments: ["--connections", "2"])
        #expect(try ready(server) == 204)
        for (stop, start) in [(postgres.kill, postgres.start), (postgres.pause, postgres.resume)] {
            try stop()
            for _ in 0..<3 { #expect(try ready(server) == 503) }
            try start()
            try waitUntilReady(server)
        }
        // The store counts as usable when it has not failed for some seconds.
        try Waiting.until("both are in the log") {
            try ready(server) == 204 && server.log.contains(#""event":"trouble""#)
                && server.log.contains(#""event":"recovery""#)
        }
    }

    /// A database that gets the data of another server while this one has no connection.
    @Test func theDataOfAnotherServerAreNotUsed() throws {
        let database = try PostgresUnderTest.makeDatabase()
        let server = try ServerUnderTest(database: database)
        let laptop = try device("laptop", at: server)
        try laptop.prepare(
            "signup ann@example.org name:Ann\npolicy gem create queue\nadd gem Opal\nsync")
        try ProgramUnderTest("/usr/bin/psql").run([
            database, "-q", "-v", "ON_ERROR_STOP=1", "-c",
            """
            UPDATE server SET id = '\(String(repeating: "0a", count: 16))';
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """,
        ]).requiring()
        #expect(try ready(server) == 503)
        let run = try laptop.run("add gem Ruby\nsync")
        #expect(run.errorText.contains("was replaced while the server was running"), "\(run)")
        try Waiting.until("the reason is in the log") {
            server.log.contains("the database now holds another server's data")
        }
        try server.terminate()
        try server.start()
        #expect(try ready(server) == 204)
        let other = try laptop.run("sync")
        #expect(other.errorText.contains("another server answers"), "\(other)")
    }

    /// Other users of the machine see a password in the command line; the log says so, without it.
    @Test func aPasswordInTheAddressIsNoted() throws {
        let database = try PostgresUnderTest.makeDatabase()
        let server = try ServerUnderTest(database: database + "&password=opal-ruby")
        try Waiting.until("the warning is in the log") {
            server.log.contains(#""event":"open-password""#)
        }
        #expect(!server.log.contains("opal-ruby"), "\(server.log)")
    }

    /// `/ready` and `/health` answer while more requests wait for a database that hangs than there
    /// are threads, on connections of any thread.
    @Test func readinessDoesNotWaitForOtherRequests() throws {
        let postgres = try PostgresUnderTest()
        let server = try ServerUnderTest(
            database: postgres.makeDatabase(), arguments: ["--connections", "2"])
        let laptop = try device("laptop", at: server)
        try laptop.prepare("signup ann@example.org name:Ann\nsync")
        let token = try #require(try laptop.token())
        func connect(_ count: Int) throws -> [RawExchange] {
            try (0..<count).map { _ in try RawExchange(port: Int(server.port)) }
        }
        func send(_ path: String, _ fields: String = "", on client: RawExchange) throws {
            try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
        }
        let probes = try connect(8)
        for probe in probes {
            try send("/ready", on: probe)
            #expect(try probe.readReply().status == 204)
        }
        try postgres.pause()
        let others = try connect(30)
        for other in others {
            try send("/v1/account", "Authorization: Bearer \(token)\r\n", on: other)
        }
        for (path, status) in [("/ready", 503), ("/health", 204), ("/ready", 503)] {
            for probe in try probes + connect(4) {
                try send(path, on: probe)
                // A probe of the database takes a second; the other requests wait for 15.
                #expect(try probe.readReply(within: .seconds(10)).status == status)
            }
        }
        try postgres.resume()
        for other in others { #expect([200, 503].contains(try other.readReply().status)) }
    }

    /// A server whose connections all wait for a lock is not ready, although the database answers.
    @Test func aServerWithoutAFreeConnectionIsNotReady() throws {
        let database = try PostgresUnderTest.makeDatabase()
        let server = try ServerUnderTest(database: database, arguments: ["--connections", "1"])
        let laptop = try device("laptop", at: server)
        try laptop.prepare("signup ann@example.org name:Ann\nsync")
        let token = try #require(try laptop.token())
        let psql = try ProgramUnderTest("/usr/bin/psql").start([database, "-qX"])
        try psql.write("BEGIN; LOCK TABLE tokens;\n\\echo locked\n")
        try psql.read(until: "locked\n")
        #expect(try ready(server) == 204)
        let other = try RawExchange(port: Int(server.port))
        try other.send(
            "GET /v1/account HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\r\n")
        try Waiting.until("no connection is free") { try ready(server) != 204 }
        // The log is written on a thread of its own.
        try Waiting.until("the reason is in the log") {
            server.log.contains("all connections wait for the database")
        }
        try psql.write("COMMIT;\n")
        try psql.waitForExit().requiring()
        try waitUntilReady(server)
    }

    /// The database is gone while it commits: it may have what was sent, so the answer is not 503,
    /// which promises that nothing was carried out. A push is tried again for 15 seconds.
    @Test func anUnconfirmedCommitIsNotDenied() throws {
        let postgres = try PostgresUnderTest()
        let database = try postgres.makeDatabase()
        let server = try ServerUnderTest(database: database)
        let laptop = try device("laptop", at: server)
        try laptop.prepare("signup ann@example.org name:Ann\nsync")
        let token = try #require(try laptop.token())
        let epoch = try laptop.sqlite("SELECT value FROM meta WHERE key = 'sync_epoch'")
        // Commits wait for a standby that does not exist.
        try postgres.set("synchronous_standby_names", to: "absent")
        func send(_ path: String, _ fields: String, _ body: String) throws -> RawExchange {
            let client = try RawExchange(port: Int(server.port))
            try client.send(
                "POST \(path) HTTP/1.1\r\nHost: a\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n"
                    + body)
            return client
        }
        let push = try send(
            "/v1/push", "Authorization: Bearer \(token)\r\n",
            """
            {"epoch":"\(epoch)","since":0,"mark":"0","operations":[{"n":1,"action":"create",\
            "kind":"gem","id":"\(SteadyClient.id(1))","base":0,"fields":{"name":"Opal"},\
            "at":1763600000000}]}
            """)
        let signup = try send(
            "/v1/signup", "",
            """
            {"name":"Bob","email":"bob@example.org","device":"d",\
            "password":"nine lanterns over the harbour"}
            """)
        let psql = try ProgramUnderTest("/usr/bin/psql")
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        try Waiting.until("both commits wait") {
            try psql.run([database, "-qAtXc", waiting]).text == "2\n"
        }
        try postgres.kill()
        for client in [signup, push] {
            let reply = try client.readReply(within: .seconds(60))
            #expect(reply.status == 500, "\(reply)")
            #expect(reply.text.contains("did not confirm"), "\(reply)")
        }
    }

    /// The database's disk is full: the server says so, devices keep their changes, and what was
    /// acknowledged is there when there is room again. In the end there is no room for the
    /// write-ahead log either. Unless PostgreSQL can use an old file for it, it panics, and
    /// recovers or ends.
    @Test func aFullDiskLosesNothing() throws {
        let postgres = try PostgresUnderTest(on: .small)
        let database = try postgres.makeDatabase()
        let server = try ServerUnderTest(database: database)
        let laptop = try device("laptop", at: server)
        try laptop.prepare(
            """
            signup ann@example.org name:Ann
            policy book create queue
            add gem Opal
            sync
            """)
        // PostgreSQL cannot compress them to what the pages of its tables have room for.
        var random = SeededRandom(seed: 1)
        func books(_ numbers: ClosedRange<Int>) -> String {
            numbers.map { number in
                let digits = (0..<200).map { _ in String(random.next(), radix: 36) }.joined()
                return "add book \"Book \(number)\" description:\(digits)\n"
            }.joined()
        }
        try postgres.fillDisk()
        // A checkpoint may have made room for the first ones.
        let full = "the server's disk is full"
        var refused = try laptop.run(books(1...20) + "sync\n")
        var count = 20
        while !refused.errorText.contains(full), count < 100 {
            refused = try laptop.run(books(count + 1...count + 20) + "sync\n")
            count += 20
        }
        #expect(refused.errorText.contains(full), "\(refused)")
        // PostgreSQL may have made room again, as when it recycles a log; a push is sent as a
        // whole.
        let status = try laptop.status()
        #expect([20, 0].contains(status["waiting"]?.int), "\(status.written)")
        try postgres.clearDisk()
        try laptop.prepare("sync")
        let phone = try device("phone", at: server)
        try phone.prepare("login ann@example.org\nsync")
        #expect(try phone.titles().count == count + 1)

        try postgres.fillDisk()
        let psql = try ProgramUnderTest("/usr/bin/psql")
        let message = "SELECT pg_logical_emit_message(false, 'test', repeat('x', 1000000))"
        _ = try (1...50).contains { _ in
            try psql.run([database, "-qAtc", message]).status != .success
        }
        try postgres.kill()
        let offline = try laptop.program.start()
        try offline.write("add book Emma\nsync\n")
        try postgres.clearDisk()
        try postgres.start()
        // It gives up if the recovery takes long.
        try offline.waitForExit()
        try waitUntilReady(server)
        try laptop.prepare("sync")
        try phone.prepare("sync")
        #expect(try phone.titles().count == count + 2)
        try server.program.run(["check", "--store", database]).requiring()
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
        #expect(
            list.lines.count == 3 && list.lines[2].contains("1      2  ")
                && list.lines[2].hasSuffix("  Ann <ann@example.org>"))
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
        let reset = try operate("reset")
        #expect(reset.status == .exited(2))
        #expect(
            reset.errorText == """
                trove-server: error: reset works on a file, not on PostgreSQL
                  name a file: --store sqlite:PATH

                """)
    }

    @Test func aCheckFindsDamage() throws {
        let database = try PostgresUnderTest.makeDatabase()
        let server = try ServerUnderTest(database: database)
        let laptop = try device("laptop", at: server)
        try laptop.scratch.write(Self.picture, to: "work/opal.png")
        try laptop.prepare(
            "signup ann@example.org name:Ann\nadd gem Opal photo:opal.png\nadd gem Ruby\nsync")
        func check() throws -> ProgramRun {
            try server.program.run(["check", "--store", database])
        }
        #expect(try check().requiring().text.hasSuffix(" is sound: 1 account.\n"))
        try server.terminate()
        let psql = try ProgramUnderTest("/usr/bin/psql")
        for (sql, finding) in [
            ("UPDATE users SET entry_count = 5", "2 items, but 5 are recorded"),
            ("UPDATE users SET blob_bytes = 5", "bytes of photos, but 5 are recorded"),
            (
                "UPDATE entries SET fields = '{' WHERE ver = 1",
                "the fields or versions of 1 entry cannot be read"
            ),
            (
                "UPDATE entries SET versions = 'junk' WHERE ver = 1",
                "the fields or versions of 1 entry cannot be read"
            ),
            ("UPDATE users SET gc_floor = 999", "the history ends before it begins"),
            ("UPDATE entries SET ver = 900 WHERE ver = 2", "1 entry or result is newer"),
            ("UPDATE ledger SET seq = 901 WHERE seq = 2", "1 entry or result is newer"),
            ("DELETE FROM entries WHERE ver = 1", "1 unique name belongs to no item"),
            (
                "UPDATE blobs SET bytes = set_byte(bytes, 0, 1)",
                "does not match its SHA-256"
            ),
        ] {
            let copy = try PostgresUnderTest.makeDatabase(template: database)
            try psql.run([copy, "-qc", sql]).requiring()
            let run = try server.program.run(["check", "--store", copy])
            #expect(run.status == .exited(1), "\(sql)")
            #expect(
                run.lines.contains { $0.hasPrefix("ann@example.org: ") && $0.contains(finding) },
                "\(sql): \(run)")
        }
        #expect(try check().status == .success)
    }

    // MARK: Backups

    /// Two devices have changes to send when the database gets its content of an earlier time.
    @Test func aBackupIsRestored() throws {
        let database = try PostgresUnderTest.makeDatabase()
        let server = try ServerUnderTest(database: database)
        let laptop = try device("laptop", at: server)
        try laptop.scratch.write(Self.picture, to: "work/opal.png")
        try laptop.prepare(
            "signup ann@example.org name:Ann\nadd gem Opal photo:opal.png\nadd gem Jade\nsync")
        let phone = try device("phone", at: server)
        try phone.prepare("login ann@example.org\npolicy gem update queue\npolicy gem delete queue")
        func operate(_ words: String...) throws -> ProgramRun {
            try server.program.run(words + ["--store", database])
        }
        let backup = server.scratch.path("backup.db")
        #expect(
            try operate("backup", backup).requiring().text
                == "The backup of 1 account is in \(backup).\n")
        #expect(try operate("backup", backup).errorText.contains("already exists"))
        let check = try server.program.run(["check", "--store", "sqlite:\(backup)"])
        #expect(try check.requiring().text == "\(backup) is sound: 1 account.\n")

        // What the backup does not have, and what no server has yet.
        try laptop.prepare("add gem Ruby\nsync")
        try phone.prepare("sync")
        try laptop.prepare("net off\nadd gem Beryl")
        try phone.prepare("net off\nset Opal description:white\ndelete Jade --yes")
        let refused = try operate("restore", backup)
        #expect(refused.status == .exited(4))
        #expect(refused.errorText.contains("a server is using"), "\(refused)")
        try server.terminate()
        let restored = try operate("restore", backup).requiring()
        #expect(restored.text.hasPrefix("Restored postgres:///"), "\(restored)")
        #expect(
            restored.text.hasSuffix(" from \(backup): 1 account with 2 entries and 1 photo.\n"))
        #expect(!server.scratch.files().contains { $0.contains(".restoring") })
        try server.start()
        try laptop.prepare("net auto\nsync")
        try phone.prepare("net auto\nsync")
        try laptop.prepare("sync")
        for trove in [laptop, phone] {
            #expect(try trove.titles().sorted() == ["Beryl", "Opal", "Ruby"])
            #expect(try trove.run("check").requiring().text.contains("the same as on"))
        }
        #expect(try laptop.run("show Opal").text.contains("white"))
        #expect(try operate("check").requiring().text.hasSuffix(" is sound: 1 account.\n"))
    }

    /// A backup that the database does not accept leaves everything as it was.
    @Test func aFailedRestoreChangesNothing() throws {
        let database = try PostgresUnderTest.makeDatabase()
        let server = try ServerUnderTest(database: database)
        let laptop = try device("laptop", at: server)
        try laptop.prepare("signup ann@example.org name:Ann\nadd gem Opal\nsync")
        try server.terminate()
        let backup = server.scratch.path("backup.db")
        try server.program.run(["backup", backup, "--store", database]).requiring()
        // PostgreSQL has no texts with a NUL character.
        try ProgramUnderTest("sqlite3").run([
            backup,
            "DELETE FROM entries; UPDATE server SET id = 'a' || char(0)",
        ]).requiring()
        let run = try server.program.run(["restore", backup, "--store", database])
        #expect(run.status == .exited(4), "\(run)")
        try server.start()
        let phone = try device("phone", at: server)
        try phone.prepare("login ann@example.org")
        #expect(try phone.titles() == ["Opal"])
    }

    /// After an outage, several databases may be restored at once: each gets its own backup.
    @Test func restoresAtOnceDoNotMix() throws {
        let server = try ServerUnderTest()
        func run(_ words: String...) throws -> RunningProgram { try server.program.start(words) }
        let backups = try ["ann", "bea"].map { name in
            let laptop = try device(name, at: server)
            try laptop.prepare("signup \(name)@example.org name:\(name)\nsync")
            let path = server.scratch.path("\(name).db")
            try server.program.run(["backup", path, "--store", server.store])
                .requiring()
            return path
        }
        let databases = try backups.map { _ in try PostgresUnderTest.makeDatabase() }
        for _ in 0..<3 {
            let restores = try zip(backups, databases).map { backup, database in
                try run("restore", backup, "--store", database)
            }
            for restore in restores { try restore.waitForExit().requiring() }
            let counts = try databases.map { database in
                try ProgramUnderTest("/usr/bin/psql").run(
                    [database, "-qAtX", "-c", "SELECT count(*) FROM users"]
                ).requiring().text
            }
            #expect(counts == ["1\n", "2\n"])
        }
    }

    /// A backup of a file's store is restored to a database, and one of the database to a file;
    /// each has all rows of the other.
    @Test func backupsGoBothWays() throws {
        let server = try ServerUnderTest()
        let laptop = try device("laptop", at: server)
        try laptop.scratch.write(Self.picture, to: "work/opal.png")
        try laptop.prepare(
            """
            signup ann@example.org name:Ann
            kind new vinyl
            add vinyl "Kind of Blue"
            add gem Opal photo:opal.png
            add gem Jade
            sync
            delete Jade --yes
            sync
            """)
        func run(_ words: String...) throws -> ProgramRun { try server.program.run(words) }
        let (first, second) = (server.scratch.path("first.db"), server.scratch.path("second.db"))
        let database = try PostgresUnderTest.makeDatabase()
        try run("--invite", "--store", server.store).requiring()
        try run("backup", first, "--store", server.store).requiring()
        try run("restore", first, "--store", database).requiring()
        try run("backup", second, "--store", database).requiring()
        func rows(_ path: String) throws -> [String] {
            try ProgramUnderTest("sqlite3").run([path, ".dump"]).requiring().lines
                .filter { $0.hasPrefix("INSERT INTO") && !$0.contains("sqlite_sequence") }
                .filter { !$0.hasPrefix("INSERT INTO leases") }.sorted()
        }
        let all = try rows(first)
        #expect(Set(all.map { $0.split(separator: " ")[2].prefix { $0 != "(" } }).count >= 11)
        #expect(try rows(second) == all)
        // The server goes on with the copy of the copy.
        try server.terminate()
        try run("restore", second, "--store", server.store).requiring()
        try server.start()
        try laptop.prepare("add gem Ruby\nsync")
        #expect(try laptop.run("check").requiring().text.contains("the same as on"))
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
        let empty = try program.run(["stats", "--store", other])
        #expect(empty.status == .exited(4), "\(empty)")
        #expect(empty.errorText.contains("is empty\n  start trove-server, which"), "\(empty)")
        let psql = try ProgramUnderTest("/usr/bin/psql")
        try psql.run([other, "-qc", "CREATE TABLE other (x integer)"]).requiring()
        let foreign = try start(other)
        #expect(foreign.status == .exited(4))
        #expect(foreign.errorText.contains("is not a trove-server store"), "\(foreign)")
        // A push with a title that it cannot hold would fail again and again.
        try psql.run([
            other, "-qc",
            "CREATE DATABASE narrow ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0",
        ]).requiring()
        let narrow = try start(postgres.address(of: "narrow"))
        #expect(narrow.status == .exited(4), "\(narrow)")
        #expect(narrow.errorText.contains("has the encoding LATIN1"), "\(narrow)")
        let newer = try postgres.makeDatabase()
        try psql.run([
            newer, "-qc",
            "CREATE TABLE trove_format (version bigint); INSERT INTO trove_format VALUES (99)",
        ]).requiring()
        let refused = try start(newer)
        #expect(refused.errorText.contains("was written by a newer trove-server"), "\(refused)")
    }

    /// A password is not shown, not even in parts when its special characters are not encoded.
    @Test(arguments: [
        "postgres://u:s3cret@127.0.0.1:1/db", "postgres://u:s3cret/x@127.0.0.1:1/db",
        "postgres://u:a@s3cret@127.0.0.1:1/db", "postgres://u:a@s3cret?s3c@127.0.0.1:1/db",
        "postgres://u@127.0.0.1:1/db?password=a@s3cret",
        "postgres://u@127.0.0.1:1/db?password=s3cret&nonsense=1",
    ])
    func passwordsAreNotShown(_ address: String) throws {
        let program = try ProgramUnderTest(BuiltProgram.path(of: "trove-server"))
        let run = try program.run(["stats", "--store", address])
        #expect(run.status == .exited(4) && !run.errorText.contains("s3c"), "\(run)")
    }
}
