import Testing
import TroveTesting

/// The first question about all items reads the file, and the next one loads the items. Both have
/// the same answer.
@Suite(.timeLimit(.minutes(20))) struct AnswerTests {
    static let questions = [
        "count", "count books", "count state=reading", "count books by:state",
        "count books by:author",
        "count title~a", "count pages>=300 pages<600", "count genre=SCI-FI", "count genre=none",
        "count genre=sci-fi or genre=scifi", "list books sort:-pages limit:3",
        "list books sort:author,-title", "list books sort:-number limit:3",
        "list books sort:genre,-number", "list books sort:state limit:100 columns:title,state",
        "filter state=reading|finished", "filter not state=wish", "filter author=\"ann lee\"",
        "filter title~zzz", "find 7", "find é", "find E", "list", "filter rating=",
    ]

    private static let script: String = {
        let states = ["wish", "to-read", "reading", "finished"]
        let books = (1...60).map { number in
            var line =
                "add book \"Book é\(number)\" state:\(states[number % 4]) pages:\(number * 37 % 900 + 1)"
            if number % 3 == 0 { line += " genre:sci-fi author:\"Ann Lee; Bo \(number % 5)\"" }
            if number % 5 == 0, number % 3 != 0 { line += " genre:Crime rating:\(number % 4 + 1)" }
            return line
        }
        return (books + ["add gem Ruby", "add movie \"7 seas\""]).joined(separator: "\n") + "\n"
    }()

    @Test func theFirstAnswerIsThatFromMemory() throws {
        let trove = try Trove()
        try trove.prepare(Self.script)
        for question in Self.questions {
            let first = try trove.program.run(["-c", question], errors: .merged)
            let loaded = try trove.program.run(
                ["-c", "stats", "-c", question], errors: .merged)
            #expect(loaded.text.hasSuffix(first.text), "\(question): \(first) \(loaded)")
            #expect(!first.text.isEmpty)
        }
    }

    /// A chart of more years than it has rows shows the latest ones.
    @Test func longChartsShowTheLatestYears() throws {
        let trove = try Trove()
        let reads = (2001...2026).map { "add read R\($0) on:\($0)" }
        try trove.prepare(reads.joined(separator: "\n"))
        let lines = try trove.run("stats reads").requiring().lines
        let first = try #require(lines.firstIndex { $0.contains("(12 more)") })
        #expect(lines[first + 1].contains("2013") && lines[first + 14].contains("2026"), "\(lines)")
        // The least frequent values of an unordered field are summed up.
        let genres = (1...20).map { "add book \"B\($0)\" genre:g\($0)" }
        try trove.prepare((genres + ["add book C genre:g20"]).joined(separator: "\n"))
        let books = try trove.run("stats books").requiring().lines
        let top = try #require(books.firstIndex { $0.hasPrefix("genre") })
        #expect(books[top + 1].contains("g20") && books[top + 15].contains("(6 more)"), "\(books)")
    }
}
