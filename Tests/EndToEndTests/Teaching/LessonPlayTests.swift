import Testing
import TroveTesting

/// Every demo and every lesson of the tutorial on a terminal, up to its end.
@Suite(.timeLimit(.minutes(20))) struct LessonPlayTests {
    static let sizes = [WindowSize.standard, WindowSize(columns: 120, rows: 40)]

    private func program() throws -> Trove {
        var trove = try Trove(environment: [
            "TROVE_LESSONS": Repository.path(of: "seeds"),
            "TROVE_SERVER_PROGRAM": BuiltProgram.path(of: "trove-server"),
            "TROVE_CATALOGUE_PROGRAM": BuiltProgram.path(of: "catalogue-stand-in"),
        ])
        trove.program.timeLimit = .seconds(300)
        return trove
    }

    // MARK: Demos

    /// Where a demo waits for a key.
    private struct Place: Equatable {
        enum Halt { case withinStep, afterStep, question, end }

        let step: Int
        let steps: Int
        let halt: Halt

        /// Reads the header and the row of the keys; nil while the demo plays or draws.
        init?(_ terminal: TerminalModel) {
            // While the screen is being drawn, its rows are of two places.
            guard !terminal.modes.contains(2026) else { return nil }
            let numbers = terminal.row(0).split(separator: " ").last?.split(separator: "/")
                .compactMap { Int($0) }
            guard let numbers, numbers.count == 2 else { return nil }
            (step, steps) = (numbers[0], numbers[1])
            let keys = terminal.row(terminal.size.rows - 1)
            if keys.hasPrefix("▸ Space continue") {
                halt = .withinStep
            } else if keys.hasPrefix("▸ Space next step") {
                halt = .afterStep
            } else if keys.contains(" answer ·") {
                halt = .question
            } else if keys.hasPrefix("End of the demo") {
                halt = .end
            } else {
                return nil
            }
        }
    }

    /// Presses a key and waits until the demo waits again, at another place or with another screen.
    private func press(
        _ key: String, _ session: TerminalSession, line: Int = #line
    ) throws -> Place {
        let before = session.screen
        var place: Place?
        try session.type(key)
        try session.waitUntil("the demo to wait after \(key)", line: line) { terminal in
            place = Place(terminal)
            return place != nil && terminal.screen != before
        }
        return try #require(place)
    }

    @Test(arguments: LessonTests.lessons, sizes)
    func everyDemoPlaysToItsEnd(_ name: String, _ size: WindowSize) throws {
        let trove = try program()
        let lesson = try Repository.text(of: "seeds/\(name).trove")
        let session = try trove.openTrove(size: size)
        try session.type("demo \(name)\r")
        try session.waitUntil(shows: "step 1/")
        var place = try press("p", session)
        place = try press("+", session)
        place = try press("-", session)
        for _ in 0..<3 { place = try press("+", session) }
        var questions = 0
        var wasTakenOver = false
        while place.halt != .end {
            if place.step == 2, place.halt == .afterStep, !wasTakenOver {
                wasTakenOver = true
                try session.press(.escape)
                try session.waitUntil("the prompt of a device") {
                    $0.textBeforeCursor.hasSuffix("> ") && !$0.modes.contains(1049)
                }
                #expect(try press("demo\r", session) == place)
            }
            let isAsked = place.halt == .question
            questions += isAsked ? 1 : 0
            let next = try press(isAsked ? "1" : " ", session)
            #expect(next.step == place.step || next.step == place.step + 1)
            place = next
        }
        #expect(place.step == place.steps && wasTakenOver)
        #expect(questions == lesson.split(separator: "#! ask ").count - 1)
        #expect(session.terminal.unknownSequences == [])
        place = try press("b", session)
        #expect(place.halt != .end && place.step == place.steps)
        place = try press("b", session)
        #expect(place.step == place.steps - 1)
        try session.type("q")
        try session.waitForTrove()
        #expect(!session.terminal.modes.contains(1049))
        #expect(trove.scratch.names(in: "tmp") == [])
    }

    /// A step is remembered only when the server has made its store, whose files appear and
    /// disappear until then.
    @Test func aServerThatStartsSlowlyIsNotCopiedHalfway() throws {
        var trove = try program()
        trove.program.timeLimit = .seconds(60)
        try trove.shell("mkfifo gate").requiring()
        let path = try #require(trove.environment["TROVE_SERVER_PROGRAM"])
        let slow = try trove.writeTool(
            "slow-server",
            """
            folder=$(dirname "${4#sqlite:}")
            n=0
            while [ $n -lt 500 ]; do : >"$folder/journal-$n"; n=$((n + 1)); done
            read -r line <'\(trove.scratch.path("gate"))'
            rm "$folder"/journal-*
            exec '\(path)' "$@"
            """)
        trove.environment["TROVE_SERVER_PROGRAM"] = slow
        let session = try trove.openTrove()
        try session.type("demo conflicts\r")
        try session.waitUntil(shows: "step 1/")
        var place = try press("p", session)
        while place.halt != .afterStep { place = try press(" ", session) }
        try session.type(" ")
        try session.waitUntil(shows: "step 2/")
        try trove.scratch.write("go\n", to: "gate")
        while place.step < 4 { place = try press(place.halt == .question ? "1" : " ", session) }
        #expect(trove.scratch.files().filter { $0.contains("journal-") } == [])
        try session.type("q")
        try session.waitForTrove()
    }

    // MARK: Tutorials

    @Test(arguments: TutorialCheckTests.lessons, sizes)
    func everyTutorialIsTakenToItsEnd(_ name: String, _ size: WindowSize) throws {
        let trove = try program()
        let lines = try Repository.text(of: "seeds/tutorial/\(name).trove").split(separator: "\n")
        let solution = lines.filter { $0.hasPrefix("#! solution ") }.map {
            String($0.dropFirst(12))
        }
        let session = try trove.openTrove(size: size)
        try session.enter("tutorial \(name)")
        try session.waitUntil("the lesson") {
            $0.isAtPrompt && $0.textBeforeCursor.hasPrefix("trove tutorial")
        }
        for command in solution { try session.run(command) }
        try session.waitUntil(shows: "Well done")
        #expect(session.terminal.rows.allSatisfy { $0.count <= size.columns })
        #expect(session.terminal.unknownSequences == [])
        try session.run("quit")
        try session.waitUntil("the prompt of the library") {
            $0.isAtPrompt && !$0.textBeforeCursor.contains("tutorial")
        }
        #expect(trove.scratch.names(in: "tmp") == [])
    }
}
