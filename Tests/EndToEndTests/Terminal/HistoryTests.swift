import Testing
import TroveTesting

/// The history: the arrow keys, the file, and sharing among sessions.
@Suite(.timeLimit(.minutes(20))) struct HistoryTests {
    @Test func arrowsWalkThroughIt() throws {
        let session = try Trove().openTrove()
        try session.run("echo one")
        try session.run("echo 二")
        try session.run("echo three")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> echo three")
        try session.press(.up, .up)
        try session.waitUntil(cursorFollows: "> echo one")
        // No entry precedes the first.
        try session.press(.up)
        try session.waitUntil("a bell") { $0.bellCount == 1 }
        try session.press(.down)
        try session.waitUntil(cursorFollows: "> echo 二")
        try session.press(.down, .down)
        try session.waitUntil(cursorFollows: "> ")
        try session.press(.up, .up)
        try session.waitUntil(cursorFollows: "> echo 二")
        #expect(try session.submit() == ["二"])
    }

    /// With a text typed, the arrows go through the lines that begin with it, then through those
    /// that contain it.
    @Test func arrowsSearchForTheTypedText() throws {
        let trove = try Trove()
        try trove.scratch.write(
            "echo Élan\ncount\necho the elanor\nelan\nlist\n", to: trove.historyFile)
        let session = try trove.openTrove()
        try session.typeOut("echo")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> echo the elanor")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> echo Élan")
        try session.press(.up)
        try session.waitUntil("a bell") { $0.bellCount == 1 }
        try session.press(.down, .down)
        try session.waitUntil(cursorFollows: "> echo")
        try session.press(.ctrl("u"))
        try session.typeOut("elan")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> echo the elanor")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> echo Élan")
        // The cursor is behind it; an edited line is searched for anew.
        try session.typeOut("x")
        try session.press(.up)
        try session.waitUntil("a bell") { $0.bellCount == 2 }
        #expect(try session.submit() == ["Élanx"])
    }

    @Test func isReadableOnlyByItsOwner() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.run("echo two  三体")
        #expect(try trove.scratch.permissions(of: trove.historyFile) == 0o600)
        // Plain text: no header, no escapes for spaces or newlines.
        #expect(try trove.scratch.read(trove.historyFile) == "echo two  三体\n")
        #expect(
            try trove.scratch.permissions(of: "home/.local/state/trove") & 0o077 == 0)
    }

    @Test func eachLineIsKeptOnce() throws {
        let trove = try Trove()
        var session = try trove.openTrove()
        for line in ["echo one", "echo two", "echo one", "echo three", "echo two", "echo two"] {
            try session.run(line)
        }
        let expected = ["echo one", "echo three", "echo two", "history"]
        #expect(try session.run("history") == expected)
        try session.press(.up, .up, .up, .up)
        try session.waitUntil(cursorFollows: "> echo one")
        try session.press(.up)
        try session.waitUntil("a bell") { $0.bellCount == 1 }
        try session.press(.ctrl("c"))
        try session.waitForTrove()
        try session.press(.ctrl("d"))
        try session.waitForExit()

        session = try trove.openTrove()
        #expect(try session.run("history") == expected)
    }

    @Test func aLeadingSpaceKeepsALineOut() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.run("echo open")
        #expect(try session.run(" echo secret") == ["secret"])
        try session.run("   ")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> echo open")
        try session.press(.ctrl("c"))
        #expect(try trove.scratch.read(trove.historyFile) == "echo open\n")
    }

    /// Completion leaves a space at the end, which makes no other line. One behind a backslash
    /// stays, because the line would continue without it.
    @Test func aSpaceAtTheEndIsNotKept() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.run("echo open")
        #expect(try session.run("echo open  ") == ["open"])
        try session.run(#"echo one\ "#)
        try session.run("echo two # why ")
        #expect(
            try trove.scratch.read(trove.historyFile)
                == "echo open\necho open\necho one\\\\ \necho two # why\n")
        #expect(
            try session.run("history") == [
                "echo open", #"echo one\"#, "echo two # why", "history",
            ])
    }

    @Test func aPasswordIsNotKept() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.run("echo open")
        #expect(try session.run("echo my Password is x") == ["my Password is x"])
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> echo open")
        try session.press(.ctrl("c"))
        #expect(try trove.scratch.read(trove.historyFile) == "echo open\n")
    }

    @Test(arguments: [
        "login ann@example.org hunter2", "in ann@example.org hunter2", "signin a@b.org hunter2",
        "alias ann login ann@example.org hunter2",
    ])
    func possiblePasswordsAreNotKept(_ line: String) throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.run("alias in login")
        #expect(try session.run(line).contains { $0.contains("error: ") })
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> alias in login")
        try session.press(.ctrl("c"))
        #expect(try trove.scratch.read(trove.historyFile) == "alias in login\n")
    }

    /// Canceled lines, answers and script lines are not in the history.
    @Test func keepsCommandsOnly() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune")
        let session = try trove.openTrove()
        try session.typeOut("echo cancelled")
        try session.press(.ctrl("c"))
        try session.waitForTrove()
        try session.press(.enter)
        try session.enter("delete 1")
        try session.waitUntil(cursorFollows: "[y/N] ")
        try session.run("no")
        #expect(try trove.scratch.read(trove.historyFile) == "delete 1\n")
    }

    @Test func isSharedByConcurrentSessions() throws {
        let trove = try Trove()
        let first = try trove.openTrove()
        let second = try trove.openTrove()
        try first.run("echo from the first")
        try second.run("echo from the second")
        try first.run("echo again")
        // Search finds the other session's line at once; the arrows do not.
        try second.press(.ctrl("r"))
        try second.type("again")
        try second.waitUntil(shows: "(search) again\n echo again")
        try second.press(.ctrl("g"))
        try second.waitForTrove()
        try second.press(.up)
        try second.waitUntil(cursorFollows: "> echo from the second")
        try second.press(.ctrl("c"))
        try second.waitForTrove()
        #expect(
            try second.run("history") == [
                "echo from the first", "echo from the second", "echo again", "history",
            ])
        #expect(
            try trove.historyLines() == [
                "echo from the first", "echo from the second", "echo again", "history",
            ])
    }

    @Test func survivesAKill() throws {
        let trove = try Trove()
        var session = try trove.openTrove()
        try session.run("echo before the end")
        session.send(.kill)
        #expect(try session.waitForExit() == .signaled(.kill))
        session = try trove.openTrove()
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> echo before the end")
        #expect(try session.submit() == ["before the end"])
    }

    struct Damage: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Whether the shell has to warn that it cannot save the history.
        let isTold: Bool
        let make: @Sendable (Trove) throws -> Void
    }

    static let damages = [
        Damage(testDescription: "bytes that are no UTF-8", isTold: false) {
            try $0.scratch.write(
                [0xFF, 0xFE, 0x0A, 0x00, 0x0A, 0xC3, 0x0A] + Array("echo kept\n".utf8),
                to: $0.historyFile)
        },
        Damage(testDescription: "a last line without an end", isTold: false) {
            try $0.scratch.write("echo kept", to: $0.historyFile)
        },
        Damage(testDescription: "libedit's own form", isTold: false) {
            try $0.scratch.write("_HiStOrY_V2_\necho\\040kept\n", to: $0.historyFile)
        },
        Damage(testDescription: "a directory", isTold: true) {
            try $0.scratch.makeDirectory($0.historyFile)
        },
        Damage(testDescription: "a file where its directory should be", isTold: true) {
            try $0.scratch.write("", to: "home/.local/state/trove")
        },
        Damage(testDescription: "a device", isTold: true) {
            try $0.scratch.makeDirectory("home/.local/state/trove")
            let link = try ProgramUnderTest("ln", scratch: $0.scratch)
            _ = try link.run(["-s", "/dev/null", $0.scratch.path($0.historyFile)])
        },
        // The superuser can write it nevertheless.
        Damage(testDescription: "no permission", isTold: false) {
            try $0.scratch.write("echo kept\n", to: $0.historyFile)
            try $0.scratch.setPermissions(0, of: $0.historyFile)
        },
    ]

    @Test(arguments: damages) func damageNeverStopsTheShell(_ damage: Damage) throws {
        let trove = try Trove()
        try damage.make(trove)
        let session = try trove.openTrove()
        #expect(try session.run("echo one").first == "one")
        #expect(try session.run("echo two") == ["two"])
        // Lines of this session can be recalled, with or without the file.
        try session.press(.up, .up)
        try session.waitUntil(cursorFollows: "> echo one")
        #expect(try session.submit() == ["one"])
        if damage.isTold { #expect(session.terminal.count(of: "warning: ") == 1) }
        try session.press(.ctrl("d"))
        #expect(try session.waitForExit() == .success)
    }

    /// A malformed line does not affect the lines around it.
    @Test func keepsTheLinesAroundAMalformedOne() throws {
        let trove = try Trove()
        try trove.scratch.write(
            Array("echo first\n".utf8) + [0xFF, 0x0A] + Array("echo last".utf8),
            to: trove.historyFile)
        let session = try trove.openTrove()
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> echo last")
        try session.press(.up, .up)
        try session.waitUntil(cursorFollows: "> echo first")
        try session.submit()
        let bytes = try trove.scratch.readBytes(trove.historyFile)
        #expect(
            bytes == Array("echo first\n".utf8) + [0xFF, 0x0A]
                + Array("echo last\necho first\n".utf8))
    }

    struct Query: CustomTestStringConvertible, Sendable {
        let query: String
        let found: String
        var testDescription: String { query }
    }

    /// libedit's own search truncates a character above U+00FF to a byte. Accents are folded.
    @Test(arguments: [
        Query(query: "三", found: "echo 三体"),
        Query(query: "łó", found: "echo łódź"),
        Query(query: "😀", found: "echo 😀 smile"),
        Query(query: "fé", found: "echo café"),
        Query(query: "体 n", found: "echo 三体 newer"),
        Query(query: "caf", found: "echo café"),
        Query(query: "👍🏽", found: "echo 👍🏽"),
    ])
    func ctrlRFinds(_ query: Query) throws {
        let trove = try Trove()
        try trove.scratch.write(
            """
            echo 三体 newer
            echo 三体
            echo łódź
            echo 😀 smile
            echo café
            echo 👍🏽
            echo plain

            """, to: trove.historyFile)
        let session = try trove.openTrove()
        try session.typeOut("half")
        try session.press(.ctrl("r"))
        try session.waitUntil(shows: "(search)")
        try session.type(query.query)
        try session.waitUntil(shows: "(search) \(query.query)\n \(query.found)")
        try session.press(.enter)
        try session.waitForTrove()
        let output = String(query.found.dropFirst("echo ".count))
        #expect(session.row(session.cursor.row - 1) == output)
        #expect(session.row(session.cursor.row - 2).hasSuffix("> " + query.found))
    }

    /// The list narrows with each word; its newest entry is the first.
    @Test func ctrlRListsWhatContainsAllWords() throws {
        let trove = try Trove(environment: ["NO_COLOR": "1"])
        try trove.scratch.write(
            """
            filter genre=sci-fi state=to-read
            add book Dune
            add book "Les Misérables" genre:classic
            list
            add book Emma genre:classic

            """, to: trove.historyFile)
        let session = try trove.openTrove()
        try session.press(.ctrl("r"))
        let prompt = session.cursor.row
        func list() -> [String] {
            session.screen.split(separator: "\n").dropFirst(prompt).map(String.init)
        }
        try session.waitUntil(shows: "(search)\n add book Emma")
        #expect(
            list() == [
                "(search)", " add book Emma genre:classic", " list",
                " add book \"Les Misérables\" genre:classic", " add book Dune",
                " filter genre=sci-fi state=to-read",
            ])
        try session.type("genre")
        try session.waitUntil(shows: "(search) genre\n>add book Emma")
        try session.type(" BOOK")
        try session.waitUntil(shows: "(search) genre BOOK\n>add book Emma")
        #expect(
            list() == [
                "(search) genre BOOK", ">add book Emma genre:classic",
                " add book \"Les Misérables\" genre:classic",
            ])
        try session.press(.down)
        try session.waitUntil(shows: "\n>add book \"Les")
        try session.press(.up)
        try session.waitUntil(shows: "\n>add book Emma")
        try session.type(" miser")
        try session.waitUntil(shows: "(search) genre BOOK miser\n>add book \"Les")
        try session.press(.right)
        try session.waitUntil(cursorFollows: "> add book \"Les Misérables\" genre:classic")
        #expect(list().count == 1)
    }

    /// A list that is longer than the room below the line, at the lower end of the screen.
    @Test func ctrlRScrollsALongList() throws {
        let trove = try Trove(environment: ["NO_COLOR": "1"])
        try trove.scratch.write(
            (1...40).map { "echo \($0)\n" }.joined(), to: trove.historyFile)
        let session = try trove.openTrove(size: WindowSize(columns: 40, rows: 9))
        for _ in 0..<4 { try session.run("count") }
        try session.press(.ctrl("r"))
        try session.type("echo")
        try session.waitUntil(shows: "(search) echo\n>echo 40\n echo 39\n echo 38\n")
        #expect(session.screen.hasSuffix("\n echo 36\n 1 of 40"))
        for _ in 0..<6 { try session.press(.ctrl("r")) }
        try session.waitUntil(shows: "(search) echo\n echo 38\n")
        #expect(session.screen.hasSuffix("\n>echo 34\n 7 of 40"))
        try session.press(.enter)
        try session.waitForTrove()
        #expect(session.screen.hasSuffix("> echo 34\n34\ntrove 0>"))
    }

    @Test func searchCanMoveOnAndBeCancelled() throws {
        let trove = try Trove()
        try trove.scratch.write(
            "echo 三 one\necho two\necho 三 three\n", to: trove.historyFile)
        let session = try trove.openTrove()
        try session.typeOut("echo half")
        try session.press(.ctrl("r"))
        try session.type("三")
        try session.waitUntil("the newest") { $0.style(of: "echo 三 three")?.isReversed == true }
        try session.press(.ctrl("r"))
        try session.waitUntil("the older") { $0.style(of: "echo 三 one")?.isReversed == true }
        try session.press(.ctrl("s"))
        try session.waitUntil("the newest") { $0.style(of: "echo 三 three")?.isReversed == true }
        try session.type("x")
        try session.waitUntil(shows: "(no match) 三x")
        try session.press(.backspace)
        try session.waitUntil("the newest") { $0.style(of: "echo 三 three")?.isReversed == true }
        // After Ctrl-G the line is unchanged.
        try session.press(.ctrl("g"))
        try session.waitUntil(cursorFollows: "> echo half")
        #expect(!session.screen.contains("search"))
        try session.press(.ctrl("r"))
        try session.type("two")
        try session.waitUntil(shows: "(search) two\n echo two")
        // An arrow key accepts the match for editing.
        try session.press(.left)
        try session.waitUntil("the line with its cursor") {
            $0.textBeforeCursor.hasSuffix("> echo tw") && $0.row($0.cursor.row).hasSuffix("two")
        }
        try session.type("X")
        try session.press(.end)
        try session.waitUntil(cursorFollows: "> echo twXo")
        #expect(try session.submit() == ["twXo"])
        try session.press(.ctrl("r"))
        try session.waitUntil(shows: "(search)")
        try session.press(.ctrl("c"))
        try session.waitForTrove()
        #expect(try session.run("echo ok") == ["ok"])
    }
}
