import Testing
import TroveCodecs
import TroveTesting

/// The program is killed at random moments; everything it acknowledged must be in the library
/// afterwards.
///
/// `TROVE_KILLS` sets the number of kills, `TROVE_SEED` repeats the choice of moments.
@Suite(.timeLimit(.minutes(20))) struct CrashTests {
    private static let kills = environmentNumber("TROVE_KILLS", default: 20)

    /// Sends commands in groups, each answered and so committed before the next, and kills the
    /// program at a random moment within a group.
    private func runAndKill(
        _ trove: Trove, _ commands: [String], using random: inout SeededRandom
    ) throws -> ProgramRun {
        let program = try trove.program.start()
        var rest = commands[...]
        for portion in 0..<Int.random(in: 0...5, using: &random) {
            let next = rest.prefix(Int.random(in: 1...200, using: &random))
            rest = rest.dropFirst(next.count)
            try program.write(next.joined() + "echo \"portion \(portion)\"\n")
            try program.read(until: "portion \(portion)\n")
        }
        try program.write(rest.joined())
        // The awaited text never comes: this only gives the program time to work.
        let time = Duration.microseconds(Int.random(in: 0...60_000, using: &random))
        #expect(throws: WaitFailure.self) { try program.read(until: "\0", timeLimit: time) }
        program.send(.kill)
        return try program.waitForExit()
    }

    @Test(.enabled(if: Tools.hasSQLite)) func acknowledgedChangesSurviveAKill() throws {
        try SeededRandom.run { random in
            var trove = try Trove()
            var titles: [String] = []
            var killed = 0
            var said = 0
            for life in 0..<Self.kills {
                // Every fifth run starts from nothing, so that the creation of the file is
                // interrupted too.
                if life % 5 == 0 {
                    trove = try Trove()
                    titles = []
                }
                let commands = (0..<4000).map { "add book \"L\(life)-\($0)\"\n" }
                let before = titles.count
                let ended = try runAndKill(trove, commands, using: &random)
                if ended.status == .signaled(.kill) { killed += 1 }
                // A truncated last line does not count as acknowledged.
                let whole = ended.output.count { $0 == 0x0A }
                let added = ended.lines.prefix(whole).count { $0.hasPrefix("Added ") }
                said += added
                let kept = try trove.run("list columns:title", ["--output", "tsv"]).requiring()
                    .lines.dropFirst().map { $0.drop { $0 != "\t" }.dropFirst(6) }.map(String.init)
                // The library holds what it held before and what was acknowledged since, possibly
                // followed by commands that were written but not acknowledged; always a prefix of
                // the script.
                try #require(kept.count >= before + added, "life \(life)")
                #expect(Array(kept.prefix(before)) == titles)
                let new = kept.dropFirst(before)
                #expect(Array(new) == (0..<new.count).map { "L\(life)-\($0)" })
                titles = kept
                #expect(try trove.sqlite("PRAGMA integrity_check") == "ok")
            }
            // The test proves nothing if no program was killed or nothing was acknowledged.
            #expect(killed > Self.kills / 3)
            #expect(said > 0)
        }
    }

    @Test(.enabled(if: Tools.hasSQLite)) func everyCommandIsAtomic() throws {
        try SeededRandom.run { random in
            let trove = try Trove()
            // The first kill may happen before the program has created its file.
            try trove.prepare("count\n")
            for _ in 0..<Self.kills / 4 {
                let script = RandomScript(commands: 2000, using: &random)
                _ = try runAndKill(trove, script.lines.map { $0 + "\n" }, using: &random)
                #expect(try trove.sqlite("PRAGMA integrity_check") == "ok")
                // The items that the change log says were created and not deleted.
                #expect(try trove.run("check").status == .success)
                // The history matches the rows: everything can be undone and redone.
                let before = try trove.json()
                // Earlier rounds redid everything that they undid.
                let done = try trove.run("log limit:1000000", ["--json"]).requiring().output
                let records = try JSON(parsing: done).array ?? []
                let steps = Swift.min(records.count { $0["reverts"] == nil }, 50)
                try trove.prepare(String(repeating: "undo\n", count: steps))
                try trove.prepare(String(repeating: "redo\n", count: steps))
                #expect(try trove.json() == before)
            }
        }
    }
}
