import Testing
import TroveCodecs
import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal
import TroveTesting

/// What `explain` says about the words of a command and about its effects.
@Suite struct ExplainTests {
    private let context: FakeContext

    init() throws {
        context = try FakeContext(
            "add book Dune genre:sci-fi pages:604", "add book Emma", "add gem Ruby hardness:9",
            "add book \"The Left Hand of Darkness\"")
        try context.library.commit()
        context.session.settings.output = .json
    }

    /// Returns the facts of an explanation.
    private func explain(_ command: String) throws -> JSON {
        guard case .report(let report) = try context.run("explain " + command) else {
            throw Spelling.NoCommand()
        }
        return .object(zip(report.columns, report.rows[0]).map { JSON.Member($0, $1) })
    }

    /// Creates a row: a command, and the role and meaning of each of its words.
    private static func row(_ command: String, _ words: String...) -> Case<String, [String]> {
        Case(command, command, words)
    }

    static let words = [
        row(
            "set Dune rating:4.5 genre:", "set verb: set fields of items", "Dune book 1: Dune",
            "rating:4.5 sets rating to 4.5", "genre: clears genre"),
        row(
            "set 1 started:today", "set verb: set fields of items", "1 book 1: Dune",
            "started:today sets started to 2026-11-20"),
        row(
            "advance Dune to:fin", "advance verb: move items to their next state",
            "Dune book 1: Dune", "to:fin the state finished"),
        row(
            "add gem Opal birthstone:oct", "add verb: add an item", "gem the kind gem",
            "Opal title of the new item", "birthstone:oct sets birthstone to October"),
        row(
            "rate the left hand of darkness 4", "rate verb: rate items",
            "the left hand of darkness book 4: The Left Hand of Darkness", "4 number"),
        row(
            "delete books where pages > 300 and not genre=x|y --yes",
            "delete verb: delete items", "books the kind book", "where keyword",
            "pages > 300 pages is greater than 300", "and keyword", "not keyword",
            "genre=x|y genre is x or y", "--yes option"),
        row(
            "list books where pages> 300", "list verb: list items", "books the kind book",
            "where keyword", "pages> 300 pages is greater than 300"),
        row(
            "list (dune or emma) limit:3", "list verb: list items", "( groups conditions",
            "dune text to find in any text field", "or keyword",
            "emma text to find in any text field", ") groups conditions",
            "limit:3 argument limit: 3"),
        row(
            "show 1-3 7", "show verb: show all fields of items",
            "1-3 3 items, the first is book 1: Dune", "7 item 7, which does not exist"),
        row("set Dune ratin", "set verb: set fields of items", "Dune book 1: Dune", "ratin text"),
        row(
            "quit now", "quit verb: leave the shell; everything is saved",
            "now quit does not take \"now\""),
        row("boo", "boo there is no command \"boo\""),
    ]

    @Test(arguments: words)
    func explainsEachWord(_ test: Case<String, [String]>) throws {
        let words = try explain(test.input)["words"]?.array ?? []
        let found = words.map { "\($0["text"]?.text ?? "") \($0["meaning"]?.text ?? "")" }
        #expect(found == test.expected)
    }

    @Test func fillsInDefaults() throws {
        let defaults = try explain("add Kindred")["defaults"]
        #expect(defaults?["kind"]?.text == "book" && defaults?["state"]?.text == "wish")
        #expect(defaults?["added"]?.text == "2026-11-20")
        #expect(try explain("add book Kindred added:2020")["defaults"]?["added"] == nil)
    }

