import Testing
import TroveLessons
import TroveModel

/// The files of the tutorial, and the ticking of their steps.
@Suite struct TutorialReaderTests {
    static let whole = """
        #! tutorial Offline
        #! about a gem waits
        #! server start
        add gem Ruby
        #! goal Add a gem.
        #! why Because.
        #! draw outbox
        #! step a gem was added
        #! done once queue >= 1
        #! done count gem >= +1
        #! hint Type add.
        #! hint And a name.
        #! why It waits.
        #! step it is online
        #! done online
        #! solution add gem Opal
        #! solution net auto
        """

    private func read(_ text: String) throws(LessonError) -> Tutorial {
        try TutorialReader(file: "lessons/7-offline.trove").read(Array(text.utf8))
    }

    @Test func isReadCompletely() throws {
        let tutorial = try read(Self.whole)
        #expect(tutorial.name == "7-offline")
        #expect(tutorial.title == "Offline")
        #expect(tutorial.setup.about == "a gem waits")
        #expect(tutorial.goal == "Add a gem.")
        #expect(tutorial.why == "Because.")
        #expect(tutorial.drawsOutbox)
        #expect(tutorial.setup.steps.map(\.line) == [3, 4])
        #expect(tutorial.steps.map(\.text) == ["a gem was added", "it is online"])
        #expect(tutorial.steps[0].conditions.map(\.line) == [9, 10])
        #expect(tutorial.steps[0].hint == "Type add. And a name.")
        #expect(tutorial.steps[0].why == "It waits.")
        #expect(tutorial.steps[1].hint == "")
        #expect(tutorial.solution.map(\.value) == ["add gem Opal", "net auto"])
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let line: Int
        /// The text that the caret is under.
        let place: String
    }

    fileprivate static let start = "#! tutorial T\n#! goal G\n"

    @Test(arguments: [
        Mistake(
            testDescription: "no title", text: "add book Dune", line: 1, place: "add book Dune"),
        Mistake(testDescription: "empty", text: "", line: 1, place: ""),
        Mistake(testDescription: "no goal", text: "#! tutorial T", line: 1, place: ""),
        Mistake(testDescription: "no step", text: start, line: 1, place: ""),
        Mistake(
            testDescription: "no condition", text: start + "#! step S", line: 3, place: "#! step"),
        Mistake(
            testDescription: "no condition in the middle",
            text: start + "#! step S\n#! step U\n#! done online", line: 3, place: "#! step"),
        Mistake(
            testDescription: "two goals", text: start + "#! goal H", line: 3, place: "#! goal H"),
        Mistake(
            testDescription: "done without step", text: start + "#! done online", line: 3,
            place: "#! done online"),
        Mistake(
            testDescription: "hint without step", text: start + "#! hint H", line: 3,
            place: "#! hint H"),
        Mistake(
            testDescription: "empty step", text: start + "#! step", line: 3, place: "#! step"),
        Mistake(
            testDescription: "setup below",
            text: start + "#! step S\n#! done online\nadd book Dune",
            line: 5, place: "add book Dune"),
        Mistake(
            testDescription: "wrong condition", text: start + "#! step S\n  #!  done  onlin",
            line: 4,
            place: "onlin"),
        Mistake(
            testDescription: "unknown directive", text: start + "#! stepp S", line: 3,
            place: "stepp"),
    ])
    func mistakesHaveAPlace(_ mistake: Mistake) throws {
        let error = try #require(throws: LessonError.self) { _ = try read(mistake.text) }
        #expect(error.line == mistake.line)
        let text = String(decoding: Array(error.source.utf8)[error.span], as: UTF8.self)
        #expect(text == mistake.place)
        #expect(error.file == "lessons/7-offline.trove")
    }

    // MARK: Ticking

    @Test func stepsAreTickedByTheState() throws {
        let steps = try read(Self.whole).steps
        var state = try TutorialConditionTests.state()
        state.measures[.queue] = (0, 0)
        var tally = TutorialTally(steps, state)
        // The gem is there, but it never waited.
        #expect(tally.marks == [.current(.item("Opal", 3)), .later])
        state.measures[.queue] = (0, 1)
        let change1 = tally.update(state)
        #expect(change1)
        #expect(tally.marks == [.done(.item("Opal", 3)), .current(.nothing)])
        // `once` stays, when the queue is sent.
        state.measures[.queue] = (0, 0)
        let change2 = tally.update(state)
        #expect(!change2)
        state.connection = .online
        let change3 = tally.update(state)
        #expect(change3)
        #expect(tally.isComplete)
        // An undo opens the first step again.
        state.now = state.start
        let change4 = tally.update(state)
        #expect(change4)
        #expect(tally.current == 0)
        #expect(tally.marks[1] == .done(.nothing))
    }

    @Test func skippingLeavesAStepOut() throws {
        let state = try TutorialConditionTests.state()
        // The gem is there and the queue has changes, but the server cannot be reached.
        var tally = TutorialTally(try read(Self.whole).steps, state)
        #expect(tally.current == 1)
        tally.skip(state)
        #expect(tally.isComplete)
        #expect(tally.hasSkipped)
        // There is nothing left to skip.
        tally.skip(state)
        #expect(tally.marks == [.done(.item("Opal", 3)), .skipped])
    }

    @Test func aListThatWasRightStaysSo() throws {
        let text = Self.start + "#! step S\n#! done listed gem"
        var state = try TutorialConditionTests.state()
        var tally = TutorialTally(try read(text).steps, state)
        #expect(tally.isComplete)
        state.now = state.start
        tally.update(state)
        #expect(tally.isComplete)
    }
}
