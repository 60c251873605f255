import Glibc
import Testing
import TroveCodecs
import TroveTesting

/// The commands of the server's operator, which run beside the server.
@Suite(.timeLimit(.minutes(20))) struct OperatorTests {
    private let world: SyncWorld
    private var server: ServerUnderTest { world.server }

    init() throws {
        world = try SyncWorld()
    }

    private func operate(_ words: String...) throws -> ProgramRun {
        try server.program.run(words + ["--store", server.store])
    }

    // MARK: Accounts

    @Test func aDisabledAccountIsRefusedAndKept() throws {
        let ann = try world.signedUp("laptop")
        let bob = try world.signedUp("desktop", email: "bob@example.org")
        try ann.prepare("add gem Opal\nsync")
        #expect(
            try operate("user", "disable", "Ann@Example.org").requiring().text
                == "Disabled Ann@Example.org, and logged out its devices.\n")
        #expect(
            try operate("user", "list").requiring().lines.contains {
                $0.hasSuffix("<ann@example.org> (disabled)")
            })
        let sync = try ann.run("add gem Ruby\nsync")
        #expect(sync.errorText.contains("you are not logged in"), "\(sync)")
        let login = try ann.run("login ann@example.org")
        #expect(login.status == .exited(1))
        #expect(
            login.errorText.contains(
                "error: the operator of the server has disabled this account\n"), "\(login)")
        try bob.prepare("add gem Jade\nsync")

        try operate("user", "enable", "ann@example.org").requiring()
        try ann.prepare("login ann@example.org\nsync")
        #expect(try world.loggedIn("phone").titles().sorted() == ["Opal", "Ruby"])
    }

    /// Names in a store cannot control the operator's terminal.
    @Test func controlCharactersAreShown() throws {
        let ann = try world.signedUp("laptop")
        try ann.shell(
            "sqlite3 '\(server.storePath)' "
                + "\"UPDATE users SET name = 'A' || char(27) || ']0;x' || char(7) || char(8238)\""
        ).requiring()
        let list = try operate("user", "list").requiring()
        #expect(list.text.contains(#"A\u{1B}]0;x\u{7}\u{202E} <ann@example.org>"#), "\(list)")
        #expect(!list.text.utf8.contains(0x1B))
    }

    /// The date on which the account was disabled stays the first one.
    @Test func anAccountIsDisabledOnce() throws {
        let ann = try world.signedUp("laptop")
        let first = try operate("user", "disable", "ann@example.org").requiring()
        #expect(first.errorText.contains("account disabled from operator"), "\(first)")
        func date() throws -> String {
            try ann.shell("sqlite3 '\(server.storePath)' 'SELECT disabled FROM users'").requiring()
                .text
        }
        let disabled = try date()
        let second = try operate("user", "disable", "ann@example.org").requiring()
        #expect(second.text == "ann@example.org was already disabled.\n")
        #expect(!second.errorText.contains("account disabled"), "\(second)")
        #expect(try date() == disabled)
    }

    /// The first `sync` that learns of the log-out says what to do.
    @Test func aLoggedOutDeviceIsToldToLogIn() throws {
        let ann = try world.signedUp("laptop")
        try operate("user", "logout", "ann@example.org").requiring()
        let run = try ann.run("sync\nadd book Dune")
        #expect(run.errorText.occurrences(of: "log in first: `login EMAIL`") == 2, "\(run)")
    }

    /// A user who has forgotten the password gets a new one. The old one and the tokens end.
    @Test func aPasswordIsReplaced() throws {
        var ann = try world.signedUp("laptop")
        try ann.prepare("add book Dune")
        let reset = try operate("user", "password", "ann@example.org").requiring()
        let words = reset.text.split(separator: " ")
        let place = try #require(words.firstIndex(of: "is"))
        let password = String(words[place + 1].dropLast())
        #expect(password.count == 19, "\(reset)")
        #expect(!reset.errorText.contains(password))
        #expect(try ann.run("sync").errorText.contains("log in first: `login EMAIL`"))
        #expect(try ann.run("login ann@example.org").errorText.contains("password is wrong"))
        ann.environment["TROVE_PASSWORD"] = password
        try ann.prepare("login ann@example.org\nsync")
        #expect(try ann.run("check").requiring().text.contains("the same as on"))
    }

    /// Too many wrong passwords make a user wait, until the operator enables the account.
    @Test func enableEndsThePauseAfterWrongPasswords() throws {
        var ann = try world.signedUp("laptop")
        let password = ann.environment["TROVE_PASSWORD"]
        ann.environment["TROVE_PASSWORD"] = "wrong horse"
        for _ in 0..<6 { _ = try ann.run("login ann@example.org") }
        ann.environment["TROVE_PASSWORD"] = password
        #expect(try ann.run("login ann@example.org").errorText.contains("too many attempts"))
        try operate("user", "enable", "ann@example.org").requiring()
        try ann.prepare("login ann@example.org")
    }

    /// A mistyped path is noticed.
    @Test func anInvitationSaysThatItCreatedTheStore() throws {
        try server.terminate()
        func invite(_ path: String) throws -> ProgramRun {
            try server.program.run(["--invite", "--store", "sqlite:\(path)"])
        }
        let path = server.scratch.path("typo.db")
        let created = "Created a new store at \(path).\n"
        #expect(try invite(path).requiring().errorText.hasPrefix(created))
        #expect(try !invite(path).requiring().errorText.contains("Created"))
        let folder = try invite(server.scratch.makeDirectory("folder"))
        #expect(folder.errorText.contains("folder is not a file\n"), "\(folder)")
    }

    /// A wrong password gives the same answer as without an account, so an attacker
    /// does not learn that the account is disabled.
    @Test func onlyThePasswordShowsThatAnAccountIsDisabled() throws {
        _ = try world.signedUp("laptop")
        try operate("user", "disable", "ann@example.org").requiring()
        var other = try world.connected("phone")
        other.environment["TROVE_PASSWORD"] = "wrong horse"
        let run = try other.run("login ann@example.org")
        #expect(run.errorText.contains("error: the email or the password is wrong\n"), "\(run)")
    }

    /// The service runs as another user, who must be able to open what root has made for it.
    @Test(.enabled(if: Tools.isSuperuser))
    func whatRootMakesBelongsToTheOwnerOfTheFolder() throws {
        let laptop = try world.signedUp("laptop")
        let copy = server.scratch.path("copy.db")
        try operate("backup", copy).requiring()
        try server.terminate()
        let (store, folder) = (server.storePath, "$(dirname '\(server.storePath)')")
        func owners() throws -> [String] {
            try laptop.shell("stat -c %u '\(store)' '\(store)-guard'").requiring().lines
        }
        try laptop.shell("chown -R 65534:65534 \(folder)").requiring()
        try operate("restore", copy).requiring()
        #expect(try owners() == ["65534", "65534"])
        try laptop.shell("rm '\(store)'*").requiring()
        try operate("restore", copy).requiring()
        #expect(try owners() == ["65534", "65534"])
        try laptop.shell("rm '\(store)'*").requiring()
        try operate("--invite").requiring()
        #expect(try owners() == ["65534", "65534"])
    }

    @Test func aDeletedAccountLeavesTheOthersAlone() throws {
        let ann = try world.signedUp("laptop")
        let bob = try world.signedUp("desktop", email: "bob@example.org")
        try ann.prepare("add gem Opal\nadd book Dune\nsync")
        try bob.prepare("add gem Opal\nsync")
        #expect(
            try operate("user", "delete", "ann@example.org").requiring().text
                == "Deleted ann@example.org with 2 items.\n")
        #expect(try operate("user", "list").requiring().lines.first == "1 account")
        #expect(try operate("check").requiring().text.hasSuffix("is sound: 1 account.\n"))
        try bob.prepare("add gem Ruby\nsync")
        #expect(
            try world.loggedIn("phone", email: "bob@example.org").titles().sorted()
                == ["Opal", "Ruby"])
        // The device keeps its items, and the email is free.
        #expect(try ann.titles().sorted() == ["Dune", "Opal"])
        _ = try world.signedUp("tablet")
    }

    @Test func anExportHasEverythingAndCanBeImported() throws {
        let ann = try world.signedUp("laptop")
        try ann.prepare(
            """
            add gem "Opal \\"fire\\""
            add book Emma note:"two\\nlines"
            add book Dune genre:sci-fi
            kind new vinyl
            add vinyl "Kind of Blue"
            delete dune --yes
            add book 銀河鉄道の夜
            sync
            """)
        let folder = server.scratch.path("ann")
        let text = try operate("user", "export", "ann@example.org", folder).requiring().text
        #expect(text == "Copied 4 items and 0 photos of ann@example.org to \(folder).\n")
        let account = try JSON(parsing: Array(server.scratch.read("ann/account.json").utf8))
        #expect(account.members?.first { $0.name == "email" }?.value == .string("ann@example.org"))
        #expect(account.members?.first { $0.name == "devices" }?.value.array?.count == 1)
        #expect(try server.scratch.read("ann/other.json").contains("vinyl"))

        let other = try SyncWorld.device("other")
        try other.prepare("kind new vinyl\nimport '\(folder)/items.json'")
        #expect(
            try other.titles().sorted() == ["Emma", "Kind of Blue", "Opal \"fire\"", "銀河鉄道の夜"])
        #expect(try other.prepare("show emma").text.contains("two"))
        // It never replaces a folder.
        let again = try operate("user", "export", "ann@example.org", folder)
        #expect(again.status == .exited(1))
        #expect(again.errorText.contains("\(folder) already exists"), "\(again)")
    }

    /// An export tells of damaged photos, and of a folder that an earlier one has left.
    @Test func anExportTellsOfDamage() throws {
        _ = try world.signedUp("laptop")
        try ProgramUnderTest("sqlite3").run([
            server.storePath,
            "INSERT INTO blobs SELECT user_id, '\(String(repeating: "0", count: 64))', x'00' FROM users",
        ]).requiring()
        try server.scratch.makeDirectory("ann.partial")
        let folder = server.scratch.path("ann")
        let left = try operate("user", "export", "ann@example.org", folder)
        #expect(left.status == .exited(1))
        #expect(left.errorText.contains("\(folder).partial was left by an export"), "\(left)")
        server.scratch.remove("ann.partial")
        let run = try operate("user", "export", "ann@example.org", folder).requiring()
        #expect(run.lines.last == "1 photo is damaged: trove-server check lists it.", "\(run)")
    }

    @Test(arguments: ["disable", "enable", "logout", "password", "delete", "export"])
    func anUnknownAccountIsAnError(_ action: String) throws {
        let words = ["user", action, "eve@example.org"] + (action == "export" ? ["eve"] : [])
        let run = try server.program.run(words + ["--store", server.store])
        #expect(run.status == .exited(1))
        #expect(
            run.errorText == """
                trove-server: error: there is no account eve@example.org
                  trove-server user list shows all accounts

                """)
    }

    @Test(arguments: [
        Case("no email", ["user", "disable"], "user disable needs EMAIL"),
        Case("an option for the file", ["backup", "--store"], "backup needs FILE"),
        Case("no file", ["restore", "--log", "json"], "restore needs FILE"),
        Case("no folder", ["user", "export", "a@b.de"], "user export needs FOLDER"),
        Case("no action", ["user"], "user needs a command"),
        Case(
            "another action", ["user", "remove"],
            "user cannot be remove"),
        Case(
            "too much", ["user", "enable", "a@b.de", "c@d.de"],
            "c@d.de is neither an option nor a command"),
    ])
    func mistakesAreExplained(_ row: Case<[String], String>) throws {
        let run = try server.program.run(row.input)
        #expect(run.status == .exited(2), "\(run)")
        #expect(run.errorText.contains("trove-server: error: \(row.expected)\n"), "\(run)")
    }

    @Test func aMissingStoreIsNotCreated() throws {
        let path = server.scratch.path("missing.db")
        for words in [
            ["user", "list"], ["user", "delete", "a@b.de"], ["stats"], ["check"], ["migrate"],
        ] {
            let run = try server.program.run(words + ["--store", "sqlite:\(path)"])
            #expect(run.status == .exited(4), "\(run)")
            #expect(run.errorText.contains("there is no store at \(path)"), "\(run)")
        }
        #expect(!server.scratch.files().contains("missing.db"))
    }

    @Test func aMissingBackupIsNamed() throws {
        let backup = server.scratch.path("missing.db")
        let store = "sqlite:\(server.scratch.path("new.db"))"
        let run = try server.program.run(["restore", backup, "--store", store])
        #expect(run.status == .exited(4), "\(run)")
        #expect(
            run.errorText == "trove-server: error: there is no backup at \(backup)\n", "\(run)")
    }

    /// A pipe could not be read twice, and opening it waits for a writer.
    @Test func aPipeIsNoBackup() throws {
        let pipe = server.scratch.path("pipe")
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        let store = "sqlite:\(server.scratch.path("new.db"))"
        let run = try server.program.run(["restore", pipe, "--store", store])
        #expect(run.status == .exited(4), "\(run)")
        #expect(run.errorText == "trove-server: error: there is no backup at \(pipe)\n", "\(run)")
    }

    // MARK: The store

    @Test func statsCountWhatTheStoreHolds() throws {
        let ann = try world.signedUp("laptop")
        try ann.prepare("add gem Opal\nadd gem Ruby\nsync\ndelete ruby --yes\nsync")
        let lines = try operate("stats").requiring().lines
        for line in [
            "accounts           1", "disabled accounts  0", "active devices     1",
            "items              1", "deleted items      1", "photos             0",
        ] {
            #expect(lines.contains(line), "\(lines)")
        }
    }

    @Test func aCheckFindsDamage() throws {
        let ann = try world.signedUp("laptop")
        try ann.prepare("add gem Opal\nadd gem Ruby\nsync")
        #expect(try operate("check").requiring().text.hasSuffix("is sound: 1 account.\n"))
        try server.terminate()
        for (sql, finding) in [
            ("UPDATE users SET entry_count = 5", "2 items, but 5 are recorded"),
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
            ("DELETE FROM entries WHERE ver = 1", "1 unique name belongs to no item"),
            ("UPDATE users SET mark = 7", "the mark of the account is not that of its last change"),
            ("DELETE FROM ledger WHERE seq > 1", "the history ends before the last change"),
            ("DELETE FROM emails", "the email is not registered"),
        ] {
            try server.saveStore(as: "sound")
            try server.changeStore(sql)
            let run = try operate("check")
            #expect(run.status == .exited(1), "\(sql)")
            #expect(run.text.contains("ann@example.org: \(finding)"), "\(sql): \(run)")
            try server.restoreStore(from: "sound")
        }
        for (sql, finding) in [
            ("DROP TABLE uniques", "no such table: uniques"),
            ("DELETE FROM server", "the store has no identity\n"),
            ("INSERT INTO emails VALUES ('x@example.org', 5)", "1 email belongs to no account\n"),
            (
                "UPDATE entries SET user_id = 77 WHERE ver = 1",
                "1 entry belongs to no account\n"
            ),
        ] {
            try server.saveStore(as: "sound")
            try server.changeStore(sql)
            let run = try operate("check")
            #expect(run.status == .exited(1) && run.text.contains(finding), "\(sql): \(run)")
            try server.restoreStore(from: "sound")
        }
        #expect(try operate("check").status == .exited(0))
    }

    /// A store of an earlier version is listed only after it was converted.
    @Test func anEarlierStoreIsConverted() throws {
        let path = try EarlierFiles(version: "library3-server3").store(in: server.scratch)
        let early = try server.program.run(["user", "list", "--store", "sqlite:\(path)"])
        #expect(early.status == .exited(4))
        #expect(early.errorText.contains("was written by an earlier trove-server"), "\(early)")
        // Nor does another command convert it.
        let logout = try server.program.run(
            ["user", "logout", "ann@example.org", "--store", "sqlite:\(path)"])
        #expect(logout.status == .exited(4))
        #expect(logout.errorText.contains("was written by an earlier trove-server"), "\(logout)")
        let converted = try server.program.run(["migrate", "--store", "sqlite:\(path)"])
        #expect(try converted.requiring().text.hasPrefix("Converted \(path) from format 3"))
        try server.program.run(["user", "list", "--store", "sqlite:\(path)"]).requiring()
        let again = try server.program.run(["migrate", "--store", "sqlite:\(path)"]).requiring()
        #expect(again.text.hasPrefix("\(path) has the current format"))
    }

    /// Of two commands, none runs.
    @Test func onlyOneCommandRuns() throws {
        for words in [
            ["check", "migrate"], ["stats", "reset"], ["backup", "a.db", "restore", "b"],
        ] {
            let run = try server.program.run(words + ["--store", server.store])
            #expect(run.status == .exited(2), "\(run)")
            #expect(run.errorText.contains("cannot be used together"), "\(run)")
        }
    }

    /// A copy that was interrupted, which begins with zeros, does not keep its name.
    @Test func anInterruptedBackupIsReplaced() throws {
        _ = try server.scratch.write(
            [UInt8](repeating: 0, count: 8192), to: "work/monday.db.partial")
        try operate("backup", "monday.db").requiring()
        let files = try server.program.run(["check", "--store", "sqlite:monday.db"])
        #expect(files.status == .success, "\(files)")
        _ = try server.scratch.write("a letter", to: "work/friday.db.partial")
        let refused = try operate("backup", "friday.db")
        #expect(refused.errorText.contains("friday.db.partial already exists"), "\(refused)")
    }

    // MARK: Monitoring

    /// The log has each action on an account, and neither emails nor passwords.
    @Test func theLogHasWhatHappensToAccounts() throws {
        let ann = try world.signedUp("laptop")
        var phone = try world.loggedIn("phone")
        phone.environment["TROVE_PASSWORD"] = "wrong horse"
        _ = try phone.run("login ann@example.org")
        try ann.prepare("logout")
        try operate("user", "disable", "ann@example.org").requiring()
        _ = try ann.run("login ann@example.org")
        try server.terminate()
        let events = try server.log.split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
            .filter { $0["event"]?.text == "account" }
        #expect(
            events.map { $0["action"]?.text } == [
                "signed-up", "logged-in", "log-in-failed", "logged-out", "log-in-refused",
            ])
        #expect(events.allSatisfy { $0["peer"]?.text == "127.0.0.1" })
        #expect(!server.log.contains("ann@example.org") && !server.log.contains("horse"))
    }

    /// Each command of the operator that concerns an account writes a line for the log.
    @Test(arguments: ["text", "json"])
    func theOperatorsCommandsAreNoted(_ format: String) throws {
        let account = try world.signedUp("laptop").sqlite(
            "SELECT value FROM meta WHERE key = 'sync_user_id'")
        let email = "ann@example.org"
        for (words, action) in [
            (["disable", email], "disabled"), (["enable", email], "enabled"),
            (["logout", email], "logged-out"), (["export", email, "copy"], "exported"),
            (["password", email], "password-reset"), (["delete", email], "deleted"),
        ] {
            let run = try server.program.run(
                ["user"] + words + ["--store", server.store, "--log", format]
            ).requiring()
            let line =
                format == "text"
                ? "Z account \(action) from operator user \(account)\n"
                : #"Z","event":"account","action":"\#(action)","peer":"operator","user":\#(account)}"#
                    + "\n"
            #expect(run.errorText.hasSuffix(line), "\(run)")
            #expect(run.errorText.split(separator: "\n").count == 1)
            #expect(!run.errorText.contains(email))
        }
        let invited = try server.program.run([
            "--invite", "--store", server.store,
        ]).requiring()
        #expect(invited.errorText.hasSuffix("Z account invited from operator\n"), "\(invited)")
    }

    private func get(_ path: String, port: Int) throws -> (status: Int, body: String) {
        let client = try RawExchange(port: port)
        try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let reply = try client.readReply()
        return (reply.status, String(decoding: reply.body, as: UTF8.self))
    }

    @Test func healthAndReadinessNeedNoToken() throws {
        #expect(try get("/health", port: Int(server.port)).status == 204)
        #expect(try get("/ready", port: Int(server.port)).status == 204)
        #expect(try get("/metrics", port: Int(server.port)).status == 404)
    }

    /// Behind a proxy, the last address in the header counts. Without the option, the header is
    /// ignored.
    @Test(arguments: [
        Case("several", "198.51.100.7, 203.0.113.9", "203.0.113.9"),
        Case("IPv6", "2001:db8::9", "2001:db8::9"),
        Case("no address", "203.0.113.9, unknown", "127.0.0.1"),
        Case("a port", "203.0.113.9:80", "127.0.0.1"),
        Case("nothing", "", "127.0.0.1"),
    ])
    func aProxyNamesTheClient(_ row: Case<String, String>) throws {
        for (arguments, peer) in [
            (["--behind-proxy"], row.expected), ([], "127.0.0.1"),
            (["--proxy", "192.0.2.1", "--proxy", "127.0.0.0/8"], row.expected),
            (["--proxy", "192.0.2.1"], "127.0.0.1"),
        ] {
            let server = try ServerUnderTest(arguments: arguments)
            let client = try RawExchange(port: Int(server.port))
            try client.send(
                "GET /v1/hello HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: \(row.input)\r\n\r\n")
            #expect(try client.readReply().status == 200)
            try server.terminate()
            let request = try server.log.split(separator: "\n")
                .map { try JSON(parsing: Array($0.utf8)) }.first { $0["event"]?.text == "request" }
            #expect(request?["peer"]?.text == peer)
            let isUnknown = arguments.count == 0 || arguments.count == 2
            #expect(
                server.log.contains("sends X-Forwarded-For, which is not read") == isUnknown)
        }
    }

    /// What an operator asked for is not lost without a word.
    @Test(arguments: ["user list", "stats", "check", "--invite", "--help"])
    func aFullOutputIsAFailure(_ arguments: String) throws {
        let run = try ProgramUnderTest("/bin/sh").run([
            "-c", "exec \"$0\" $1 --store \"$2\" > /dev/full", server.program.path, arguments,
            server.store,
        ])
        #expect(run.status == .exited(1))
        #expect(
            run.errorText.contains("standard output cannot be written: No space left on device"),
            "\(run)")
    }

    /// An email may begin like an option.
    @Test func anEmailThatLooksLikeAnOptionIsAnOperand() throws {
        _ = try world.signedUp("laptop", email: "\"--store@example.org\"")
        let run = try server.program.run([
            "user", "disable", "--store", server.store, "--",
            "--store@example.org",
        ])
        #expect(
            run.text == "Disabled --store@example.org, and logged out its devices.\n", "\(run)")
    }

    /// A port for the metrics that is in use is noticed before the server says that it listens.
    @Test func anAddressForMetricsThatIsInUseIsRefused() throws {
        let run = try server.program.run([
            "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:\(server.port)", "--store",
            "sqlite:\(server.storePath).2",
        ])
        #expect(run.status == .exited(1))
        #expect(run.errorText.hasPrefix("trove-server: error: "), "\(run)")
        #expect(run.text == "", "\(run)")
    }

    /// At a terminal, an account is deleted only after a question.
    @Test func aPersonIsAskedBeforeAnAccountIsDeleted() throws {
        let laptop = try world.signedUp("laptop")
        try laptop.prepare("add gem Opal\nadd gem Ruby\nsync")
        func answer(_ key: String) throws -> String {
            let terminal = try server.program.openTerminal([
                "user", "delete", "ann@example.org", "--store", server.store,
            ])
            try terminal.waitUntil(
                cursorFollows: "Permanently delete ann@example.org with 2 items? [y/N] ",
                timeLimit: .seconds(60))
            try terminal.type(key)
            try terminal.press(.enter)
            #expect(try terminal.waitForExit(timeLimit: .seconds(60)) == .success)
            return terminal.screen
        }
        #expect(try answer("n").contains("Nothing was changed."))
        #expect(
            try server.program.run(["user", "list", "--store", server.store]).text
                .contains("ann@example.org"))
        #expect(try answer("y").contains("Deleted ann@example.org with 2 items."))
    }

    /// The question comes even if standard error goes elsewhere, for example to the journal.
    @Test func aPersonIsAskedOnTheTerminal() throws {
        let laptop = try world.signedUp("laptop")
        try laptop.prepare("add gem Opal\nsync")
        let command = """
            exec '\(server.program.path)' user delete ann@example.org --store '\(server.store)' \
            2>errors.txt
            """
        let shell = try ProgramUnderTest("sh", scratch: server.scratch)
        let terminal = try shell.openTerminal(["-c", command])
        try terminal.waitUntil(cursorFollows: "with 1 item? [y/N] ", timeLimit: .seconds(60))
        try terminal.type("n")
        try terminal.press(.enter)
        #expect(try terminal.waitForExit(timeLimit: .seconds(60)) == .success)
        #expect(terminal.screen.contains("Nothing was changed."), "\(terminal.screen)")
    }

    /// With `--log json` everything on standard error is JSON, also before the server listens.
    @Test func aFailureToStartIsALineOfTheLog() throws {
        let run = try server.program.run([
            "--listen", "127.0.0.1:\(server.port)", "--log", "json", "--store",
            "sqlite:\(server.storePath).2",
        ])
        #expect(run.status == .exited(1))
        let line = try JSON(parsing: Array(run.errorText.utf8))
        #expect(line["event"]?.text == "failure", "\(run)")
        #expect(line["problem"]?.text?.hasPrefix("cannot listen on 127.0.0.1:") == true, "\(run)")
        #expect(line["advice"]?.text == "another server may be running there", "\(run)")
    }

    /// Two servers on one file work, but their devices do not wake each other.
    @Test func aSecondServerOnAFileIsNoted() throws {
        let second = try server.program.start(
            ["--listen", "127.0.0.1:0", "--store", server.store], input: .empty,
            errors: .separate)
        try second.read(
            until: "another program has \(server.storePath) open; only one server may use a file",
            from: .errors)
        second.send(.terminate)
        #expect(try second.waitForExit(timeLimit: .seconds(60)).status == .success)
        #expect(!server.log.contains("shared-store"))
    }

    @Test func metricsCountRequests() throws {
        try server.terminate()
        let measured = try server.program.start([
            "--listen", "127.0.0.1:\(server.port)", "--metrics", "127.0.0.1:0",
            "--store", server.store,
        ])
        let output = try measured.read(until: "/metrics\n")
        let place = try #require(
            output.firstMatch(of: #/serves http://127\.0\.0\.1:(\d+)\/metrics/#))
        let port = try #require(Int(place.output.1))
        _ = try world.signedUp("laptop")
        let text = try get("/metrics", port: port).body
        #expect(
            text.contains("trove_http_requests_total{route=\"signup\",status=\"201\"} 1\n"),
            "\(text)")
        #expect(
            text.contains("trove_http_request_seconds_bucket{route=\"signup\",le=\"+Inf\"} 1\n"))
        #expect(text.contains("# TYPE trove_http_request_seconds histogram\n"))
        #expect(text.contains(#/trove_store_bytes\{file="store"\} [1-9]\d*\n/#))
        #expect(text.contains(#/trove_store_connections\{state="free"\} [1-9]\d*\n/#))
        #expect(text.contains("trove_store_failures_total 0\n"))
        #expect(text.contains("trove_upkeep_failures_total 0\n"))
        #expect(text.contains(#/process_open_fds [1-9]\d*\n/#))
        #expect(text.contains("trove_build_info{version=\""))
        // Every line is a comment, or a name with labels and a number.
        for line in text.split(separator: "\n") where !line.hasPrefix("# ") {
            #expect(
                line.wholeMatch(of: #/[a-z_]+(\{[^{}]*\})? [0-9.e+-]+/#) != nil, "\(line)")
        }
        #expect(try get("/other", port: port).status == 404)
        measured.send(.terminate)
        #expect(try measured.waitForExit(timeLimit: .seconds(60)).status == .success)
    }
}
