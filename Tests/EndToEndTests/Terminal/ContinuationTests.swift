import Testing
import TroveTesting

/// A command of several lines: an open quote or a backslash continues it.
@Suite(.timeLimit(.minutes(20))) struct ContinuationTests {
    /// Enters a line that the command does not end with, and waits for the prompt that shows what
    /// is still open. The line is on the screen before it is entered, because the prompt of the
    /// line before it may look the same.
    private func enter(
        _ line: String, in session: TerminalSession, open: String = "", fileID: String = #fileID,
        sourceLine: Int = #line
    ) throws {
        if !line.isEmpty { try session.typeOut(line) }
        let row = session.terminal.scrollback.count + session.cursor.row
        try session.press(.enter)
        try session.waitUntil("a prompt to go on", fileID: fileID, line: sourceLine) {
            $0.textBeforeCursor == "   …\(open) "
                && $0.scrollback.count + $0.cursor.row > row
        }
    }

    struct Command: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let open: String
        let lines: [String]
        let output: [String]
        /// The entry in the history.
        let recalled: String
    }

    @Test(arguments: [
        Command(
            testDescription: "double quotes", open: "\"", lines: [#"echo "one"#, #"two" three"#],
            output: ["one", "two three"], recalled: #"echo "one\ntwo" three"#),
        Command(
            testDescription: "single quotes", open: "'", lines: ["echo 'one", "", "三'"],
            output: ["one", "", "三"], recalled: #"echo "one\n\n三""#),
        Command(
            testDescription: "a backslash", open: "", lines: ["echo one \\", "two \\", "three"],
            output: ["one two three"], recalled: "echo one two three"),
        Command(
            testDescription: "a quote behind a field", open: "\"",
            lines: [#"count movies notes="first"#, #"second""#],
            output: ["0", #"warning: no movie has the notes "first⏎second""#],
            recalled: #"count movies notes="first\nsecond""#),
    ])
    func continuesACommand(_ command: Command) throws {
        let session = try Trove().openTrove()
        for line in command.lines.dropLast() {
            try enter(line, in: session, open: command.open)
        }
        try session.typeOut(command.lines.last ?? "")
        #expect(try session.submit() == command.output)
        // The history holds an equivalent single line.
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> " + command.recalled)
        #expect(try session.submit().first?.hasPrefix(command.output[0].prefix(3)) == true)
        let history = try session.run("history")
        #expect(history.filter { $0.hasPrefix(command.recalled.prefix(3)) }.count == 1)
    }

    /// A further line is completed as a part of the command, and inside a quote not at all.
    @Test func furtherLinesAreCompletedAsPartsOfTheCommand() throws {
        let session = try Trove().openTrove()
        try session.run("add book Dune state:wish")
        try enter("list books \\", in: session)
        try session.typeOut("state=wi")
        try session.press(.tab)
        try session.waitUntil(cursorFollows: "   … state=wish ")
        #expect(try session.submit().contains { $0.contains("Dune") })
        try enter("add book \"Half", in: session, open: "\"")
        try session.typeOut("wat")
        try session.press(.tab)
        try session.typeOut("er\"")
        #expect(try session.submit() == ["Added book 2: Half⏎water"])
    }

    /// ↑ joins a further line with those before it, so that all of them can be edited.
    @Test func upTakesTheFormerLinesBack() throws {
        let session = try Trove().openTrove()
        // Counting loads the library; the prompt has no number before.
        try session.run("count")
        try session.run("add book Dune")
        try enter("add book \"Half", in: session, open: "\"")
        try enter("a", in: session, open: "\"")
        try session.typeOut("wat")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "trove 1> add book \"Half⏎a⏎wat")
        try session.typeOut("er\" state:wish")
        #expect(try session.submit() == ["Added book 2: Half⏎a⏎water"])
        // The next ↑ is the history again, and the lines stay joined.
        try enter("list \\", in: session)
        try session.press(.up)
        try session.waitUntil(cursorFollows: "trove 2> list \\⏎")
        try session.press(.ctrl("_"))
        try session.typeOut("limit:1")
        try session.press(.ctrl("_"))
        try session.waitUntil(cursorFollows: "trove 2> list \\⏎")
        try session.press(.ctrl("u"), .up)
        try session.waitUntil(cursorFollows: "state:wish")
    }

    /// A further line has the looks of its place in the command.
    @Test func furtherLinesAreHighlightedAsPartsOfTheCommand() throws {
        let session = try Trove().openTrove()
        try enter("add gem \"Half", in: session, open: "\"")
        try session.typeOut("count\" color:x")
        try session.waitUntil(cursorFollows: "color:x")
        #expect(session.terminal.style(of: "count")?.foreground == .palette(5))
        #expect(session.terminal.style(of: "color")?.foreground == .palette(6))
    }

    /// Joined lines are one command, also if no verb begins them, and no data.
    @Test func joinedLinesAreNoData() throws {
        let session = try Trove().openTrove()
        try enter("lst books \\", in: session)
        try session.typeOut("pages>3")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "lst books \\⏎pages>3")
        let rows = try session.submit()
        #expect(rows.first == #"error: there is no command "lst""#, "\(rows)")
        #expect(rows.contains("  did you mean list?"), "\(rows)")
    }

    /// Lines that ↑ joined are one command, and pasted ones are commands of their own.
    @Test func joinedLinesAreHighlightedAndCompletedAsOneCommand() throws {
        let session = try Trove().openTrove()
        try session.run("add gem Opal color:violet")
        try enter("add gem \"Half", in: session, open: "\"")
        try session.press(.up)
        try session.typeOut("count\" color:x")
        try session.waitUntil(cursorFollows: "add gem \"Half⏎count\" color:x")
        #expect(session.terminal.style(of: "count")?.foreground == .palette(5))
        #expect(session.terminal.style(of: "color")?.foreground == .palette(6))
        try session.press(.backspace)
        try session.typeOut("vi")
        try session.press(.tab)
        try session.waitUntil(cursorFollows: "⏎count\" color:violet ")
        #expect(try session.submit() == ["Added gem 2: Half⏎count"])
        try session.press(
            .paste("add gem \"Two\nlines\" color:violet\nadd gem Ruby tags:red color:vi"))
        try session.waitUntil(cursorFollows: "color:vi")
        #expect(session.terminal.style(of: "lines")?.foreground == .palette(5))
        #expect(session.terminal.style(of: "color:violet⏎")?.foreground == .palette(6))
        #expect(session.terminal.style(of: "tags")?.foreground == .palette(6))
        try session.press(.tab)
        try session.waitUntil(cursorFollows: "⏎add gem Ruby tags:red color:violet ")
        #expect(try session.submit().suffix(1) == ["Added gem 4: Ruby"])
    }

    /// The entry of the history has the command in one line, with the same meaning.
    @Test func alternativesAreRecalled() throws {
        let trove = try Trove()
        try trove.prepare("add book Emma\nadd book Dune")
        let session = try trove.openTrove()
        try enter(#"count title=Emma|"a"#, in: session, open: "\"")
        try session.typeOut("b\"")
        #expect(try session.submit().contains("1"))
        try session.press(.up)
        try session.waitUntil(cursorFollows: #"> count title=Emma|"a\nb""#)
        #expect(try session.submit().contains("1"))
    }

    @Test func ctrlCCancelsIt() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try enter(#"add book "Half"#, in: session, open: "\"")
        try session.typeOut("and half")
        try session.press(.ctrl("c"))
        try session.waitForTrove()
        #expect(try session.run("echo ok") == ["ok"])
        #expect(try session.run("count") == ["0"])
        #expect(try trove.historyLines() == ["echo ok", "count"])
    }

    /// The end of input within a command is an error of that command.
    @Test func ctrlDEndsOnlyTheCommand() throws {
        let session = try Trove().openTrove()
        try enter(#"echo "half"#, in: session, open: "\"")
        try session.press(.ctrl("d"))
        try session.waitForTrove()
        #expect(session.screen.contains("error: "))
        #expect(try session.run("echo ok") == ["ok"])
    }

    @Test func aCommentIsNotContinued() throws {
        let session = try Trove().openTrove()
        #expect(try session.run("echo one # it's \"") == ["one"])
    }
}
