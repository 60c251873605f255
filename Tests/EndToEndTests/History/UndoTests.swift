import Testing
import TroveTesting

/// Random sessions: undoing everything restores everything, and the file equals memory.
@Suite(.timeLimit(.minutes(20))) struct UndoTests {
    private static let rounds = environmentNumber("TROVE_ROUNDS", default: 12)

    /// Returns the number of commands in the log, which is how many undos revert what came since.
    private func changes(_ trove: Trove) throws -> Int {
        let count = try trove.sqlite("SELECT count(DISTINCT command) FROM changes")
        return try #require(Int(count))
    }

    @Test(.enabled(if: Tools.hasSQLite)) func undoingEverythingRestoresEverything() throws {
        try SeededRandom.run { random in
            for _ in 0..<Self.rounds {
                let trove = try Trove()
                _ = try trove.run(RandomScript(commands: 30, using: &random).text)
                let before = try trove.json()
                let first = try changes(trove)

                let script = RandomScript(commands: 60, using: &random).text
                let run = try trove.run(script)
                let done = try changes(trove) - first
                let after = try trove.json()
                // Commands that neither failed nor had nothing to change.
                let failed = run.errorText.matches(of: #/(?m)^-:\d+:\d+: error: /#).count
                #expect(done <= 60 - failed)

                let undos = String(repeating: "undo\n", count: done)
                try trove.prepare(undos)
                #expect(try trove.json() == before, "\(random.hint)\n\(script)")
                let redos = String(repeating: "redo\n", count: done)
                try trove.prepare(redos)
                #expect(try trove.json() == after, "\(random.hint)\n\(script)")
            }
        }
    }

    /// On a terminal, many items are changed in parts, to show the progress.
    @Test func aChangeOfManyItemsIsOneUndo() throws {
        let trove = try Trove()
        try trove.prepare((1...2500).map { "add book \"Book \($0)\"" }.joined(separator: "\n"))
        let before = try trove.json()
        let session = try trove.openTrove()
        try session.run("tag 1-2500 with:sea")
        let after = try trove.json()
        #expect(after.ranges(of: "\"sea\"").count == 2500)
        try session.run("undo")
        #expect(try trove.json() == before)
        try session.run("redo")
        #expect(try trove.json() == after)
    }

    @Test(.enabled(if: Tools.hasSQLite)) func theSameProcessCanUndo() throws {
        try SeededRandom.run { random in
            for _ in 0..<Self.rounds {
                let script = RandomScript(commands: 60, using: &random).text
                let plain = try Trove()
                _ = try plain.run(script)
                let done = try changes(plain)

                let trove = try Trove()
                let list = "echo mark\nlist\n"
                let run = try trove.run(
                    "\(script)settings output json\n" + list
                        + String(repeating: "undo\n", count: done) + list
                        + String(repeating: "redo\n", count: done) + list)
                let parts = run.text.components(between: "{\"message\":\"mark\"}\n")
                try #require(parts.count == 4)
                let after = parts[3]
                #expect(parts[1].hasPrefix(after), "\(random.hint)\n\(script)")
                #expect(parts[2].hasPrefix("[]\n"), "\(random.hint)\n\(script)")
                #expect(try trove.json() == after, "\(random.hint)\n\(script)")
            }
        }
    }

    @Test func theFileEqualsMemory() throws {
        try SeededRandom.run { random in
            for _ in 0..<Self.rounds {
                let trove = try Trove()
                var script = RandomScript(commands: 80, using: &random).lines
                for _ in 0..<20 {
                    script.insert(
                        ["undo", "redo", "list", "count"][Int.random(in: 0..<4, using: &random)],
                        at: Int.random(in: 0...script.count, using: &random))
                }
                let text = script.map { $0 + "\n" }.joined()
                let marker = "settings output json\nlist\nlist sort:title\nfind e\ncount\n"
                let run = try trove.run("\(text)echo the end\n\(marker)")
                let inMemory = try #require(run.text.split(separator: "the end\n").last)
                let fresh = try trove.run(marker).requiring()
                #expect(fresh.text == String(inMemory), "\(random.hint)\n\(text)")
            }
        }
    }

    @Test func aLibraryInMemoryBehavesTheSame() throws {
        try SeededRandom.run { random in
            for _ in 0..<Self.rounds {
                let trove = try Trove()
                let script = RandomScript(commands: 80, using: &random).text + "list\nlog\n"
                let file = try trove.run(script, errors: .merged)
                let memory = try trove.run(script, ["--ephemeral"], errors: .merged)
                #expect(file.text == memory.text, "\(random.hint)")
                #expect(file.status == memory.status)
            }
        }
    }
}

extension String {
    /// Returns the parts of a text between occurrences of a separator.
    func components(between separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
