import Testing
import TroveCodecs
import TroveLessons
import TroveTesting

/// The reader of lessons: every directive, and every mistake with its place.
@Suite struct LessonReaderTests {
    private func read(_ lines: String, others: [String] = []) throws -> Lesson {
        try LessonReader(file: "seeds/sample.trove", otherDirectives: others)
            .read(Array(("#! lesson Sample\n" + lines).utf8))
    }

    private func contents(_ lines: String) throws -> [LessonStep.Content] {
        try read(lines).steps.map(\.content)
    }

    // MARK: Directives

    @Test func readsTheTitleAndTheAbout() throws {
        let lesson = try read("#! about one line")
        #expect(lesson.name == "sample")
        #expect(lesson.file == "seeds/sample.trove")
        #expect(lesson.title == "Sample")
        #expect(lesson.about == "one line")
        #expect(lesson.steps.isEmpty)
    }

    @Test func aLineForTheSystemMayPrecedeTheTitle() throws {
        let text = "\u{FEFF}#!/usr/bin/env trove\r\n#! lesson Sample\r\nlist\r\n"
        let lesson = try LessonReader(file: "a").read(Array(text.utf8))
        #expect(lesson.title == "Sample")
        #expect(lesson.steps.map(\.content) == [.command("list", expecting: [])])
    }

    typealias Row = Case<String, LessonStep.Content>

    static let directives: [Row] = [
        Row("say", "#! say Hello  there ", .say("Hello  there")),
        Row("without a blank", "#!say Hello", .say("Hello")),
        Row("as", "#! as phone-2", .device("phone-2")),
        Row("server", "#! server start", .server(.start)),
        Row("catalogue", "#! catalogue start", .startCatalogue),
        Row("net", "#! net slow 800ms", .net("slow 800ms")),
        Row("file", "#! file a b.csv", .file("a b.csv")),
        Row(
            "ask", "#! ask Which? | this | that one ; 2",
            .ask(LessonQuestion(text: "Which?", answers: ["this", "that one"], right: 1))),
        Row("draw", "#! draw conflict", .draw(.conflict)),
        Row("pause", "#! pause 0.5", .pause(.milliseconds(500))),
        Row("wait", "#! wait sync", .waitSync),
        Row("heading", "# ---- G1: add a gem ----------", .heading("G1: add a gem")),
        Row("comment", "# one\n#   line", .say("one\n  line")),
        Row("paragraphs", "# one\n# two\n#\n# three", .say("one two\nthree")),
        Row("command", "add book Dune", .command("add book Dune", expecting: [])),
        Row("open quote", "add book \"a\n#! b\"", .command("add book \"a\n#! b\"", expecting: [])),
        Row("continued", "add book a \\\n  b", .command("add book a \\\n  b", expecting: [])),
    ]

    @Test(arguments: directives) func readsADirective(_ row: Row) throws {
        #expect(try contents(row.input) == [row.expected])
    }

