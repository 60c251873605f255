import Testing
import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal
import TroveTesting

/// The verbs of the group Collect, without a program around them.
@Suite struct CollectTests {
    /// A date that is given stays, whatever the state.
    @Test func aGivenDateOfCompletionStays() throws {
        let context = try FakeContext(
            "add movie Alien state:to-watch watched:2020-05-05", "add movie Dune state:to-watch")
        #expect(try context.fields(1)["watched"] == "2020-05-05")
        #expect(try context.fields(2)["watched"] == nil)
    }

    @Test func addFillsInDefaults() throws {
        let context = try FakeContext("add book Dune pages:412")
        #expect(
            try context.fields(1) == [
                "title": "Dune", "pages": "412", "state": "wish", "added": "2026-11-20",
            ])
        #expect(context.session.it == 1)
        try context.run("use movies")
        try context.run("add Alien")
        #expect(try context.fields(2)["watched"] == "2026-11-20")
    }

    @Test(arguments: [
        ("set 1 genre:sci-fi", "this value"), ("set 1 genre:sci-fi pages:412", "these values"),
    ])
    func saysThatNothingChanged(_ line: String, _ values: String) throws {
        let context = try FakeContext("add book Dune genre:sci-fi pages:412")
        guard case .changes(let reports) = try context.run(line) else {
            Issue.record("\(line) changes nothing")
            return
        }
        #expect(
            reports.map { $0.note?.rendered } == [
                "Nothing changed: book 1: Dune already has \(values)"
            ])
    }

    @Test func aLoanCanBeDueTomorrow() throws {
        let context = try FakeContext("add book Dune", "lend 1 to:Bob due:tomorrow")
        #expect(try context.fields(1)["due"] == "2026-11-21")
    }

    @Test(arguments: [
        (
            "set 1 due:soon",
            #"write 2026-11-20, 2026-11, 2026, today, yesterday, tomorrow, friday or "in 2 weeks""#
        ),
        (
            "add movie Alien watched:soon",
            #"write 2026-11-20, 2026-11, 2026, today, yesterday, friday or "2 weeks ago""#
        ),
    ])
    func saysWhichDatesAreUnderstood(_ line: String, _ advice: String) throws {
        let context = try FakeContext("add book Dune")
        let error = #expect(throws: (any Error).self) { try context.run(line) }
        let report = ErrorReport(try #require(error))
        #expect(report.advice?.rendered == advice)
    }

    @Test func addAsksAboutDuplicates() throws {
        let context = try FakeContext("add book Dune author:\"Frank Herbert\"")
        #expect(throws: CommandFailure.self) {
            try context.run("add book dune author:\"frank herbert\"")
        }
        let user = FakeUser(saysYes: false)
        context.user = user
        #expect(throws: CommandFailure.self) {
            try context.run("add book dune author:\"frank herbert\"")
        }
        #expect(user.questions.count == 1)
        user.saysYes = true
        try context.run("add book dune author:\"frank herbert\"")
        #expect(try context.library.count() == 2)
        // In a script, --yes answers the question.
        try context.run("add book dune author:\"frank herbert\" --yes")
        #expect(user.questions.count == 2)
    }

    /// An invalid field leaves the item unchanged.
    @Test(arguments: [
        "set 1 page:500", "set 1 pages:many", "set 1 state:lost", "set 1 rating:9",
        "set 1 wheels:4",
        "page 1 413", "page 1 +400", "advance 1 to:lost", "rate 1 x",
    ])
    func aBrokenRuleChangesNothing(_ line: String) throws {
        let context = try FakeContext("add book Dune pages:412", "set 1 page:20")
        let before = try context.fields(1)
        #expect(throws: (any Error).self) { try context.run(line) }
        #expect(try context.fields(1) == before)
    }

    /// An error about one of several items points at it.
    @Test(arguments: [
        ("advance 1 2 4", 12..<13), ("advance 1 \"Emma\"", 10..<16), ("rate 1 3 5", 7..<8),
        ("advance 1 3", 10..<11), ("tag 1 2 with:x", nil),
    ])
    func anErrorPointsAtItsItem(_ line: String, _ place: Range<Int>?) throws {
        let context = try FakeContext(
            "add book Dune", "add book Kindred", "add gem Ruby", "add book Emma state:finished")
        guard let place else {
            _ = try context.run(line)
            return
        }
        let failure = #expect(throws: CommandFailure.self) { try context.run(line) }
        #expect(failure?.span == place)
    }

    /// The date on which a film was watched says that it was.
    @Test func theDateOfTheLastStateBringsItAbout() throws {
        let context = try FakeContext("add movie Heat state:to-watch", "set 1 watched:2024-05-01")
        #expect(try context.fields(1)["state"] == "watched")
        let other = try FakeContext("add movie Heat state:to-watch", "set 1 watched:")
        #expect(try other.fields(1)["state"] == "to-watch")
    }

    @Test func advanceStopsAtTheLastState() throws {
        let context = try FakeContext("add book Dune", "advance 1 to:finished")
        let failure = #expect(throws: CommandFailure.self) { try context.run("advance 1") }
        #expect(failure?.span == 8..<9)
        #expect(throws: CommandFailure.self) { try context.run("advance 1 to:reading") }
    }

    @Test(arguments: [
        ("page 1 200", 200), ("page 1 +5", 105), ("page 1 -30", 70), ("page 1 -300", 0),
        ("page 1 50%", 206), ("page 1 33%", 136), ("page 1 0%", 0),
    ])
    func pageSetsThePage(_ line: String, _ page: Int) throws {
        let context = try FakeContext("add book Dune pages:412", "page 1 100")
        guard case .progress(let item, page, 412) = try context.run(line) else {
            Issue.record("no progress")
            return
        }
        #expect(item.number == 1)
        #expect(try context.fields(1)["page"] == "\(page)")
    }

    /// A percentage is that of the book, so a sign would mislead.
    @Test(arguments: ["+10%", "-10%", "-0%"]) func aPercentageHasNoSign(_ page: String) throws {
        let context = try FakeContext("add book Dune pages:412", "page 1 100")
        #expect(throws: LanguageError.self) { try context.run("page 1 \(page)") }
        #expect(try context.fields(1)["page"] == "100")
    }

    /// The next loan does not inherit the dates of one that was cleared.
    @Test func aLoanHasItsOwnDates() throws {
        let context = try FakeContext(
            "add book Dune", "lend 1 to:Ann due:2026-12-24", "set 1 lent-to:")
        #expect(try context.fields(1)["due"] == nil)
        #expect(try context.fields(1)["lent-on"] == nil)
        try context.run("set 1 lent-to:Bob")
        #expect(try context.fields(1)["lent-on"] == "2026-11-20")
        try context.run("set 1 due:2027-01-01 lent-to:Cleo")
        #expect(try context.fields(1)["due"] == "2027-01-01")
        try context.run("set 1 lent-to:Dora")
        #expect(try context.fields(1)["due"] == nil)
        context.user = FakeUser(edits: { $0.replacing("lent-to: Dora", with: "lent-to:") })
        try context.run("edit 1")
        #expect(try context.fields(1)["lent-on"] == nil)
    }

    /// Only one word names the item, but the words of its title after it are no part of the note.
    @Test(arguments: [
        ("note The Two Towers lent by Ann", "lent by Ann"), ("note the two sad", "sad"),
        ("note The towers fall", "towers fall"), ("note \"The Two\" Towers", "Towers"),
    ])
    func aNoteDoesNotBeginWithTheTitle(_ line: String, _ note: String) throws {
        let context = try FakeContext("add book \"The Two Towers\"")
        try context.run(line)
        #expect(try context.fields(1)["note"] == note)
        #expect(throws: LanguageError.self) { try context.run("note The Two Towers") }
    }

    @Test func deleteAsksFirst() throws {
        let context = try FakeContext("add book Dune", "add book Emma")
        #expect(throws: CommandFailure.self) { try context.run("delete 1") }
        let user = FakeUser()
        context.user = user
        try context.run("delete 1 2")
        #expect(user.questions.count == 1 && user.questions[0].contains("Dune"))
        #expect(try context.library.count() == 0)
    }

    @Test func namesThatMustDifferAreCheckedTogether() throws {
        let context = try FakeContext("add gem Ruby", "add gem Opal")
        let failure = #expect(throws: CommandFailure.self) {
            try context.run("set 1 2 name:Jade")
        }
        let report = try ErrorReport(#require(failure))
        #expect(report.text.rendered == "gems 1 and 2 cannot both be called \"Jade\"")
        // Names of different kinds do not concern each other.
        try context.run("kind new stone")
        try context.run("kind add-field stone name text unique:yes")
        try context.run("add stone Pebble")
        try context.run("set 1 3 name:Jade")
        #expect(throws: CommandFailure.self) { try context.run("set 2 name:jade") }
        #expect(try context.fields(2)["name"] == "Opal")
    }

    @Test func editAppliesTheUsersChanges() throws {
        let context = try FakeContext("add book Dune genre:sci-fi")
        #expect(throws: CommandFailure.self) { try context.run("edit 1") }
        context.user = FakeUser(answers: ["title: Dune\ngenre:\npages: 412\n"])
        try context.run("edit 1")
        #expect(try context.fields(1)["pages"] == "412")
        #expect(try context.fields(1)["genre"] == nil)
    }

    /// A line of a text never becomes a field or a comment of the form.
    @Test(arguments: ["a\r\n# dropped", "a\r\ntags: x", "a\r\nb", "a\rtags: x", "a\r"])
    func editKeepsOtherLineEnds(_ note: String) throws {
        let context = try FakeContext("add book Dune")
        try context.run("note 1 \"\(note)\"")
        context.user = FakeUser(edits: { $0.replacing("author: ", with: "author: Frank") })
        try context.run("edit 1")
        #expect(try context.fields(1)["author"] == "Frank")
        #expect(try context.fields(1)["note"] == note)
        #expect(try context.fields(1)["tags"] == nil)
    }

    /// A loan begins today if no date is given, whichever verb records it.
    @Test(arguments: [
        "add book Dune lent-to:Bob", "add book Dune\nset 1 lent-to:Bob",
        "add book Dune\nlend 1 to:Bob",
    ])
    func aLoanBeginsToday(_ script: String) throws {
        let context = try FakeContext()
        for line in script.split(separator: "\n") { try context.run(String(line)) }
        #expect(try context.fields(1)["lent-on"] == "2026-11-20")
    }
}
