import Testing
import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore
import TroveTesting

/// Which pasted lines are data, and what becomes of them.
@Suite struct PastedLinesTests {
    static let texts: [Case<String, [String]?>] = [
        Case("one line", "Dune", nil),
        Case("one line with an empty one", "\nDune\n", nil),
        Case("two titles", "Dune\nEmma", ["Dune", "Emma"]),
        Case("commands", "add book Dune\ncount", nil),
        Case("a command among titles", "Dune\ncount\nEmma", nil),
        Case("a command with a semicolon", "Dune\ncount;\nEmma", nil),
        Case("an alias", "Dune\nls\nEmma", nil),
        Case("commands in capitals", "Add book Dune\nLIST", nil),
        Case(
            "a title that begins like a command", "Return of the King\nEmma",
            ["Return of the King", "Emma"]),
        Case("a comment before a command", "# a note\necho one", nil),
        Case("a heading and empty lines", "# Books\n\nDune\n  \nEmma\n", ["Dune", "Emma"]),
        Case("a rule", "Dune\n---\nEmma", ["Dune", "Emma"]),
        Case("bullets", "- Dune\n* Emma\n• Persuasion", ["Dune", "Emma", "Persuasion"]),
        Case("numbers", "1. Dune\n2) Emma\n10. Persuasion", ["Dune", "Emma", "Persuasion"]),
        Case("boxes", "- [ ] Dune\n- [x] Emma", ["Dune", "Emma"]),
        Case(
            "a title that is a number", "1984\n2001: A Space Odyssey",
            ["1984", "2001: A Space Odyssey"]),
        Case("a title that is a mark", "-\n$", ["-", "$"]),
        Case("spaces and tabs", "  The\tTrial  \nEmma", ["The Trial", "Emma"]),
        Case(
            "an apostrophe and a colon", "Ender's Game\nDune: Messiah",
            ["Ender's Game", "Dune: Messiah"]),
        Case("wide text", "三体\n😀", ["三体", "😀"]),
    ]

    @Test(arguments: texts)
    func recognizesData(_ text: Case<String, [String]?>) {
        #expect(PastedLines(text.input, aliases: ["ls"])?.titles == text.expected)
    }

    private func paste(_ text: String, into context: FakeContext) throws -> Reply {
        let lines = try #require(PastedLines(text, aliases: []))
        return try CommandTable.command(forPasted: lines).run(in: context)
    }

    @Test func addsTheTitlesAsOneCommand() throws {
        let context = try FakeContext("add book Dune", "use books")
        let user = FakeUser(answers: ["y"])
        context.user = user
        _ = try paste("1. dune\n2. Emma\n3. Emma\n4. Persuasion", into: context)
        #expect(
            user.questions == ["4 lines are not commands. Add them as books? [y/N/edit] "])
        #expect(try context.library.count() == 3)
        #expect(try context.fields(2)["title"] == "Emma")
        #expect(try context.fields(2)["state"] == "wish")
        try context.run("undo")
        #expect(try context.library.count() == 1)
    }

    @Test func addsToTheCurrentKind() throws {
        let context = try FakeContext("add gem Ruby", "use gems")
        context.user = FakeUser(answers: ["yes"])
        _ = try paste("ruby\nOpal", into: context)
        #expect(try context.library.count() == 2)
        #expect(try context.fields(2)["name"] == "Opal")
    }

    @Test(arguments: ["", "n", "no", "what", nil])
    func anyOtherAnswerAddsNothing(_ answer: String?) throws {
        let context = try FakeContext()
        context.user = FakeUser(answers: answer.map { [$0] } ?? [])
        _ = try paste("Dune\nEmma", into: context)
        #expect(try context.library.count() == 0)
    }

    @Test func theLinesCanBeEditedFirst() throws {
        let context = try FakeContext()
        context.user = FakeUser(answers: ["edit", "# a comment\nPersuasion\n"])
        _ = try paste("Dune\nEmma", into: context)
        #expect(try context.library.count() == 1)
        #expect(try context.fields(1)["title"] == "Persuasion")
    }

    /// `--yes` answers confirmations. This is not one.
    @Test func confirmationsDoNotMatter() throws {
        let context = try FakeContext()
        context.session.saysYes = true
        let user = FakeUser(answers: [])
        context.user = user
        _ = try paste("Dune\nEmma", into: context)
        #expect(try context.library.count() == 0 && user.questions.count == 1)
    }

    static let tables: [Case<String, Int>] = [
        Case("commas", "Title,Author\nDune,Frank Herbert\nEmma,Jane Austen", 2),
        Case("tabs and German", "Titel\tAutor\nDune\tFrank Herbert", 1),
        Case(
            "JSON",
            "[{\"kind\":\"book\",\"title\":\"Dune\"},\n{\"kind\":\"gem\",\"name\":\"Opal\"}]", 2),
    ]

    @Test(arguments: tables)
    func importsATable(_ table: Case<String, Int>) throws {
        let context = try FakeContext()
        let user = FakeUser(answers: ["preview", "y"])
        context.user = user
        _ = try paste(table.input, into: context)
        let rows = table.expected == 1 ? "1 row" : "\(table.expected) rows"
        let question = "This looks like a table with \(rows). Import it? [y/N/preview] "
        #expect(user.questions == [question, question])
        #expect(context.said.count == 1)
        #expect(try context.library.count() == table.expected)
        try context.run("undo")
        #expect(try context.library.count() == 0)
    }

    @Test func titlesWithCommasAreNotATable() throws {
        let context = try FakeContext()
        context.user = FakeUser(answers: ["y"])
        _ = try paste("Dune, by Frank Herbert\nEmma, by Jane Austen", into: context)
        #expect(try context.fields(1)["title"] == "Dune, by Frank Herbert")
    }

    /// No text is run as a command if it is also data, and titles keep their words.
    @Test func randomTexts() throws {
        try SeededRandom.run { random in
            for _ in 0..<2000 {
                let lines = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                    RandomText.line(using: &random)
                }
                let text = lines.joined(separator: "\n")
                guard let pasted = PastedLines(text, aliases: []) else { continue }
                #expect(
                    !pasted.titles.contains { $0.isEmpty || $0.contains("\n") }, "\(random.hint)")
                for line in lines {
                    let word = line.split(whereSeparator: \.isWhitespace).first.map(String.init)
                    #expect(
                        CommandTable.vocabulary.verb(named: word ?? "") == nil, "\(random.hint)")
                }
            }
        }
    }
}
