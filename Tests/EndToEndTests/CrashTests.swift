import Testing
import TroveTesting

/// The program is killed at random moments: what it had said is in the library afterwards.
///
/// `TROVE_KILLS` sets how many times, `TROVE_SEED` repeats the choice of moments.
@Suite(.timeLimit(.minutes(10))) struct CrashTests {
    private static let kills = environmentNumber("TROVE_KILLS", default: 20)

    /// Runs a script and kills the program after a time, unless it was done by then.
    private func run(
        _ trove: Trove, _ script: String, killedAfter time: Duration
    ) throws -> ProgramRun {
        let program = try trove.program.start()
        try program.write(script)
        program.closeInput()
        let failure = #expect(throws: WaitFailure.self) {
            try program.read(until: "\0", timeLimit: time)
        }
        if case .timeLimit? = failure?.reason { program.send(.kill) }
        return try program.waitForExit()
    }

    /// How long a script takes when nobody kills it.
    private func duration(of script: String) throws -> Duration {
        try Trove().run(script).duration
    }

    @Test(.enabled(if: Tools.hasSQLite)) func whatWasSaidIsThereAfterAKill() throws {
        func script(_ life: Int) -> String {
            (0..<4000).map { "add book \"L\(life)-\($0)\"\n" }.joined()
        }
        let whole = try duration(of: script(0))
        try SeededRandom.run { random in
            var trove = try Trove()
            var titles: [String] = []
            var killed = 0
            var said = 0
            for life in 0..<Self.kills {
                // Now and then from the beginning, so that making the file is hit too.
                if life % 5 == 0 {
                    trove = try Trove()
                    titles = []
                }
                let before = titles.count
                let ended = try run(
                    trove, script(life),
                    killedAfter: whole * Double.random(in: 0..<1, using: &random))
                if ended.status == .signalled(.kill) { killed += 1 }
                // A last line that is cut off was not said.
                let lines = ended.output.count { $0 == 0x0A }
                said += lines
                let kept = try trove.run("list columns:title", ["--output", "tsv"]).requiring()
                    .lines.dropFirst().map { $0.drop { $0 != "\t" }.dropFirst(6) }.map(String.init)
                // What was there before still is, what was said now is, and perhaps a little more
                // that was written and not said yet; always a beginning of the script.
                try #require(kept.count >= before + lines, "life \(life): \(ended.status)")
                #expect(Array(kept.prefix(before)) == titles)
                let new = kept.dropFirst(before)
                #expect(Array(new) == (0..<new.count).map { "L\(life)-\($0)" })
                titles = kept
                #expect(try trove.sqlite("PRAGMA integrity_check") == "ok")
            }
            // A test in which nothing was killed, or nothing was said, shows nothing.
            #expect(killed > Self.kills / 3)
            #expect(said > 0)
        }
    }

    @Test(.enabled(if: Tools.hasSQLite)) func anyCommandIsDoneWhollyOrNotAtAll() throws {
        try SeededRandom.run { random in
            let trove = try Trove()
            for _ in 0..<Self.kills / 4 {
                let script = RandomScript(commands: 2000, using: &random).text
                let whole = try duration(of: script)
                _ = try run(
                    trove, script, killedAfter: whole * Double.random(in: 0..<1, using: &random))
                #expect(try trove.sqlite("PRAGMA integrity_check") == "ok")
                // There is what was created and not deleted, by the log of changes.
                let things = try trove.sqlite(
                    """
                    SELECT sum(CASE action WHEN 'create' THEN 1 WHEN 'delete' THEN -1 ELSE 0 END)
                    FROM changes
                    """)
                #expect(try trove.run("count").text == (things.isEmpty ? "0" : things) + "\n")
                // The history fits the rows: everything can be taken back, and brought back.
                let before = try trove.json()
                let done = try trove.sqlite("SELECT count(DISTINCT command) FROM changes")
                let steps = Swift.min(Int(done) ?? 0, 50)
                try trove.prepare(String(repeating: "undo\n", count: steps))
                try trove.prepare(String(repeating: "redo\n", count: steps))
                #expect(try trove.json() == before)
            }
        }
    }
}