    @Test func expectationsBelongToTheNextCommand() throws {
        let lesson = try read(
            "#! expect error no-such-item\n#! expect output a … b\n#! expect json [1]\nshow 9\nlist"
        )
        #expect(
            lesson.steps.first?.expectations == [
                LessonExpectation(line: 2, condition: .error("no-such-item")),
                LessonExpectation(line: 3, condition: .output("a … b")),
                LessonExpectation(line: 4, condition: .json(.array([.integer(1)]))),
            ])
        #expect(lesson.steps.last?.expectations == [])
        #expect(lesson.expectationCount == 3)
    }

    @Test func stepsKnowTheirLines() throws {
        let lesson = try read("# one\n# two\n\nlist\n\n\n#! say x\nadd book \"a\nb\"\ncount")
        #expect(lesson.steps.map(\.line) == [2, 5, 8, 9, 11])
        #expect(lesson.steps.map(\.followsBlank) == [false, true, true, false, false])
        #expect(lesson.steps[3].source == "add book \"a\nb\"")
    }

    @Test func namesTheDevicesThatRunCommands() throws {
        #expect(try read("list\n#! as phone\n#! as tablet\nlist").devices == ["laptop", "tablet"])
    }

    @Test func acceptsOtherDirectivesWhenTold() throws {
        let lesson = try read("#! goal Add a gem", others: ["goal"])
        #expect(lesson.steps.map(\.content) == [.other("goal", argument: "Add a gem")])
    }

    // MARK: Mistakes

    typealias Mistake = Case<String, LessonError.Problem>

    /// The place is marked in the last line but those after a `⏎`.
    static let mistakes: [Mistake] = [
        Mistake("unknown", "#! ‹sya› Hello", .unknownDirective("sya", nearest: ["say"])),
        Mistake("nothing", "#!‹›", .unknownDirective("", nearest: [])),
        Mistake(
            "no argument", "#! ‹say›",
            .missingArgument(directive: "say", example: "say Both devices are offline.")),
        Mistake("title twice", "#! ‹lesson› Again", .directiveTwice("lesson")),
        Mistake("about twice", "#! about a⏎#! ‹about› b", .directiveTwice("about")),
        Mistake("device", "#! as ‹my phone›", .badDevice("my phone")),
        Mistake(
            "server", "#! server ‹strat›",
            .unknownWord("strat", known: ["start", "stop", "restart"], nearest: ["start"])),
        Mistake("stop first", "#! server ‹stop›", .serverOutOfOrder("stop")),
        Mistake("start twice", "#! server start⏎#! server ‹start›", .serverOutOfOrder("start")),
        Mistake(
            "catalogue", "#! catalogue ‹stop›",
            .unknownWord("stop", known: ["start"], nearest: [])),
        Mistake("file", "#! file ‹../a.csv›", .badFileName("../a.csv")),
        Mistake("pause", "#! pause ‹long›", .badPause("long")),
        Mistake("long pause", "#! pause ‹3601›", .badPause("3601")),
        Mistake("one answer", "#! ask ‹Why? | a ; 1›", .badQuestion),
        Mistake("no number", "#! ask ‹Why? | a | b›", .badQuestion),
        Mistake("number too high", "#! ask ‹Why? | a | b ; 3›", .badQuestion),
        Mistake(
            "draw", "#! draw ‹cat›",
            .unknownWord("cat", known: ["outbox", "ladder", "conflict"], nearest: [])),
        Mistake(
            "expect what", "#! expect ‹eror› x",
            .unknownWord("eror", known: ["error", "json", "output"], nearest: ["error"])),
        Mistake("JSON", "#! expect json [1,‹]›", .notJSON),
        Mistake("expected twice", "#! expect error a⏎#! ‹expect error› b", .expectationTwice),
        Mistake("no command", "#! ‹expect error a›", .expectationWithoutCommand),
        Mistake("say in between", "#! ‹expect error a›⇩#! say b", .expectationWithoutCommand),
        Mistake("open quote", "‹›add book \"a⇩b", .openCommand),
    ]

    @Test(arguments: mistakes) func aMistakeHasItsPlace(_ row: Mistake) throws {
        // Lines before ⏎ precede the marked one, lines after ⇩ follow it.
        let parts = row.input.split(separator: "⏎").map(String.init)
        let last = parts[parts.count - 1].split(separator: "⇩", maxSplits: 1).map(String.init)
        let marked = MarkedLine(last[0])
        let lines = parts.dropLast() + [marked.line] + last.dropFirst()
        let error = try #require(throws: LessonError.self) {
            _ = try read(lines.joined(separator: "\n"))
        }
        #expect(error.problem == row.expected)
        #expect(error.line == parts.count + 1)
        #expect(error.source == marked.line)
        if row.name != "expected twice" {
            #expect(
                MarkedLine.text(error.source, at: error.span)
                    == MarkedLine.text(marked.line, at: marked.span))
        }
    }

    @Test func aFileWithoutATitleIsNoLesson() throws {
        for text in ["", "list", "# comment\n#! lesson A", "#! lesson", "\n#! lesson A"] {
            let error = #expect(throws: LessonError.self) {
                _ = try LessonReader(file: "a").read(Array(text.utf8))
            }
            #expect(error?.problem == .hasNoTitle(directive: "lesson"), "\(text)")
            #expect(error?.line == 1)
        }
    }

    @Test func aLineThatIsNotUTF8IsAnError() throws {
        let error = #expect(throws: LessonError.self) {
            _ = try LessonReader(file: "a").read(Array("#! lesson A\n".utf8) + [0xFF])
        }
        #expect(error?.problem == .notUTF8)
        #expect(error?.line == 2)
    }

    /// Any bytes are read or rejected, without a crash.
    @Test func readsAnything() throws {
        let words = [
            "#! ", "#!", "expect ", "json ", "say ", "ask ", "|", ";", "1", "\"", "'", "\\", "\n",
            "# ", "----", "add ", "…", "\u{0}", "é", "server ", "start", "lesson ", "\r",
        ]
        try SeededRandom.run { random in
            for _ in 0..<2000 {
                let count = Int.random(in: 0...30, using: &random)
                let text = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
                    .joined()
                do throws(LessonError) {
                    let lesson = try LessonReader(file: "a")
                        .read(Array(("#! lesson A\n" + text).utf8))
                    #expect(lesson.steps.allSatisfy { $0.line > 1 })
                } catch {
                    #expect(error.span.upperBound <= error.source.utf8.count)
                }
            }
        }
    }
}
