import Testing
import TroveTesting

/// Finding lines of the history: Ctrl-R, which keys end it and what they leave in the line, and the
/// keys that recall lines with the same beginning.
@Suite(.timeLimit(.minutes(20))) struct HistorySearchTests {
    /// Opens a shell with a half-typed line, and searches for `two`.
    private func search(for query: String = "two") throws -> TerminalSession {
        let trove = try Trove()
        try trove.scratch.write("echo one\necho two words\necho three\n", to: trove.historyFile)
        let session = try trove.openTrove()
        try session.typeOut("half")
        try session.press(.ctrl("r"))
        try session.waitUntil(shows: "(search)")
        try session.type(query)
        return session
    }

    struct EndingKey: CustomTestStringConvertible, Sendable {
        let name: String
        let key: Key
        /// What the line before the cursor is afterwards.
        let before: String
        var testDescription: String { name }
    }

    static let endingKeys = [
        EndingKey(name: "Tab", key: .tab, before: "> echo two words"),
        EndingKey(name: "Escape", key: .escape, before: "> echo two words"),
        EndingKey(name: "Right", key: .right, before: "> echo two words"),
        EndingKey(name: "Left", key: .left, before: "> echo two word"),
        EndingKey(name: "Home", key: .home, before: "> "),
        EndingKey(name: "Ctrl-A", key: .ctrl("a"), before: "> "),
        EndingKey(name: "Ctrl-W", key: .ctrl("w"), before: "> echo two "),
        EndingKey(name: "Alt-Backspace", key: .altBackspace, before: "> echo two "),
        EndingKey(name: "Ctrl-G", key: .ctrl("g"), before: "> half"),
        EndingKey(name: "Ctrl-C", key: .ctrl("c"), before: "> half"),
    ]

    @Test(arguments: endingKeys) func endsWith(_ ending: EndingKey) throws {
        let session = try search()
        try session.waitUntil(shows: "(search) two\n echo two words")
        try session.press(ending.key)
        try session.waitUntil("the line \(ending.before)") {
            $0.textBeforeCursor.hasSuffix(ending.before) && !$0.screen.contains("(search)")
        }
        // The next key goes into the line.
        try session.typeOut("§")
        #expect(session.terminal.textBeforeCursor.hasSuffix(ending.before + "§"))
        #expect(session.terminal.unknownSequences == [])
    }

    /// Without a match the line stays as it was, whatever ends the search.
    @Test(arguments: [Key.tab, .ctrl("e"), .right, .ctrl("g")])
    func withoutAMatchTheLineStays(_ key: Key) throws {
        let session = try search(for: "zzz")
        try session.waitUntil(shows: "(no match) zzz")
        try session.press(key)
        try session.waitUntil(cursorFollows: "> half")
    }

    @Test func aPasteExtendsTheQuery() throws {
        let session = try search(for: "t")
        try session.waitUntil(shows: "(search) t\n echo three")
        try session.press(.paste("wo wor"))
        try session.waitUntil(shows: "(search) two wor\n echo two words")
        try session.press(.enter)
        try session.waitForTrove()
        #expect(session.row(session.cursor.row - 1) == "two words")
    }

    /// The oldest match has no older one, and the newest no newer one.
    @Test(arguments: [Key.ctrl("r"), .ctrl("s")])
    func beepsAtTheLastMatch(_ key: Key) throws {
        let session = try search()
        try session.waitUntil(shows: "(search) two\n echo two words")
        try session.press(key)
        try session.waitUntil("a bell") { $0.bellCount == 1 }
        #expect(session.screen.contains("(search) two\n echo two words"))
    }

    /// Without a match, Enter runs nothing; without a letter typed, it goes back to the line.
    @Test func enterRunsOnlyWhatIsSelected() throws {
        let session = try search(for: "zzz")
        try session.waitUntil(shows: "(no match) zzz")
        try session.press(.enter)
        try session.waitUntil("a bell") { $0.bellCount == 1 }
        try session.press(.ctrl("g"), .ctrl("r"))
        try session.waitUntil(shows: "(search)\n echo three")
        try session.press(.enter)
        try session.waitUntil(cursorFollows: "> half")
        try session.press(.ctrl("r"), .down, .enter)
        try session.waitForTrove()
        #expect(session.row(session.cursor.row - 1) == "three")
    }

    /// A query that is wider than the screen continues in the next row.
    @Test func aLongQueryWraps() throws {
        let trove = try Trove()
        let line = "echo " + (0..<40).map { "word\($0)" }.joined(separator: " ")
        try trove.scratch.write(line + "\n", to: trove.historyFile)
        let session = try trove.openTrove(size: WindowSize(columns: 40, rows: 10))
        try session.press(.ctrl("r"))
        try session.type(String(line.prefix(60)))
        try session.waitUntil("the query in two rows, and the match below") {
            $0.row($0.cursor.row - 1).hasPrefix("(search) echo word0")
                && $0.row($0.cursor.row + 1).hasPrefix(" echo word0")
        }
        try session.press(.enter)
        try session.waitForTrove()
        #expect(session.terminal.unspaced.contains("word38word39"))
    }

    /// The row of the search, wider than the new window, is erased and drawn again.
    @Test(arguments: [30, 120]) func aResizeKeepsTheSearch(columns: Int) throws {
        let trove = try Trove(environment: ["XTERM_VERSION": "XTerm(379)"])
        let line = "echo the first row and the second row"
        try trove.scratch.write(line + "\n", to: trove.historyFile)
        let session = try trove.openTrove(size: WindowSize(columns: 70, rows: 12))
        try session.press(.ctrl("r"))
        try session.type("first")
        try session.waitUntil(shows: "(search) first\n echo the first")
        try session.resize(to: WindowSize(columns: columns, rows: 12))
        let shown = String(" \(line)".prefix(columns - 2))
        try session.waitUntil("the search once, with its match") {
            $0.row($0.cursor.row) == "(search) first" && $0.count(of: "(search)") == 1
                && $0.row($0.cursor.row + 1).hasPrefix(shown)
        }
        try session.press(.enter)
        try session.waitUntil(shows: "\nthe first row and the second")
        try session.waitForTrove()
    }

    @Test func aHangUpDuringASearchEndsTheShell() throws {
        let session = try search()
        try session.waitUntil(shows: "(search) two\n echo two words")
        session.send(.hangUp)
        #expect(try session.waitForExit() == .exited(129))
    }

    /// Page Up and Alt-P recall lines that begin like the line before the cursor.
    @Test(arguments: [(Key.pageUp, Key.pageDown), (.alt("p"), .alt("n"))])
    func recallsLinesWithTheSameBeginning(older: Key, newer: Key) throws {
        let trove = try Trove()
        try trove.scratch.write(
            "echo 三 one\ncount\necho 三 two\nlist\n", to: trove.historyFile)
        let session = try trove.openTrove()
        try session.typeOut("echo 三")
        try session.press(older)
        try session.waitUntil(cursorFollows: "> echo 三 two")
        try session.press(older)
        try session.waitUntil(cursorFollows: "> echo 三 one")
        try session.press(older)
        try session.waitUntil("a bell") { $0.bellCount == 1 }
        try session.press(newer)
        try session.waitUntil(cursorFollows: "> echo 三 two")
        try session.press(newer)
        try session.waitUntil(cursorFollows: "> echo 三")
        try session.press(older)
        try session.waitUntil(cursorFollows: "> echo 三 two")
        #expect(try session.submit() == ["三 two"])
    }

    /// An answer to a question is not a command, so there is nothing to search.
    @Test func beepsAtAQuestion() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune")
        let session = try trove.openTrove()
        try session.enter("delete 1")
        try session.waitUntil(cursorFollows: "[y/N] ")
        try session.press(.ctrl("r"))
        try session.waitUntil("a bell") { $0.bellCount == 1 }
        try session.typeOut("n")
        try session.submit()
    }
}
