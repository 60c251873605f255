import Testing
import TroveTesting

/// The lessons in `seeds/`: every expectation holds, and the table of rows is true.
@Suite(.timeLimit(.minutes(20))) struct LessonTests {
    /// The rows of the requirements, and how many each system has.
    static let systems = [("B", 7), ("G", 8), ("R", 7), ("V", 14), ("T", 6)]

    static let lessons = [
        "booksapp", "bookvault", "bookwyrm", "conflicts", "first-steps", "gemstones", "library",
        "tracktinator",
    ]

    @Test(arguments: lessons) func everyExpectationHolds(_ name: String) throws {
        var trove = try Trove(environment: [
            "TROVE_SERVER_PROGRAM": BuiltProgram.path(of: "trove-server"),
            "TROVE_CATALOGUE_PROGRAM": BuiltProgram.path(of: "catalogue-stand-in"),
        ])
        trove.program.timeLimit = .seconds(300)
        let run = try trove.program.run(
            ["--demo-check", Repository.path(of: "seeds/\(name).trove")])
        #expect(run.status == .success, "\(run.errorText)")
        #expect(run.text.hasSuffix(": passed\n"))
    }

    /// Scripts without a server run as ordinary scripts, too.
    @Test(arguments: ["first-steps", "library"]) func runsAsAScript(_ name: String) throws {
        let trove = try Trove()
        let script = Repository.path(of: "seeds/\(name).trove")
        let inMemory = try trove.program.run(["--ephemeral", script], errors: .merged)
        let inFile = try trove.program.run(
            ["--library", trove.scratch.path("play.db"), script], errors: .merged)
        let identifiers = Substitution.identifiers
        #expect(
            try identifiers.apply(to: inFile.requiring().text)
                == identifiers.apply(to: inMemory.requiring().text))
    }

    /// A row of the table: the row of the requirements, the lesson, and the line of its heading.
    private struct Place: Hashable {
        let row: String
        let lesson: String
        let line: Int

        var tableRow: String { "| \(row) | `\(lesson).trove` | \(line) |" }
    }

    /// Returns the headings that name rows, such as `# ---- G1: add a gem ----`.
    private func headings() throws -> [Place] {
        try Self.lessons.flatMap { lesson in
            let lines = try Repository.text(of: "seeds/\(lesson).trove")
                .split(separator: "\n", omittingEmptySubsequences: false)
            return lines.enumerated().compactMap { index, line in
                line.firstMatch(of: #/^# ---- ([BGRVT]\d+): /#).map {
                    Place(row: String($0.output.1), lesson: lesson, line: index + 1)
                }
            }
        }
    }

    @Test func everyRowOfTheRequirementsIsShown() throws {
        let shown = Set(try headings().map(\.row))
        for (letter, count) in Self.systems {
            for number in 1...count {
                #expect(shown.contains("\(letter)\(number)"), "\(letter)\(number)")
            }
        }
    }

    @Test func theTableOfRowsNamesTheLines() throws {
        let order = Self.systems.map(\.0)
        func key(_ place: Place) -> (Int, Int) {
            let letter = String(place.row.prefix(1))
            return (order.firstIndex(of: letter) ?? 0, Int(place.row.dropFirst()) ?? 0)
        }
        let expected = try headings().sorted { key($0) < key($1) }.map(\.tableRow)
        let table = try Repository.text(of: "seeds/README.md").split(separator: "\n")
            .filter { $0.firstMatch(of: #/^\| [BGRVT]\d+ /#) != nil }.map(String.init)
        #expect(
            table == expected, "The table must be:\n\(expected.joined(separator: "\n"))")
    }
}
