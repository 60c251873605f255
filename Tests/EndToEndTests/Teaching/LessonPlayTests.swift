import Testing
import TroveTesting

/// Every demo and every lesson of the tutorial, with keys, up to its end.
@Suite(.timeLimit(.minutes(20))) struct LessonPlayTests {
    static let sizes = [WindowSize.standard, WindowSize(columns: 120, rows: 40)]

    private func program() throws -> ProgramUnderTest {
        var trove = try ProgramUnderTest.trove([
            "TROVE_LESSONS": Repository.path(of: "seeds"),
            "TROVE_SERVER_PROGRAM": BuiltProgram.path(of: "trove-server"),
            "TROVE_CATALOGUE_PROGRAM": BuiltProgram.path(of: "catalogue-stand-in"),
        ])
        trove.timeLimit = .seconds(300)
        return trove
    }

    /// What the last row and the header of a demo show.
    private struct Place: Equatable {
        let step: Int
        let steps: Int
        let isAsking: Bool
        let isAtEnd: Bool

        init?(_ terminal: TerminalModel) {
            let numbers = terminal.row(0).split(separator: " ").last?.split(separator: "/")
                .compactMap { Int($0) }
            guard let numbers, numbers.count == 2 else { return nil }
            (step, steps) = (numbers[0], numbers[1])
            let keys = terminal.row(terminal.size.rows - 1)
            isAsking = keys.contains(" answer ·")
            isAtEnd = keys.hasPrefix("End of the demo")
        }
    }

    @Test(arguments: LessonTests.lessons, sizes)
    func everyDemoPlaysToItsEnd(_ name: String, _ size: WindowSize) throws {
        let trove = try program()
        let session = try trove.openTrove(size: size)
        try session.type("demo \(name)\r")
        try session.waitUntil(shows: "step 1/")
        try session.type("p")
        try session.waitUntil(shows: "p play")
        var place = try #require(Place(session.terminal))
        var questions = 0
        while !place.isAtEnd {
            if place.isAsking {
                questions += 1
                try session.type("1")
                try session.waitUntil(shows: "✓ ")
            }
            let former = place
            try session.type("   ")
            try session.waitUntil("the next step") { terminal in
                guard let now = Place(terminal) else { return false }
                place = now
                return now.isAtEnd || now.isAsking && !former.isAsking || now.step > former.step
            }
        }
        #expect(place.step == place.steps)
        #expect(session.terminal.unknownSequences == [])
        try session.type("b")
        try session.waitUntil("the step before") { Place($0)?.isAtEnd == false }
        try session.type("q")
        try session.waitForTrove()
        #expect(!session.terminal.modes.contains(1049))
        #expect(trove.scratch.files().filter { $0.hasPrefix("tmp/") } == [])
    }

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
        #expect(trove.scratch.files().filter { $0.hasPrefix("tmp/") } == [])
    }
}
