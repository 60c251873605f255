import Testing
import TroveModel
import TroveTesting

/// The text format of kinds.
@Suite struct KindTextTests {
    @Test(arguments: Kinds.standard.all)
    func aBuiltInKindIsReadAsItWasWritten(_ kind: Kind) throws {
        let read = try #require(try KindReader.kinds(in: kind.definition).first)
        #expect(read == kind)
        #expect(read.definition == kind.definition)
    }

    @Test func aFileMayHaveCommentsQuotesAndSeveralKinds() throws {
        let kinds = try KindReader.kinds(
            in: """
                # Records
                kind vinyl also:record,lp create:refuse   # offline
                  field title text
                \tfield label choice choices:"Blue Note",Columbia description:"a \\"label\\"\\n"
                kind box
                  field name text unique:yes
                """)
        #expect(kinds.map(\.name) == ["vinyl", "box"])
        #expect(kinds.map(\.plural) == ["vinyls", "boxes"])
        #expect(kinds[0].synonyms == ["record", "lp"])
        #expect(kinds[0].offline.create == .refuse)
        #expect(kinds[0].fields[1].content == .choice(suggestions: ["Blue Note", "Columbia"]))
        #expect(kinds[0].fields[1].summary == "a \"label\"\n")
        #expect(kinds[1].uniqueFields == [Kind.titleIndex])
    }

    // MARK: Mistakes

    /// A text, and its first mistake: the line, the place and the problem.
    struct Mistake: Sendable, CustomStringConvertible {
        let text: String
        let line: Int
        let marked: String
        let problem: KindTextError.Problem

        init(_ text: String, _ line: Int, _ marked: String, _ problem: KindTextError.Problem) {
            self.text = text
            self.line = line
            self.marked = marked
            self.problem = problem
        }

        var description: String { text }
    }

    private static let head = "kind a\nfield title text\n"

    static let mistakes = [
        Mistake("kind", 1, "kind", .missing("the name of the kind")),
        Mistake("kind Vinyl", 1, "Vinyl", .notAName("Vinyl")),
        Mistake("kind 3d", 1, "3d", .notAName("3d")),
        Mistake("kind a", 1, "kind", .noFields(kind: "a")),
        Mistake("knid a", 1, "knid", .unknownLine("knid", known: ["kind", "field", "state"])),
        Mistake("field title text", 1, "field", .fieldWithoutKind),
        Mistake(
            "kind a\nfield title", 2, "title",
            .missing("the type of the field", known: FieldType.allCases.map(\.rawValue))),
        Mistake("kind a\nfield", 2, "field", .missing("the name of the field")),
        Mistake(
            "kind a\nfield title txt", 2, "txt",
            .unknownType("txt", known: FieldType.allCases.map(\.rawValue))),
        Mistake("kind a\nfield year number", 2, "year", .notATitle("year")),
        Mistake(head + "field title text", 3, "title", .isTaken("title")),
        Mistake(head + "field id text", 3, "id", .isReserved("id")),
        Mistake(
            head + "field n number range:9..1", 3, "range:9..1",
            .badValue(option: "range", value: "9..1", expected: "two bounds, such as 1..10")),
        Mistake(
            head + "field n text range:1..9", 3, "range:1..9",
            .doesNotApply(option: "range", type: .text)),
        Mistake(
            head + "field n number step:1", 3, "step:1",
            .doesNotApply(option: "step", type: .number)),
        Mistake(
            head + "field n text role:rating", 3, "role:rating",
            .doesNotApply(option: "role:rating", type: .text)),
        Mistake(
            head + "field n number role:progress", 3, "role:progress",
            .missing("of:FIELD, the field with the total")),
        Mistake(
            head + "field n number role:progress of:pages", 1, "kind", .noSuchField("pages")),
        Mistake(
            head + "field a text role:note\nfield b text role:note", 4, "b", .roleTaken("note")),
        Mistake(head + "field n text rank:1 rank:2", 3, "rank:2", .optionTwice("rank")),
        Mistake(head + "field n text unique", 3, "unique", .notAnOption("unique")),
        Mistake(head + "field n text description:\"open", 3, "\"open", .openQuote),
        Mistake(head + "field s ladder", 3, "s", .noStates),
        Mistake(head + "state wish", 3, "state", .stateWithoutLadder),
        Mistake(head + "field s ladder\nstate a\nstate A", 5, "A", .isTaken("A")),
        Mistake(
            head + "field s ladder initial:x\nstate a", 3, "initial:x",
            .badValue(option: "initial", value: "x", expected: "a")),
        Mistake(
            head + "field s ladder states:a\nfield t ladder states:b", 4, "t", .secondLadder),
        Mistake(head + "kind a\nfield title text", 3, "a", .isTaken("a")),
        Mistake("kind a duplicates:b\nfield title text", 1, "kind", .noSuchField("b")),
    ]

