import Testing
import TroveTesting

/// What a new user sees first, and what the shell says about its state and at its end.
@Suite(.timeLimit(.minutes(20))) struct FirstContactTests {
    /// Wide enough for the library's path.
    private static let wide = WindowSize(columns: 200, rows: 24)

    @Test func welcomesInThreeLinesAndOnlyOnce() throws {
        let trove = try Trove()
        var session = try trove.openTrove(size: .standard)
        let rows = session.terminal.rows
        #expect(rows.count == 4, "three lines and the prompt:\n\(session.screen)")
        try #require(rows.count > 3)
        #expect(rows[0].contains("Trove"))
        #expect(rows[0].contains("books") && rows[0].contains("gems") && rows[0].contains("films"))
        #expect(rows[1].contains("add book") && rows[1].contains("list"))
        #expect(rows[2].contains("help"))
        try session.enter("quit")
        try session.waitForExit()

        session = try trove.openTrove(size: Self.wide)
        #expect(!session.screen.contains("Welcome"))
        #expect(session.terminal.rows.count <= 2)
    }

    /// The commands in the welcome do what it says.
    @Test func theWelcomesCommandsWork() throws {
        let session = try Trove().openTrove(size: Self.wide)
        let welcome = session.screen
        let command = #"add book "Dune" genre:sci-fi"#
        #expect(welcome.contains(command))
        #expect(try session.run(command) == ["Added book 1: Dune"])
        let list = try session.run("list")
        #expect(list.contains { $0.contains("Dune") && $0.contains("sci-fi") })
        #expect(try session.run("help").count > 10)
    }

    @Test func anEmptyListSuggestsACommand() throws {
        let session = try Trove().openTrove(size: Self.wide)
        let list = try session.run("list")
        #expect(list.count == 1)
        #expect(list.first?.contains(#"add book "Dune" genre:sci-fi"#) == true)
    }

    @Test func thePromptCountsItems() throws {
        let trove = try Trove()
        var session = try trove.openTrove()
        // The prompt has no number before the library is loaded; counting loads it.
        try session.run("count")
        #expect(session.terminal.textBeforeCursor == "trove 0> ")
        try session.run("add book Dune")
        #expect(session.terminal.textBeforeCursor == "trove 1> ")
        try session.run("add gem Ruby")
        #expect(session.terminal.textBeforeCursor == "trove 2> ")
        try session.run("undo")
        #expect(session.terminal.textBeforeCursor == "trove 1> ")
        try session.enter("quit")
        try session.waitForExit()

        session = try trove.openTrove()
        try session.run("count")
        #expect(session.terminal.textBeforeCursor == "trove 1> ")
    }

    @Test func thePromptNamesTheKindInUse() throws {
        let session = try Trove().openTrove()
        try session.run("count")
        try session.run("use gem")
        #expect(session.terminal.textBeforeCursor == "trove:gem 0> ")
        try session.run("add Ruby")
        #expect(session.terminal.textBeforeCursor == "trove:gem 1> ")
        try session.run("use book")
        #expect(session.terminal.textBeforeCursor == "trove 1> ")
    }

    @Test func thePromptShowsReadOnly() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune")
        let session = try trove.openTrove(["--read-only"])
        #expect(session.terminal.textBeforeCursor.hasSuffix(" [read-only]> "))
        #expect(try session.run("count") == ["1"])
        let refusal = try session.run("add book Emma")
        #expect(refusal.contains { $0.contains("error") })
        #expect(session.terminal.textBeforeCursor == "trove 1 [read-only]> ")
    }

    @Test func thePromptShowsEphemeral() throws {
        let trove = try Trove()
        let session = try trove.openTrove(["--ephemeral"])
        #expect(session.terminal.textBeforeCursor.hasSuffix(" [ephemeral]> "))
        try session.run("add book Dune")
        try session.press(.ctrl("d"))
        #expect(try session.waitForExit() == .success)
        // Nothing is saved, so the message must not say so.
        #expect(!session.screen.contains("saved"))
        #expect(session.screen.contains("memory"))
        #expect(!trove.scratch.files().contains { $0.hasSuffix(".db") })
    }

    struct Leaving: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let keys: [Key]
    }

    @Test(arguments: [
        Leaving(testDescription: "Ctrl-D", keys: [.ctrl("d")]),
        Leaving(
            testDescription: "quit",
            keys: [.paste("quit"), .enter]),
    ])
    func exitingConfirmsThatEverythingIsSaved(_ leaving: Leaving) throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.run("add book Dune")
        for key in leaving.keys { try session.press(key) }
        #expect(try session.waitForExit() == .success)
        #expect(session.screen.hasSuffix("Everything is saved. Goodbye."))
        #expect(try trove.output(of: "count") == "1\n")
    }
}