    @Test func showsTheErrorAndTheCorrectedCommand() throws {
        let facts = try explain("show duen")
        #expect(facts["error"]?["message"]?.text == "there is no item called \"duen\"")
        #expect(facts["error"]?["instead"]?.text == "show Dune")
        #expect(facts["exitStatus"]?.int == 1)
        #expect(
            context.session.command.correction?.applied(to: "explain show duen")
                == "explain show Dune")
    }

    @Test func countsWhatAQuestionFinds() throws {
        let found = try explain("list books pages>100")["finds"]?.array ?? []
        #expect(found.map { $0["count"]?.int } == [1])
        #expect(found.map { $0["of"]?.int } == [3])
        let facts = try explain("list books genre=scfi")
        #expect(facts["warnings"]?.array?.first?.text?.contains("did you mean sci-fi?") == true)
        #expect(facts["exitStatus"]?.int == 0)
    }

    @Test func expandsAliases() throws {
        try context.run("alias w wishlist")
        let facts = try explain("w genre=sci-fi")
        #expect(facts["expanded"]?.text == "wishlist genre=sci-fi")
        #expect(try explain("alias x list")["exitStatus"]?.int == 0)
        #expect(context.session.aliases == ["w": "wishlist"])
    }

    @Test func recordsTheQuestionsOfTheUser() throws {
        let user = FakeUser(saysYes: false)
        context.user = user
        let facts = try explain("delete Dune")
        #expect(
            facts["asks"]?.array?.map(\.text) == [
                "Are you sure you want to delete book 1: Dune? [y/N]"
            ])
        #expect(facts["changeCount"]?.int == 1)
        #expect(user.questions.isEmpty)
    }

    @Test(arguments: [
        "sync", "connect https://trove.example.org", "export x.csv", "quit", "net off",
        "snapshot save a", "source x", "watch 5 list", "explain list", "check", "cover 1",
        "search dune", "isbn 9780441172719",
    ])
    func hasNoEffectElsewhere(_ command: String) throws {
        let facts = try explain(command)
        #expect(facts["changeCount"]?.int == 0)
        #expect(context.network == .off && context.library.account == nil)
        // A library in memory has no snapshots.
        #expect((facts["does"] == nil) == ["sync", "snapshot save a"].contains(command))
    }

    /// A password in a wrong place is shown neither as a word nor in the error.
    @Test func hidesPasswords() throws {
        context.session.aliases["in"] = "login ann@example.org"
        for command in ["in hunter2", "settings tmdb-key hunter2"] {
            let facts = try explain(command)
            #expect(facts["words"]?.written.contains("hunter2") == false)
            #expect(facts["error"]?.written.contains("hunter2") != true)
        }
    }

    /// A large import is discarded, too, although not all of its changes are kept.
    @Test func explainsAnImport() throws {
        let scratch = try ScratchDirectory()
        let rows = (0..<6000).map { "Book \($0),Author \($0)\n" }.joined()
        let path = try scratch.write("title,author\n\(rows),nobody\n", to: "many.csv")
        let file = try LibraryDump.file(context.library)
        let facts = try explain("import \(path)")
        #expect(facts["changeCount"]?.int == 6000, "\(facts.written.prefix(2000))")
        #expect(try LibraryDump.file(context.library) == file)
        #expect(LibraryDump.memory(context.library).count < 5)
        #expect(scratch.files() == ["many.csv"])
        let next = try explain("add book Kindred")["changes"]?.array?.first
        #expect(next?["number"]?.int == 5)
    }

    /// The rows that an import rejects have their lines and reasons.
    @Test func showsTheRowsThatAnImportRejects() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.write("title,pages\nKindred,3\n,4\n", to: "few.csv")
        let facts = try explain("import \(path)")
        #expect(facts["rejected"]?.int == 1)
        #expect(
            facts["firstRejected"]?.written == #"[{"line":3,"reason":"a book needs a title"}]"#)
        #expect(facts["prints"]?.text?.hasPrefix("Imported 1 book") == true, "\(facts.written)")
        #expect(try explain("add book Kindred")["rejected"] == nil)
    }

    /// A command that cannot be split into words is explained up to the mistake.
    @Test(arguments: [
        Case("a quote", #"add gem "Op\"al"#, "this quote is never closed"),
        Case("an escape", #"add gem "Op\qal""#, #"unknown escape \q"#),
        Case("a closing quote", "add gem 'Op'al", "a quote closes in the middle of a word"),
        Case("a line end", #"add gem Opal \"#, #"the line after \ is missing"#),
    ])
    func explainsALexicalError(_ row: Case<String, String>) throws {
        let parsed = Result { () throws(LanguageError) in
            let source = "explain " + row.input
            return try CommandTable.ended(
                try CommandTable.parse(source, in: context.languageContext), source)
        }
        guard case .success(.command(let command)) = parsed,
            case .report(let report) = try command.run(in: context)
        else { throw Spelling.NoCommand() }
        let facts = JSON.object(
            zip(report.columns, report.rows[0]).map { JSON.Member($0, $1) })
        #expect(facts["error"]?["message"]?.text == row.expected)
        #expect(facts["words"]?.array?.first?["text"]?.text == "add")
        #expect(facts["exitStatus"]?.int == 1)
    }

    /// What may be a password is not repeated.
    @Test func explainsNoLexicalErrorOfAPassword() throws {
        for source in [#"explain login ann@example.org "hunter\2""#, "explain login 'hunter'2"] {
            #expect(throws: LanguageError.self) {
                try CommandTable.parse(source, in: context.languageContext)
            }
        }
    }
}
