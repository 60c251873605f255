import Testing
import TroveCommands
import TroveLanguage
import TroveLoopback
import TroveModel
import TroveStandIn
import TroveTesting

/// Hostile text from each place outside the library: servers, other devices, catalogues, files, the
/// command line and the environment.
@Suite(.timeLimit(.minutes(20))) struct HostileSourceTests {
    private static func expectHarmless(
        _ run: ProgramRun, _ hint: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let faults = OutputInspection.faults(in: run.output + run.errors, allowsTabs: true)
        #expect(faults == [], "\(hint)\n\(run)", sourceLocation: sourceLocation)
    }

    // MARK: Servers

    /// A server that accepts every client and refuses all other requests, with hostile words.
    private static func hostileServer(_ text: String) throws -> LoopbackServer {
        let text = HostileText.json(text)
        let statuses = [400, 401, 403, 404, 409, 410, 413, 422, 426, 429, 500, 503]
        return try LoopbackServer { connection in
            var count = 0
            while let request = try connection.readRequest() {
                let answer =
                    switch request.target.prefix(while: { $0 != "?" }) {
                    case "/v1/hello":
                        #"{"server":"s1","protocol":1,"protocols":[1],"epoch":"e1","name":"\#(text)","time":1795000000000}"#
                    case "/v1/signup", "/v1/login":
                        #"{"token":"t1","device":"d1","epoch":"e1","user":{"id":1,"name":"\#(text)","email":"ann@example.org"}}"#
                    case "/v1/devices":
                        #"{"devices":[{"id":"d1","name":"\#(text)","created":1,"seen":2,"current":false}]}"#
                    default: ""
                    }
                count += 1
                let error = #"{"error":{"code":"\#(text)","message":"\#(text)"}}"#
                try connection.reply(
                    answer.isEmpty ? statuses[count % statuses.count] : 200,
                    headers: [("Content-Type", "application/json")],
                    body: Array((answer.isEmpty ? error : answer).utf8))
            }
        }
    }

    /// Every verb of the group that speaks with the server, in two formats.
    @Test func whatAServerSays() throws {
        try SeededRandom.run { random in
            var deck = HostileText()
            let text = deck.text(pieces: 60, using: &random)
            let server = try Self.hostileServer(text)
            let world = try HostileWorld(
                environment: ["TROVE_SERVER": server.url("")],
                then: "connect\nsignup ann@example.org name:Ann\nlogin ann@example.org\n",
                using: &random)
            let library = try world.trove.libraryFiles()
            let formats = OutputChoice.allCases.shuffled(using: &random).prefix(2)
            for verb in CommandTable.vocabulary.all where verb.group == .sync {
                for format in formats {
                    try world.trove.putLibrary(library)
                    try HostileVerbTests.tryOverPipe(
                        ["whoami", "login ann@example.org"] + verb.examples.map(\.command),
                        format, in: world.trove, random.hint)
                }
            }
            let who = try world.trove.run("whoami\ndevices", errors: .merged)
            #expect(who.text.contains("\\u{"), "the text of the server is not shown: \(who)")
        }
    }

    /// What another device has written, and its name: in listings, notices, the queue, conflicts.
    @Test func whatAnotherDeviceDid() throws {
        try SeededRandom.run { random in
            let server = try SyncWorld()
            let phone = try server.signedUp("phone")
            try phone.prepare("policy gem update queue\npolicy book update queue\ncount")
            let login = "connect \(server.server.url)\nlogin \(SyncWorld.email)\n"
            // The server takes no invisible characters in the name of a device.
            let device = "=lap<b>|`*[x](y)&lt;,\""
            let world = try HostileWorld(
                environment: ["TROVE_DEVICE": device], then: login, using: &random)
            try phone.prepare("count")
            // Both change what the other one changes, the phone while it is offline.
            var deck = HostileText()
            let changes = (1...4).map { number in
                "set \(number) \(number == 4 ? "notes" : "description"):"
                    + Quoting.quoted(deck.text(using: &random)) + "\n"
            }
            _ = try phone.run("net off\n" + changes.joined(), ["--yes"])
            _ = try world.trove.run(
                "policy book update queue\nset 1 description:x\nset 3 description:y", ["--yes"])
            let library = try phone.libraryFiles()
            for verb in CommandTable.vocabulary.all {
                let format = OutputChoice.allCases.randomElement(using: &random) ?? .table
                let commands =
                    ["queue", "list", "sync", "conflicts"] + verb.examples.map(\.command)
                guard verb.group == .sync || verb.group == .history else { continue }
                try phone.putLibrary(library)
                try HostileVerbTests.tryOverPipe(commands, format, in: phone, random.hint)
                try HostileVerbTests.tryOnTerminal(commands, .table, in: phone, random.hint)
            }
        }
    }

    // MARK: Catalogues

    /// Refusals with hostile words; `HostileVerbTests` tries hostile answers.
    @Test(arguments: [400, 401, 403, 404, 418, 422, 429, 500, 503])
    func whatACatalogueRefusesWith(_ status: Int) throws {
        try SeededRandom.run { random in
            var deck = HostileText()
            let text = HostileText.json(deck.text(pieces: 60, using: &random))
            let catalogues = try CatalogueStandIn()
            let trove = try Trove(catalogues: catalogues)
            for body in [
                "{\"error\":\"\(text)\",\"message\":\"\(text)\",\"status_message\":\"\(text)\"}",
                "{\"error\":{\"code\":\(status),\"message\":\"\(text)\",\"status\":\"\(text)\"}}",
                "<html><title>\(text)</title></html>\u{1B}[2J",
            ] {
                // Later than a lookup waits, so that it is not asked again.
                let headers = [(name: "Retry-After", value: "3600")]
                catalogues.misbehave(
                    "/", .status(status, headers: headers, body: body), times: 100)
                let run = try trove.run(
                    "search emma\nisbn 9780141439587\nsearch movie alien", errors: .merged)
                #expect(run.status == .exited(1), "\(run)")
                Self.expectHarmless(run, random.hint)
                catalogues.behave()
            }
        }
    }

    // MARK: Files, the command line and the environment

    @Test func namesOfFiles() throws {
        try SeededRandom.run { random in
            let world = try HostileWorld(using: &random)
            let name = world.fileName
            for arguments in [
                ["\(name).trove"], ["missing\(name)"], ["--\(name)"], ["--output", name],
                ["--color", name], ["--completions", name], ["-f", name], ["-c", name],
                ["--library", name, "-c", "list"], ["--library", "\(name)/x", "-c", "list"],
                ["--library", "\(name).csv", "-c", "list"], ["--echo", "\(name).trove"],
                ["--check", "\(name).trove"], ["-c", "import \"\(name).csv\" --preview"],
                ["-c", "import \(Quoting.quoted(name + ".csv")) as:goodreads --yes"],
                ["-c", "source \(Quoting.quoted(name + ".trove"))"],
                ["-c", "add gem New photo:\(Quoting.quoted(name + ".jpg"))", "-c", "show New"],
                ["-c", "export \(Quoting.quoted(name + ".csv")) --yes"],
            ] {
                let run = try world.trove.program.run(arguments, errors: .merged)
                Self.expectHarmless(run, random.hint)
            }
        }
    }

    /// Variables of the environment that paths, addresses and names come from.
    @Test(arguments: [
        "TROVE_LIBRARY", "TROVE_SERVER", "TROVE_DEVICE", "TROVE_NOW", "TROVE_CONTACT",
        "TROVE_CA_FILE",
        "TROVE_OPENLIBRARY_URL", "TROVE_TMDB_KEY", "XDG_DATA_HOME", "XDG_STATE_HOME",
        "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "HOME", "EDITOR", "PAGER", "TERM", "LANG", "TZ",
        "USER",
        "COLUMNS",
    ])
    func theEnvironment(_ variable: String) throws {
        try SeededRandom.run { random in
            var deck = HostileText()
            let text = deck.name(using: &random)
            // Relative, absolute in a folder where none can be made, or as an address.
            let value = ["", "/proc/", "http://"][Int.random(in: 0..<3, using: &random)] + text
            var trove = try Trove(environment: [variable: value])
            trove.program.timeLimit = .seconds(60)
            let script = """
                add book Dune cover:http://127.0.0.1:1/x
                list
                status
                connect
                settings
                search emma
                cover 1
                edit 1
                isbn 9780141439587
                history
                """
            Self.expectHarmless(try trove.run(script, errors: .merged), random.hint)
            let session = try trove.program.openTerminal(["-c", "list", "-c", "settings"])
            try session.waitForExit()
            #expect(
                OutputInspection.terminalFaults(in: session.output) == [],
                "\(variable)\n\(random.hint)")
        }
    }

    /// Bytes that are not UTF-8: typed, in a script and in a variable.
    @Test func invalidBytes() throws {
        let trove = try Trove()
        let lines: [[UInt8]] = [
            [0x9B, 0x32, 0x4A], [0xC2], [0xFF, 0xFE], [0xE2, 0x80], [0xED, 0xA0, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xC0, 0x9B], [0x1B, 0x5B, 0x32, 0x4A, 0xFF],
        ]
        for (index, bytes) in lines.enumerated() {
            // Each verb with two of them.
            let verbs = CommandTable.vocabulary.names.enumerated()
            for (number, verb) in verbs where (number + index) % 4 == 0 {
                let line = Array("\(verb) \"x".utf8) + bytes + Array("\"\n".utf8)
                let run = try trove.program.run(
                    ["--yes", "--echo"], input: .bytes(line), errors: .merged)
                Self.expectHarmless(run, "\(verb) \(bytes)")
            }
            let octal = bytes.map { "\\" + String($0, radix: 8) }.joined()
            let run = try trove.shell(
                "x=$(printf '\(octal)'); TROVE_LIBRARY=\"$x/l.db\" \"$TROVE\" -c \"list $x\" \"$x\"; "
                    + "\"$TROVE\" \"--$x\" -c \"show '$x'\"", errors: .merged)
            Self.expectHarmless(run, "\(bytes)")
        }
    }

    @Test(.enabled(if: Tools.hasSQLite)) func whatSQLiteSays() throws {
        try SeededRandom.run { random in
            var deck = HostileText()
            // A quote and a mark after it are a single character.
            let scalars = deck.text(using: &random).unicodeScalars
            let text = scalars.map { $0 == "'" ? "''" : String($0) }.joined()
            let trove = try Trove()
            try trove.prepare("add book Dune")
            _ = try trove.sqlite(
                """
                PRAGMA writable_schema=ON;
                INSERT INTO sqlite_schema VALUES('table','\(text)','\(text)',0,'\(text)');
                """)
            Self.expectHarmless(
                try trove.run("list\nadd book Emma\ncheck", errors: .merged), random.hint)
        }
    }

    // MARK: The prompt

    /// The line editor draws with many sequences; none of them may come from a title, a completion,
    /// a notice or an old line.
    @Test func thePrompt() throws {
        try SeededRandom.run { random in
            let world = try HostileWorld(using: &random)
            let session = try world.trove.openTrove(["--no-pictures"])
            for command in ["list", "show 1", "log", "shelves", "stats"] {
                try session.enter(command)
                try session.waitUntil("the next prompt") { terminal in
                    terminal.isAtPrompt && terminal.count(of: "> \(command)") == 1
                }
            }
            try session.type("show Du\t\t")
            // The title may wrap, and its "e" may carry an accent.
            try session.waitUntil("the completed title") { $0.count(of: "> show \"Dun") > 0 }
            try session.press(.ctrl("u"))
            try session.type("shelve 1 on:\t\t")
            try session.press(.ctrl("u"))
            try session.enter("echo done")
            try session.waitUntil("the output") { $0.count(of: "done") >= 2 }
            let written = String(decoding: session.output, as: UTF8.self).unicodeScalars
            // OSC, DCS, the other screen, a reset and the bell; C1 and bidirectional controls.
            for sequence in [
                "\u{1B}]", "\u{1B}P", "\u{1B}[?1049h", "\u{1B}c", "\u{1B}[8m", "\u{1B}[6n",
            ] {
                #expect(
                    !String(written).contains(sequence),
                    "\(sequence.debugDescription) \(random.hint)")
            }
            let active = written.filter {
                (0x7F...0x9F).contains($0.value) || HostileText.directions.contains(String($0))
            }
            #expect(active.isEmpty, "\(active.map { String($0.value, radix: 16) }) \(random.hint)")
        }
    }
}
