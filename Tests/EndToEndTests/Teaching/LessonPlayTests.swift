import Testing
import TroveTesting

/// Every lesson of the tutorial on a terminal, up to its end.
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