    @Test(arguments: mistakes)
    func aMistakeHasItsPlace(_ mistake: Mistake) throws {
        let error = try #require(throws: KindTextError.self) {
            try KindReader.kinds(in: mistake.text)
        }
        let lines = mistake.text.split(separator: "\n", omittingEmptySubsequences: false)
        let marked = Array(lines[error.line - 1].utf8)[error.span]
        #expect(error.problem == mistake.problem)
        #expect(error.line == mistake.line)
        #expect(String(decoding: marked, as: UTF8.self) == mistake.marked)
    }

    // MARK: Random texts

    /// A kind that was written is read as the same kind.
    @Test func readingInvertsWriting() throws {
        try SeededRandom.run { random in
            for _ in 0..<300 {
                let kind = Self.kind(using: &random)
                let read = try KindReader.kinds(in: kind.definition)
                #expect(read == [kind], "\(kind.definition)")
            }
        }
    }

    /// No text ends the program, and a text that is read is written and read again.
    @Test func anyTextIsReadOrRejected() throws {
        let pieces = [
            "kind ", "field ", "state ", "title", "text", "number", "ladder", "decimal", "\n", " ",
            "range:", "1..", "..", "-5", "9999999999999", "step:", "0.5", "role:progress", "of:",
            "rank:", "\"", "\\", ":", ",", "#", "é", "\u{0}", "\r", "states:", "a,b", "initial:",
            "yes", "unique:", "description:", "stored:", "kind a\nfield title text\n",
        ]
        try SeededRandom.run { random in
            for _ in 0..<3000 {
                let text = (0..<Int.random(in: 1...24, using: &random)).map { _ in
                    pieces.randomElement(using: &random) ?? ""
                }.joined()
                guard let kinds = try? KindReader.kinds(in: text) else { continue }
                let written = kinds.map(\.definition).joined()
                let again = try KindReader.kinds(in: written)
                #expect(again == kinds, "\(text)")
            }
        }
    }

    private static func kind(using random: inout SeededRandom) -> Kind {
        let texts = ["", "plain", "two words", "a \"quote\"", "back\\slash", "#", "né\n\t", "a:b"]
        func text(_ random: inout SeededRandom) -> String {
            texts.randomElement(using: &random) ?? ""
        }
        var fields = [
            Field("title", .text, text(&random), isUnique: .random(using: &random), rank: 1)
        ]
        for number in 0..<Int.random(in: 0...6, using: &random) {
            let contents: [Field.Content] = [
                .text, .isbn, .date, .month, .set, .choice(suggestions: ["a b", "c"]),
                .integer(-3...Int.random(in: 0...99, using: &random)),
                .decimal(FixedDecimal(thousandths: -1500)...FixedDecimal(9), step: nil),
                .decimal(FixedDecimal(0)...FixedDecimal(9), step: FixedDecimal(thousandths: 250)),
            ]
            let content = contents.randomElement(using: &random) ?? .text
            fields.append(
                Field(
                    "field-\(number)", content, text(&random),
                    rank: Bool.random(using: &random) ? number + 1 : nil,
                    storedName: Bool.random(using: &random) ? "old-\(number)" : nil,
                    isRetired: Bool.random(using: &random)))
        }
        let rungs = ["wish", "to read", "a:b"].map { Ladder.Rung($0, "x \($0)", isOwned: true) }
        if Bool.random(using: &random) {
            fields.append(Field("state", .ladder(Ladder(rungs)), "", initial: .rung("to read")))
        }
        return Kind(
            name: "vinyl", plural: "records", synonyms: Bool.random(using: &random) ? ["lp"] : [],
            offline: OfflineRules(update: .refuse), fields: fields)
    }
}
