import Glibc
import Testing
import TroveCodecs
import TroveTesting

/// Scripts on a library that is connected to a server.
@Suite(.timeLimit(.minutes(20))) struct SyncBatchTests {
    let world: SyncWorld
    let proxy: FaultProxy
    let laptop: Trove

    init() throws {
        world = try SyncWorld()
        proxy = try FaultProxy(to: world.server.port)
        laptop = try world.signedUp("laptop", at: proxy.url)
    }

    private static let push = "POST /v1/push"

    private var pushes: Int { proxy.traffic.requests[Self.push, default: 0] }

    private func swallowPushes() {
        proxy.schedule = FaultSchedule { $0.name == Self.push ? .swallow(.seconds(30)) : .pass }
    }

    // MARK: Groups

    /// Operations that need the server share a push, and their output keeps its order.
    @Test func operationsArePushedInGroups() throws {
        let before = pushes
        let script = (1...300).map { "add book \"Book \($0)\"\n" }.joined()
        let run = try laptop.prepare(script)
        #expect(run.lines == (1...300).map { "Added book \($0): Book \($0)" })
        let count = pushes - before
        #expect(count >= 1 && count <= 60, "\(count) pushes for 300 books\n\(proxy.trace)")
        #expect(try world.loggedIn("phone").prepare("count").text == "300\n")
    }

    /// Changes pulled with the first command do not delay its answer.
    @Test func theFirstReplyIsImmediate() throws {
        try laptop.prepare("add gem Opal")
        let phone = try world.connected("phone")
        try phone.prepare("login ann@example.org")
        try laptop.prepare("add gem Ruby")
        let program = try phone.program.start()
        try program.write("add book Dune\n")
        try program.read(until: ": Dune\n")
        try program.waitForExit().requiring()
    }

    /// A query in between reflects what the server accepted.
    @Test func aQueryEndsAGroup() throws {
        let laptop = laptop.patient
        let before = pushes
        let run = try laptop.prepare("add book A\nadd book B\ncount\nadd book C\ncount")
        #expect(
            run.text == "Added book 1: A\nAdded book 2: B\n2\nAdded book 3: C\n3\n", "\(run)")
        #expect(pushes - before == 2, "\(proxy.trace)")
    }

    /// A rejected operation is an error of its own line; the rest of its group is carried out.
    @Test func anErrorBelongsToItsLine() throws {
        let laptop = laptop.patient
        try laptop.prepare("policy gem create refuse\nadd gem Opal")
        let phone = try world.loggedIn("phone").patient
        try phone.prepare("policy gem create refuse")
        // The phone does not know the ruby yet when it pushes.
        let program = try phone.program.start()
        try program.write("count\n")
        try program.read(until: "\n")
        try laptop.prepare("add gem Ruby")
        try program.write("add gem Topaz\nadd gem Ruby\nadd gem Beryl\n")
        let run = try program.waitForExit()
        #expect(run.text.contains("Added gem 2: Topaz\n"), "\(run)")
        #expect(run.text.contains(": Beryl\n") && !run.text.contains("Ruby"), "\(run)")
        #expect(run.errorText.contains("-:3:1: error: "), "\(run)")
        #expect(run.errorText.hasSuffix("1 of 4 commands failed\n"), "\(run)")
        #expect(run.status == .exited(1))
        #expect(try laptop.titles().sorted() == ["Beryl", "Opal", "Ruby", "Topaz"])
    }

    // MARK: The end of a run

    @Test func theQueueIsPushedAtTheEnd() throws {
        let before = pushes
        let run = try laptop.prepare("add gem Opal\nadd read Ulysses")
        #expect(run.errorText == "")
        #expect(pushes - before == 1, "\(proxy.trace)")
        #expect(try laptop.queue() == ["Nothing is queued."])
    }

    /// One attempt, which does not wait for an answer that never comes, then a note about the
    /// remaining changes.
    @Test func theAttemptAtTheEndGivesUp() throws {
        try laptop.prepare("count")
        swallowPushes()
        let run = try laptop.run("add gem Opal")
        #expect(run.status == .success)
        #expect(run.text == "Added gem 1: Opal\n")
        #expect(
            run.errorText
                == "warning: 1 change is queued; the server has not answered in time\n")
        #expect(try laptop.queue(["-c", "net off"]).contains { $0.contains("add gem 1: Opal") })
    }

    @Test func netOffPreventsTheAttempt() throws {
        let before = proxy.traffic.requestCount
        let run = try laptop.run("net off\nadd gem Opal\nadd movie Up")
        #expect(run.status == .success)
        #expect(
            run.errorText
                == "warning: 2 changes are queued; the server is not available "
                + "(switched off with `net off`)\n")
        #expect(proxy.traffic.requestCount == before)
    }

    /// The next run that reaches the server pushes them.
    @Test func theNextRunPushesTheQueue() throws {
        try world.server.kill()
        let run = try laptop.run("add gem Opal")
        #expect(run.status == .success)
        #expect(run.errorText.contains("1 change is queued"), "\(run)")
        try world.server.start()
        let next = try laptop.prepare("echo hello")
        #expect(next.errorText == "note: Sent: 1 change (\"Opal\").\n", "\(next)")
        #expect(try laptop.queue() == ["Nothing is queued."])
        #expect(try world.loggedIn("phone").titles() == ["Opal"])
    }

    /// The next push begins before the answer to the last one is stored. Neither faults of the
    /// network nor the death of the program in between lose or repeat a change.
    @Test func aQueueOfSeveralPushesArrivesOnce() throws {
        try SeededRandom.run { random in
            let laptop = laptop.patient
            let (count, step) = (3000, 7)
            try laptop.prepare("policy book create queue\npolicy book update queue")
            let additions = (1...count).map { "add book \"Book \($0)\"" }
            let updates = stride(from: step, through: count, by: step).map { "set \($0) pages:77" }
            try laptop.prepare((["net off"] + additions + updates).joined(separator: "\n"))
            // There are at least seven pushes. The program is killed while it stores the answer to
            // the one before.
            for place in [Int.random(in: 2...3, using: &random), 1] {
                let target = pushes + place
                let program = try laptop.program.start(["-c", "net auto", "-c", "sync"])
                try proxy.wait(forRequests: target, Self.push, timeLimit: .seconds(120))
                program.send(.kill)
                try program.waitForExit()
            }
            proxy.schedule = .seeded(random.next(), percent: 30, longest: .milliseconds(100))
            _ = try laptop.run("net auto\nsync\nsync\nsync")
            proxy.heal()
            try laptop.prepare("net auto\nsync")
            #expect(try laptop.queue() == ["Nothing is queued."], "\(proxy.trace)")
            let phone = try world.loggedIn("phone")
            try phone.prepare("sync")
            let expected = ["\(count)", "\(count / step)", "No conflicts."]
            for device in [laptop, phone] {
                let answers = try device.program.run([
                    "--output", "lines", "-c", "count books", "-c", "count books where pages=77",
                    "-c", "conflicts",
                ])
                #expect(answers.lines == expected, "\(random.hint)\n\(proxy.trace)")
            }
        }
    }

    // MARK: Exit statuses

    @Test func stopOnErrorIncludesServerErrors() throws {
        try world.server.kill()
        let offline = try laptop.run(
            "add gem Opal\nadd book Dune\nadd gem Ruby", ["--stop-on-error"])
        #expect(offline.status == .exited(3), "\(offline)")
        #expect(offline.text == "Added gem 1: Opal\n")
        try world.server.start()
        #expect(try laptop.titles() == ["Opal"])
        swallowPushes()
        let unknown = try laptop.run("add book Dune\ncount\nadd gem Ruby", ["--stop-on-error"])
        #expect(unknown.status == .exited(3), "\(unknown)")
        #expect(unknown.text == "", "\(unknown)")
        #expect(unknown.errorText.contains("  add book Dune\n  ^~~\n"), "\(unknown)")
    }

    @Test(arguments: [
        Case("sync offline", "sync", 1), Case("status offline", "status", 0),
        Case("devices offline", "devices", 1), Case("queue offline", "queue", 0),
        Case("list offline", "list", 0), Case("whoami offline", "whoami", 0),
        Case("policy offline", "policy", 0), Case("conflicts offline", "conflicts", 0),
        Case("add offline", "add book Dune", 1), Case("queued offline", "add gem Opal", 0),
        Case("logout offline", "logout", 0), Case("resolve nothing", "resolve 3 mine", 1),
        Case("retry nothing", "queue retry 7", 1),
    ])
    func exitStatusesAreCorrect(_ row: Case<String, Int32>) throws {
        try world.server.kill()
        #expect(try laptop.run(row.input).status == .exited(row.expected))
    }

    // MARK: JSON

    @Test func repliesAreJSON() throws {
        let phone = try world.loggedIn("phone")
        try laptop.prepare("add gem Opal color:white\npolicy gem update queue")
        try phone.prepare("policy gem update queue\ncount")
        try phone.prepare("net off\nset Opal color:red\nadd gem Ruby")
        try laptop.prepare("set Opal color:blue")
        func answer(_ command: String, _ trove: Trove) throws -> JSON {
            try JSON(parsing: trove.prepare(command, ["--json"]).output)
        }
        let waiting = try JSON(
            parsing: phone.prepare("queue", ["--json", "-c", "net off", "-c", "queue"]).output
                .split(separator: 0x0A, maxSplits: 1).last.map { Array($0) } ?? [])
        #expect(
            waiting.array?.map { $0["change"]?.text } == ["change gem 1: Opal", "add gem 2: Ruby"])
        #expect(waiting.array?.map { $0["state"]?.text } == ["waiting", "waiting"])
        try phone.prepare("sync")
        let status = try answer("status", phone)
        #expect(status["server"]?.text == world.server.url)
        #expect(status["email"]?.text == "ann@example.org")
        #expect(status["name"]?.text == "Ann")
        #expect(status["lastContact"]?.text?.hasPrefix("2026-11-20T12:00") == true)
        #expect(status["connection"]?.text == "online")
        #expect(status["waiting"]?.int == 0)
        #expect(status["problems"]?.int == 0)
        #expect(status["conflicts"]?.int == 1)
        let conflicts = try answer("conflicts", laptop).array ?? []
        #expect(conflicts.count == 1)
        let conflict = try #require(conflicts.first)
        #expect(conflict["field"]?.text == "color")
        // The laptop's own value is the current one.
        #expect(conflict["mine"]?.text == "blue")
        #expect(conflict["theirs"]?.text == "red")
        #expect(conflict["device"]?.text == "phone")
        let devices = try answer("devices", laptop).array ?? []
        #expect(devices.map { $0["name"]?.text } == ["laptop", "phone"])
        let policy = try answer("policy", laptop).array ?? []
        #expect(policy.map { $0["kind"]?.text } == ["book", "gem", "movie", "read"])
        #expect(policy.map { $0["update"]?.text } == ["refuse", "queue", "refuse", "queue"])
        #expect(try answer("queue", laptop) == .array([]))
        // A resolution on one device applies to all.
        try laptop.prepare("resolve all theirs")
        #expect(try laptop.json().contains("\"color\":\"red\""))
        #expect(try answer("conflicts", phone) == .array([]))
        #expect(try phone.json().contains("\"color\":\"red\""))
    }

    // MARK: Secrets

    @Test func theTokenIsReadableOnlyByItsOwner() throws {
        let library = Trove.libraryName
        #expect(try laptop.scratch.permissions(of: library) == 0o600)
        for permissions: UInt32 in [0o640, 0o604, 0o620, 0o660, 0o644, 0o601] {
            try laptop.scratch.setPermissions(permissions, of: library)
            let run = try laptop.run("list")
            #expect(run.status == .exited(4), "\(run)")
            #expect(run.text == "")
            #expect(run.errorText.contains("other users can read"), "\(run)")
            #expect(run.errorText.contains("chmod 600"), "\(run)")
        }
        try laptop.scratch.setPermissions(0o600, of: library)
        try laptop.prepare("add book Dune\nlogout")
        #expect(try laptop.token() == nil)
    }

    @Test func passwordsComeFromTheEnvironmentOrAFile() throws {
        var phone = try world.connected("phone")
        phone.environment["TROVE_PASSWORD"] = nil
        let none = try phone.run("login ann@example.org")
        #expect(none.status == .exited(1))
        #expect(none.errorText.contains("error: no password was given\n"), "\(none)")
        #expect(none.errorText.contains("TROVE_PASSWORD, or from a file with file:PATH"))
        let missing = try phone.run("login ann@example.org file:nowhere")
        #expect(missing.errorText.contains("nowhere cannot be read: No such file"), "\(missing)")
        try phone.scratch.write("", to: "work/empty")
        let empty = try phone.run("login ann@example.org file:empty")
        #expect(empty.errorText.contains("empty contains no password"), "\(empty)")
        // Only the first line counts, and a file takes precedence over the environment.
        try phone.scratch.write("\(SyncWorld.password)\r\nsomething else\n", to: "work/right")
        phone.environment["TROVE_PASSWORD"] = "not the right one"
        try phone.prepare("login ann@example.org file:right")
        #expect(try phone.prepare("whoami").text.contains("Ann"))
    }

    /// No password or token appears in a command line, in the log, or in other files.
    @Test func secretsAreNotExposed() throws {
        let password = "seven-nightingales"
        var phone = try world.connected("phone", at: proxy.url)
        phone.environment["TROVE_PASSWORD"] = password
        let program = try phone.program.start(["--echo"])
        try program.write("signup bob@example.org name:Bob\nadd gem Opal\nstatus\ndevices\n")
        // The program waits for further lines, so its command line can be inspected.
        try proxy.wait(forRequests: 1, "POST /v1/signup")
        let ps = try phone.tool("ps", ["-ww", "-o", "args=", "-p", "\(program.processIdentifier)"])
        #expect(ps.text.contains("trove") && !ps.text.contains(password), "\(ps)")
        let run = try program.waitForExit().requiring()
        let token = try #require(try phone.token())
        #expect(token.hasPrefix("trv_") && token.utf8.count > 40)
        for (place, text) in [
            ("the output", run.text + run.errorText), ("the server's log", world.server.log),
        ] {
            #expect(!text.contains(password), "\(place)")
            #expect(!text.contains(token), "\(place)")
        }
        try world.server.terminate()
        func contains(_ text: String, _ scratch: ScratchDirectory, _ name: String) throws -> Bool {
            String(decoding: try scratch.readBytes(name), as: UTF8.self).contains(text)
        }
        for scratch in [phone.scratch, world.server.scratch] {
            for name in scratch.files() {
                #expect(try !contains(password, scratch, name), "\(name)")
                let isItsOwn = name == Trove.libraryName
                #expect(try contains(token, scratch, name) == isItsOwn, "\(name)")
            }
        }
    }

    // MARK: Other devices and shells

    /// Undo does not revert what another device has changed since.
    @Test func undoKeepsAnotherDevicesChange() throws {
        try laptop.prepare("add book Dune pages:300")
        try laptop.prepare("set Dune author:Herbert")
        let phone = try world.loggedIn("phone", at: proxy.url)
        try phone.prepare("set Dune genre:sci-fi")
        let run = try laptop.run("undo")
        #expect(run.status == .success, "\(run)")
        let shown = try laptop.prepare("show Dune").text
        #expect(!shown.contains("Herbert") && shown.contains("sci-fi"), "\(shown)")
        #expect(try phone.prepare("show Dune").text.contains("sci-fi"))
        // The phone can undo its own changes.
        try phone.prepare("undo")
        #expect(try !laptop.prepare("show Dune").text.contains("sci-fi"))
    }

    /// Two shells of one library share its operation numbers.
    @Test func twoShellsShareOneLibrary() throws {
        let laptop = laptop.patient
        let first = try laptop.program.start()
        let second = try laptop.program.start()
        for round in 1...5 {
            try first.write("add book \"First \(round)\"\ncount\n")
            try second.write("add gem \"Second \(round)\"\nadd book \"Third \(round)\"\ncount\n")
            try first.read(until: ": First \(round)\n")
            try second.read(until: ": Third \(round)\n")
        }
        for program in [first, second] {
            let run = try program.waitForExit()
            #expect(run.status == .success, "\(run)")
        }
        #expect(try laptop.queue() == ["Nothing is queued."])
        let titles = try world.loggedIn("phone").patient.titles()
        #expect(titles.count == 15 && Set(titles).count == 15, "\(titles)")
        #expect(try laptop.titles().sorted() == titles.sorted())
        #expect(try laptop.prepare("devices").text.components(between: "laptop").count == 2)
    }

    // MARK: Read-only and in-memory libraries

    @Test func aReadOnlyLibraryIsNotSynced() throws {
        try laptop.prepare("add book Dune")
        try world.loggedIn("phone").prepare("add book Emma")
        let before = try laptop.scratch.readBytes(Trove.libraryName)
        let run = try laptop.run("list\nstatus", ["--read-only"])
        #expect(run.status == .success, "\(run)")
        #expect(run.text.contains("Dune") && !run.text.contains("Emma"), "\(run)")
        #expect(
            run.errorText
                == "warning: the library is open read-only: this is the local copy, last synced just now\n",
            "\(run)")
        #expect(
            run.text.contains("connection   not used: the library is open read-only\n"), "\(run)")
        let refused = try laptop.run("add book X\nsync\nlogout", ["--read-only"])
        #expect(refused.status == .exited(1), "\(refused)")
        #expect(refused.errorText.hasSuffix("3 of 3 commands failed\n"), "\(refused)")
        #expect(try laptop.scratch.readBytes(Trove.libraryName) == before)
        #expect(try laptop.token() != nil)
        #expect(try laptop.titles().sorted() == ["Dune", "Emma"])
    }

    /// A library in memory can be connected too, and leaves nothing behind.
    @Test func aLibraryInMemoryCanBeConnected() throws {
        try laptop.prepare("add book Dune")
        let guest = try SyncWorld.device("guest")
        let run = try guest.run(
            "connect \(proxy.url)\nlogin ann@example.org\nlist\nadd gem Opal\nsync", ["--ephemeral"]
        )
        #expect(run.status == .success, "\(run)")
        #expect(run.text.contains("Dune"), "\(run)")
        #expect(try laptop.titles().sorted() == ["Dune", "Opal"])
        #expect(!guest.scratch.files().contains { $0.contains("token") || $0.hasSuffix(".db") })
    }

    // MARK: Files

    @Test func aSourcedFileIsSyncedAsAScript() throws {
        try laptop.scratch.write(
            "add book Dune\nadd gem Opal\nnet off\nadd book Emma\nadd gem Ruby\n",
            to: "work/in.trove")
        let run = try laptop.run("source in.trove\nnet auto\nadd book Last\nqueue")
        #expect(run.status == .exited(1), "\(run)")
        #expect(
            run.errorText.contains("in.trove:4:1: error: the server is not available"), "\(run)")
        #expect(run.text.hasSuffix("Nothing is queued.\n"), "\(run)")
        #expect(
            try world.loggedIn("phone").titles().sorted() == ["Dune", "Last", "Opal", "Ruby"])
    }

    /// A library from a version without servers opens unchanged, and can be connected.
    @Test(.enabled(if: Tools.hasSQLite)) func aLibraryFromBeforeSyncCanBeConnected() throws {
        let old = try SyncWorld.device("old")
        try old.prepare("add book Dune\nset Dune author:Herbert")
        let tables = [
            "shadow", "outbox", "problems", "discarded", "incoming", "policies", "server_photos",
            "batches",
        ]
        _ = try old.sqlite(
            tables.map { "DROP TABLE \($0);" }.joined()
                + "ALTER TABLE changes DROP COLUMN origin; PRAGMA user_version = 1")
        let before = try old.scratch.readBytes(Trove.libraryName)
        let run = try old.run(
            "list\nshow Dune\nlog\nstatus\nqueue\nconflicts\npolicy\nwhoami", ["--read-only"])
        #expect(run.status == .success, "\(run)")
        #expect(run.text.contains("Herbert") && run.text.contains("This library is local."))
        #expect(run.errorText == "", "\(run)")
        let written = try old.run("add book X\npolicy gem update queue", ["--read-only"])
        #expect(written.status == .exited(1))
        #expect(try old.scratch.readBytes(Trove.libraryName) == before)
        try old.prepare("connect \(proxy.url)\nlogin ann@example.org")
        #expect(try laptop.titles() == ["Dune"])
    }

    // MARK: Rules

    /// A changed rule persists, also when the library is connected later.
    @Test func aChangedRulePersists() throws {
        let local = try SyncWorld.device("local")
        try local.prepare("policy gem update queue\npolicy book add queue")
        let rows = [
            "book   queue   refuse  refuse", "gem    queue   queue   queue",
            "movie  queue   refuse  refuse", "read   queue   queue   queue",
        ]
        #expect(try local.prepare("policy").lines.dropFirst().elementsEqual(rows))
        try local.prepare("connect \(proxy.url)\nlogin ann@example.org")
        #expect(try local.prepare("policy").lines.dropFirst().elementsEqual(rows))
        try local.prepare("net off\nadd book Dune")
        try local.prepare("policy reset")
        #expect(try local.run("net off\nadd book Emma").status == .exited(1))
        // A rule belongs to the library, not to the account.
        #expect(try laptop.run("net off\nadd book Emma").status == .exited(1))
    }

    /// A change that another one of the same script depends on is answered before it: if it is
    /// rejected, the log stays sound.
    @Test func aRejectedChangeTakesNothingElseWithIt() throws {
        let laptop = laptop.patient
        let phone = try world.loggedIn("phone").patient
        try laptop.prepare("add gem Ruby\nsync")
        try phone.prepare("sync")
        let script = try laptop.program.start(["-"])
        try script.write("count gems\n")
        _ = try script.read(until: "1\n")
        try phone.prepare("add gem Opal\nsync")
        // The laptop does not know yet that the name is taken.
        try script.write("set 1 name:Opal color:red\ndelete 1 --yes\n")
        let run = try script.waitForExit()
        #expect(run.status == .exited(1) && run.errorText.contains("Opal"), "\(run)")
        #expect(run.lines.last == "Deleted gem 1: Ruby", "\(run)")
        try laptop.prepare("sync\ncheck\nundo\nsync\ncheck")
        try phone.prepare("sync")
        #expect(try Set(laptop.titles()) == ["Ruby", "Opal"])
        #expect(try Set(phone.titles()) == ["Ruby", "Opal"])
    }

    /// A command that the server never received changes nothing, not even what only this device
    /// has.
    @Test(arguments: [false, true])
    func aCommandIsDoneAsAWholeOrNotAtAll(isDown: Bool) throws {
        let laptop = laptop.patient
        try laptop.prepare("add book Zero\nsync")
        let script = try laptop.program.start(["-"])
        try script.write("count books\n")
        _ = try script.read(until: "1\n")
        proxy.isDown = isDown
        try script.write("add gem Opal\ndelete 1 2 --yes\n")
        let run = try script.waitForExit()
        #expect(run.status == (isDown ? .exited(1) : .success), "\(run)")
        proxy.heal()
        try laptop.prepare("sync\ncheck")
        #expect(try laptop.queue() == ["Nothing is queued."])
        let titles = try laptop.titles().sorted()
        // The push may have been on its way when the connection was reset.
        let isUndone = isDown && run.errorText.contains("nothing was changed")
        #expect(titles == (isUndone ? ["Opal", "Zero"] : []), "\(run)")
        #expect(try world.loggedIn("phone").titles().sorted() == titles)
        #expect(try laptop.prepare("conflicts").lines == ["No conflicts."])
    }

    /// With --stop-on-error, a rejected change ends the script before a command that needs its
    /// answer.
    @Test func aRejectedChangeStopsTheScript() throws {
        let laptop = laptop.patient
        let phone = try world.loggedIn("phone").patient
        try laptop.prepare("add gem Ruby\nsync")
        try phone.prepare("sync")
        let script = try laptop.program.start(["--stop-on-error", "-"])
        try script.write("count gems\n")
        _ = try script.read(until: "1\n")
        try phone.prepare("add gem Opal\nsync")
        try script.write("set 1 name:Opal color:red\nundo\n")
        let run = try script.waitForExit()
        #expect(run.status == .exited(3) && !run.text.contains("Undone"), "\(run)")
        #expect(try Set(laptop.titles()) == ["Ruby", "Opal"])
    }

    // MARK: Display

    /// Without the server, every command that shows something says that it is a copy, and how old.
    @Test(arguments: [
        "list", "list books", "show Dune", "count", "find Dune", "birthstones july", "log",
        "list state=wish",
    ])
    func everyOfflineReplySaysItIsACopy(_ command: String) throws {
        let device = try world.loggedIn("phone")
        try device.prepare("add book Dune\nadd gem Ruby birthstone:july")
        try world.server.kill()
        for (now, age) in [
            ("2026-11-20T12:00", "just now"), ("2026-11-20T12:01", "1 minute ago"),
            ("2026-11-20T12:59", "59 minutes ago"), ("2026-11-20T13:00", "1 hour ago"),
            ("2026-11-22T12:00", "2 days ago"),
        ] {
            let run = try device.at(now).run(command)
            #expect(run.status == .success, "\(run)")
            #expect(
                run.errorText
                    == "warning: the server is not available (connection refused): "
                    + "this is the local copy, last synced \(age)\n", "\(run)")
        }
        try world.server.start()
        #expect(try device.prepare(command).errorText == "", "it is refreshed on reconnect")
    }
}
