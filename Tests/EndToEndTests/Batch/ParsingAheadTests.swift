import Testing
import TroveTesting

/// The lines of a long script are parsed ahead on a second thread, and mean what they mean when
/// their turn comes.
struct ParsingAheadTests {
    /// Returns lines made from the numbers of a range.
    private static func lines(_ range: ClosedRange<Int>, _ line: (Int) -> String) -> [String] {
        range.map(line)
    }

    private static func counts(_ trove: Trove) throws -> [String] {
        try trove.run("count book\ncount gem\ncount movie\ncount vinyl\n").lines
    }

    /// More lines than are parsed ahead at a time, so that some follow each change in the same
    /// batch and others in later ones.
    @Test func linesFollowTheKindAliasesAndDefinitionsBeforeThem() throws {
        let trove = try Trove()
        let script =
            Self.lines(1...330) { "add \"A \($0)\"" }
            + ["use gem"] + Self.lines(1...330) { "add \"G \($0)\"" }
            + ["alias m add movie"] + Self.lines(1...330) { "m \"M \($0)\" year:1990" }
            + ["kind new vinyl", "kind add-field vinyl stars number range:1..5"]
            + Self.lines(1...330) { "add vinyl \"V \($0)\" stars:3" }
        let run = try trove.run(script.map { $0 + "\n" }.joined()).requiring()
        #expect(run.text.contains("Added gem 331: G 1\n"))
        #expect(run.text.contains("Added vinyl 1320: V 330\n"))
        #expect(try Self.counts(trove) == ["330", "330", "330", "330"])
    }

    @Test func errorsNameTheirLines() throws {
        let trove = try Trove()
        var script = Self.lines(1...400) { "add book \"A \($0)\" pages:\($0)" }
        script[77] = "add book \"A 78\" pages:many"
        script[200] = "add book \"A 201\" year:1990 year:1991"
        script[301] = "ad book \"A 302\""
        script[302] = "add book \"A"
        script[303] = "304\" pages:304"
        script[399] = "add book \"A 400"
        let run = try trove.run(script.map { $0 + "\n" }.joined())
        let places = run.errorText.split(separator: "\n").filter { $0.hasPrefix("-:") }.map {
            $0.split(separator: ":")[1]
        }
        #expect(places == ["78", "201", "302", "400"])
        #expect(try trove.run("count book\n").lines == ["395"])
        #expect(try trove.run("count book pages=304\n").lines == ["1"])
    }

    /// The rest of a script is not run after `quit`, although it was parsed.
    @Test func quitEndsTheScript() throws {
        let trove = try Trove()
        var script = Self.lines(1...400) { "add book \"A \($0)\"" }
        script[150] = "quit"
        try trove.prepare(script.map { $0 + "\n" }.joined())
        #expect(try trove.run("count book\n").lines == ["150"])
    }

    /// A photo is read when its line runs, and its warning is printed with that line.
    @Test func photosAreReadInTurn() throws {
        let trove = try Trove()
        var script = Self.lines(1...200) { "add gem \"G \($0)\"" }
        script[150] = "add gem \"G 151\" photo:missing.png"
        let run = try trove.run(script.map { $0 + "\n" }.joined(), ["--echo"], errors: .merged)
            .requiring()
        let lines = run.lines
        let place = try #require(lines.firstIndex { $0.contains("photo:missing.png") })
        #expect(lines[place...(place + 3)].contains { $0.contains("warning") })
        #expect(lines.last == "Added gem 200: G 200")
    }

    /// Two items with the same title and author are duplicates, whichever thread computed the
    /// hashes.
    @Test func duplicatesAreFoundAcrossLines() throws {
        let trove = try Trove()
        let script =
            Self.lines(1...300) { "add book \"A \($0)\" author:\"B\"" }
            + Self.lines(1...300) { "add book \"a \($0)\" author:\"b\"" }
        let run = try trove.run(script.map { $0 + "\n" }.joined())
        #expect(run.status == .exited(1))
        #expect(run.errorText.split(separator: "\n").count { $0.hasPrefix("-:") } == 300)
        #expect(try trove.run("count book\n").lines == ["300"])
    }
}
