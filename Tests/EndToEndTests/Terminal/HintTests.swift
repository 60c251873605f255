import Testing
import TroveTesting

/// What the prompt suggests behind the line and completes in the middle of words.
@Suite(.timeLimit(.minutes(20))) struct HintTests {
    private func library() throws -> Trove {
        let trove = try Trove()
        try trove.prepare(
            #"""
            add book "The Left Hand of Darkness" author:"Ursula K. Le Guin" genre:sci-fi
            add book "Dune" author:"Frank Herbert" genre:sci-fi tags:desert
            add book "Les Misérables" author:"Victor Hugo" genre:classics
            add book "Batman: Year One" genre:crime
            """#)
        return trove
    }

    private func open(_ trove: Trove) throws -> TerminalSession {
        let session = try trove.openTrove()
        // All items are loaded after this.
        try session.run("count")
        return session
    }

    /// Types a beginning and waits until the row of the cursor shows a whole line.
    private func expect(
        _ typed: String, shows line: String, in session: TerminalSession, line place: Int = #line
    ) throws {
        try session.typeOut(typed, line: place)
        try session.waitUntil("\"\(line)\" behind the prompt", line: place) {
            $0.row($0.cursor.row).hasSuffix("> " + line)
        }
        #expect(session.terminal.textBeforeCursor.hasSuffix("> " + typed))
    }

    @Test func suggestsTheRestOfALine() throws {
        let session = try open(library())
        try expect("adva", shows: "advance", in: session)
        try session.press(.ctrl("u"))
        try expect("show the le", shows: "show the left Hand of Darkness", in: session)
        try session.press(.ctrl("u"))
        try expect("show \"Bat", shows: "show \"Batman: Year One\"", in: session)
        try session.press(.ctrl("u"))
        try expect("list genre=", shows: "list genre=sci-fi", in: session)
        try session.press(.right)
        try session.waitUntil(cursorFollows: "> list genre=sci-fi")
        let rows = try session.submit()
        #expect(rows.contains { $0.contains("Dune") })
    }

    @Test func suggestsTheNewestEntryFirst() throws {
        let session = try open(library())
        try session.run("show Dune")
        try session.run("show 1")
        try session.run("echo done")
        try expect("sho", shows: "show 1", in: session)
        try session.press(.ctrl("u"))
        try expect("show D", shows: "show Dune", in: session)
    }

    /// An entry of several lines is suggested with marks for its newlines, and runs as it was.
    @Test func suggestsAnEntryOfSeveralLines() throws {
        let trove = try library()
        try trove.scratch.write("echo one\\necho two\n", to: trove.historyFile)
        let session = try open(trove)
        try expect("echo o", shows: "echo one⏎echo two", in: session)
        try session.press(.end)
        try session.waitUntil(cursorFollows: "> echo one⏎echo two")
        let rows = try session.submit()
        #expect(rows.suffix(2) == ["one", "two"], "\(rows)")
    }

    /// A title before a number is highlighted like one at the end of the line.
    @Test(arguments: ["page Dune 3", "page Dune +3", "rate Dune 5", "show Dune"])
    func highlightsATitle(_ line: String) throws {
        let session = try open(library())
        try session.typeOut(line)
        try session.waitUntil("the title") { $0.style(of: "Dune")?.foreground == .palette(2) }
        try session.press(.ctrl("u"))
        try session.typeOut("show Dune 3")
        try session.waitUntil("no title") { $0.style(of: "Dune") == .plain }
    }

    /// An item that does not exist is underlined; a value that is not a number is an error.
    @Test func highlightsWhatDoesNotExist() throws {
        let session = try open(library())
        try session.typeOut("show nope ")
        try session.waitUntil("the unknown title") { $0.style(of: "nope")?.isUnderlined == true }
        try session.press(.ctrl("u"))
        try session.typeOut("set Dune pages:abc rating:3")
        try session.waitUntil("the error") { $0.style(of: "abc")?.foreground == .palette(1) }
        #expect(session.terminal.style(of: "abc")?.isUnderlined == false)
    }

    /// A line that the history must not keep is not suggested from an edited file either.
    @Test func suggestsNoSecret() throws {
        let trove = try library()
        try trove.scratch.write("echo hello\nlogin ann@example.org secret\n", to: trove.historyFile)
        let session = try open(trove)
        try expect("echo", shows: "echo hello", in: session)
        try session.press(.ctrl("u"))
        try expect("logi", shows: "login", in: session)
    }

    /// A line that ↑ brings is complete. Typing behind it brings the suggestion back.
    @Test func suggestsNothingBehindALineOfTheHistory() throws {
        let trove = try library()
        try trove.scratch.write("show Du\n", to: trove.historyFile)
        let session = try open(trove)
        try session.press(.up, .up)
        try session.waitUntil(cursorFollows: "> show Du")
        // The suggestion would be drawn before the notice.
        try trove.prepare("add book Emma")
        try session.waitUntil(shows: "Another shell")
        try session.waitUntil(cursorFollows: "> show Du")
        #expect(session.terminal.row(session.terminal.cursor.row).hasSuffix("> show Du"))
        try session.type("n")
        try session.waitUntil("the suggestion") {
            $0.row($0.cursor.row).hasSuffix("> show Dune")
        }
    }

    /// A command that failed is not suggested, but ↑ brings it.
    @Test func suggestsNoFailedCommand() throws {
        let session = try open(library())
        try session.run("list books limit:2")
        try session.run("list books limit:two")
        try expect("list books l", shows: "list books limit:2", in: session)
        try session.press(.ctrl("u"), .up)
        try session.waitUntil(cursorFollows: "> list books limit:two")
    }

    @Test func suggestsNothingWhenItIsTurnedOff() throws {
        let trove = try library()
        let session = try open(trove)
        try session.run("settings suggestions off")
        try session.typeOut("show Du")
        // The suggestion would be drawn before the notice.
        try trove.prepare("add book Emma")
        try session.waitUntil(shows: "Another shell")
        try session.waitUntil(cursorFollows: "> show Du")
        #expect(session.terminal.row(session.terminal.cursor.row).hasSuffix("> show Du"))
        try session.press(.ctrl("u"))
        try session.run("settings suggestions on")
        try expect("show Du", shows: "show Dune", in: session)
    }

    struct Word: CustomTestStringConvertible, Sendable {
        let typed: String
        let completed: String
        var testDescription: String { "\(typed)⇥" }
    }

    @Test(arguments: [
        Word(typed: "show left h", completed: #"show "The Left Hand of Darkness" "#),
        Word(typed: "show misérab", completed: #"show "Les Misérables" "#),
        Word(typed: "show les mise", completed: #"show "Les Misérables" "#),
        Word(typed: "show tman", completed: #"show "Batman: Year One" "#),
        Word(typed: "filter author=guin", completed: #"filter author="Ursula K. Le Guin" "#),
        Word(typed: "filter genre=c", completed: "filter genre=c"),
        Word(typed: "show \"year o", completed: #"show "Batman: Year One" "#),
        Word(typed: "tone", completed: "birthstones "),
    ])
    func completesInTheMiddle(_ word: Word) throws {
        let session = try open(library())
        try session.typeOut(word.typed)
        try session.press(.tab)
        try session.type("§")
        try session.waitUntil(cursorFollows: "§")
        #expect(
            session.row(session.cursor.row).hasSuffix("> " + word.completed + "§"),
            "\(session.screen)")
    }

    /// Values that no item has any more are not offered; the most frequent ones come first, with
    /// the number of their items.
    @Test func ranksTheValuesInUse() throws {
        let session = try open(library())
        try session.run("add book Emma tags:classic,desert")
        try session.run("set 2 tags:desert,dry")
        try session.typeOut("filter tags=")
        try session.press(.tab, .tab)
        try session.waitUntil("the tags") { $0.screen.contains("1 book") }
        let rows = session.terminal.rows
        let desert = rows.firstIndex { $0.contains("desert") && $0.contains("2 books") }
        let classic = rows.firstIndex { $0.contains("classic") && $0.contains("1 book") }
        #expect(desert.map { $0 < classic ?? 0 } == true, "\(session.screen)")
        try session.press(.escape, .ctrl("u"))
        try session.run("set 2 tags:-dry")
        try session.typeOut("filter tags=dr")
        try session.press(.tab)
        try session.waitUntil("a bell") { $0.bellCount > 0 }
    }
}
