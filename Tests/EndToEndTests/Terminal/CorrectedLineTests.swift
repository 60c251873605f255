import Testing
import TroveTesting

/// The corrected line, which ↑ brings after an error.
@Suite(.timeLimit(.minutes(20))) struct CorrectedLineTests {
    private static let hint = "  ↑ recalls the corrected line"

    @Test func upBringsTheCorrectedLine() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        let output = try session.run("add book Batman: Year One genre:comics")
        #expect(
            output == [
                "error: there is no field \"Batman\"",
                "  add book Batman: Year One genre:comics",
                "           ^~~~~~",
                "  if it is part of the title, quote the title: "
                    + "`add book \"Batman: Year One\"",
                "  genre:comics`", Self.hint,
            ])
        // Nothing runs before Enter.
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> add book \"Batman: Year One\" genre:comics")
        #expect(try trove.output(of: "count") == "0\n")
        #expect(try session.submit() == ["Added book 1: Batman: Year One"])
        #expect(
            try trove.historyLines() == [
                "add book Batman: Year One genre:comics",
                #"add book "Batman: Year One" genre:comics"#,
            ])
    }

    /// The hint appears once in a session; the line as typed is the next older entry.
    @Test func theTypedLineIsTheNextOlderEntry() throws {
        let session = try Trove().openTrove()
        #expect(try session.run("lst books").last == Self.hint)
        #expect(try session.run("cuont").contains(Self.hint) == false)
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> count")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> cuont")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> lst books")
        try session.press(.down, .down)
        try session.waitUntil(cursorFollows: "> count")
        #expect(try session.submit() == ["0"])
    }

    /// A number without an item is probably the beginning of a title.
    @Test func aNumberThatBeginsATitleIsCorrected() throws {
        let trove = try Trove()
        try trove.prepare(
            """
            add movie "2001: A Space Odyssey"
            add movie "20010"
            """)
        let session = try trove.openTrove()
        let output = try session.run("show 2001")
        #expect(
            output == [
                "error: there is no item 2001", "  show 2001", "       ^~~~",
                #"  did you mean "2001: A Space Odyssey"?"#, Self.hint,
            ])
        try session.press(.up)
        try session.waitUntil(cursorFollows: #"> show "2001: A Space Odyssey""#)
        #expect(try session.submit().first == "movie 1: 2001: A Space Odyssey")
        // A digit may be the beginning of several titles.
        #expect(try session.run("show 20").last == "  `list` shows the numbers")
    }

    /// A corrected line that is not run is neither kept nor offered any longer.
    @Test func theOfferEndsWithTheNextCommand() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.run("lst")
        try session.run("echo one")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> echo one")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> lst")
        #expect(try trove.historyLines().contains("list") == false)
    }

    /// The corrected line would be the next error.
    @Test func theTitleOfSeveralItemsIsNoCorrection() throws {
        let session = try Trove().openTrove()
        try session.run("add book Dune")
        try session.run("add movie Dune")
        let output = try session.run("show dunne")
        #expect(output.last == "  did you mean \"Dune\"?", "\(output)")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> show dunne")
    }

    @Test func anAliasIsCorrectedAsTyped() throws {
        let session = try Trove().openTrove()
        try session.run("add book Dune genre:sci-fi")
        try session.run("alias mine list books")
        let output = try session.run("mine genre=scfi")
        #expect(output.contains { $0.hasPrefix("warning: ") } && output.last == Self.hint)
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> mine genre=sci-fi")
    }

    /// A warning about a search that found nothing, and an error of a watched command.
    @Test(arguments: [
        ("list boks state=wish", "list books state=wish"),
        ("list books author=Herbert", "list books author~Herbert"),
        ("watch 5 lst books", "watch 5 list books"),
        ("watch 5 count boks", "watch 5 count books"),
    ])
    func aSearchIsCorrected(_ typed: String, _ corrected: String) throws {
        let session = try Trove().openTrove()
        try session.run("add book Dune author:\"Frank Herbert\" state:wish")
        let output = try session.run(typed)
        #expect(output.last == Self.hint, "\(output)")
        #expect(!output.contains { $0.hasPrefix("Every 5 s") }, "\(output)")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> " + corrected)
    }

    /// The correction of a warning is one of the whole line, however often the command has run.
    @Test func aWatchedSearchIsCorrected() throws {
        let session = try Trove().openTrove()
        try session.run("add book Dune")
        try session.enter("watch 0.1 list boks")
        try session.waitUntil(shows: "did you mean books?")
        try session.type("q")
        try session.waitForTrove()
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> watch 0.1 list books")
    }

    /// What was quoted was meant as text.
    @Test func quotedTextIsNotCorrected() throws {
        let session = try Trove().openTrove()
        try session.run("add book Dune")
        #expect(try session.run("list \"boks\"") == ["Nothing found."])
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> list \"boks\"")
    }

    @Test func aCommandThatCannotBeWatchedIsMarked() throws {
        let session = try Trove().openTrove()
        #expect(
            try session.run("watch 5 add book Dune") == [
                "error: watch only runs commands that show data, and add is not one",
                "  watch 5 add book Dune", "          ^~~~~~~~~~~~~", "  such as `watch 5 loans`",
            ])
        #expect(try session.run("count") == ["0"])
    }

    /// What may be a password is neither shown nor offered.
    @Test func aSecretLineIsNotOffered() throws {
        let session = try Trove().openTrove()
        try session.run("echo one")
        let output = try session.run("setings tmdb-key hunter2")
        #expect(!output.contains(Self.hint))
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> echo one")
    }

    @Test func aScriptShowsTheWholeLine() throws {
        let trove = try Trove()
        let run = try trove.run("add book Batman: Year One genre:comics", errors: .merged)
        #expect(run.text.contains(#"`add book "Batman: Year One" genre:comics`"#))
        #expect(!run.text.contains("↑"))
    }
}
