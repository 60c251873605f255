import Testing
import TroveTesting

/// The program is killed at random moments: what it had said is in the library afterwards.
///
/// `TROVE_KILLS` sets how many times, `TROVE_SEED` repeats a run.
@Suite(.timeLimit(.minutes(10))) struct CrashTests {
    /// One life of the program in the tests below.
    private struct Life {
        /// What it printed, as whole lines.
        var said: [String]
        var status: ExitStatus
    }

    /// Runs a script and kills the program when it has printed so many bytes.
    private func run(
        _ trove: Trove, _ script: String, killedAfter bytes: Int, options: [String] = []
    ) throws -> Life {
        // A reader in the middle that counts makes the moment a matter of the output alone; the
        // kill is sent while the program goes on writing.
        let program = try trove.program.start(options)
        try program.write(script)
        var status: ExitStatus?
        while status == nil, program.output.count < bytes {
            do {
                try program.read(until: "\n")
            } catch let failure as WaitFailure {
                guard case .ended(let ending) = failure.reason else { throw failure }
                status = ending
            }
        }
        program.send(.kill)
        let end = try program.waitForExit()
        // A last line that is cut off was not said.
        let whole = end.output.lastIndex(of: 0x0A).map { end.output[...$0] } ?? []
        let lines = String(decoding: whole, as: UTF8.self).split(separator: "\n")
        return Life(said: lines.map(String.init), status: end.status)
    }

    @Test func whatWasSaidIsThereAfterAKill() throws {
        let kills = environmentNumber("TROVE_KILLS", default: 20)
        try SeededRandom.run { random in
            let trove = try Trove()
            var titles: [String] = []
            var killed = 0
            for life in 0..<kills {
                let script = (0..<20_000).map { "add book \"L\(life)-\($0)\"\n" }.joined()
                let first = titles.count
                let ended = try run(
                    trove, script, killedAfter: Int.random(in: 1...400_000, using: &random))
                if ended.status == .signalled(.kill) { killed += 1 }
                let kept = try trove.run("list columns:title", ["--output", "tsv"]).requiring()
                    .lines.dropFirst()
                    .map { String($0.split(separator: "\t", omittingEmptySubsequences: false)[2]) }
                // What was there before still is, what was said now is, and perhaps a little more
                // that was written and not said yet; always a beginning of the script.
                try #require(kept.count >= first + ended.said.count, "life \(life)")
                #expect(Array(kept.prefix(first)) == titles)
                #expect(
                    Array(kept.dropFirst(first))
                        == (0..<kept.count - first).map { "L\(life)-\($0)" })
                titles = kept
                #expect(try trove.sqlite("PRAGMA integrity_check") == "ok")
            }
            // A test in which nothing was killed shows nothing.
            #expect(killed > kills / 2)
        }
    }

    @Test func memoryAndFileAgreeAfterAKillAmidAllSortsOfCommands() throws {
        let kills = environmentNumber("TROVE_KILLS", default: 20) / 4
        try SeededRandom.run { random in
            let trove = try Trove()
            for _ in 0..<kills {
                let script = RandomScript(commands: 3000, using: &random).text
                _ = try run(
                    trove, script, killedAfter: Int.random(in: 1...120_000, using: &random))
                #expect(try trove.sqlite("PRAGMA integrity_check") == "ok")
                // The rows are what the log of changes says they are.
                let log = try trove.sqlite(
                    """
                    SELECT count(DISTINCT number) FROM changes AS new
                    WHERE action = 'create' AND NOT EXISTS (
                        SELECT 1 FROM changes WHERE number = new.number AND seq > new.seq
                            AND action IN ('create', 'delete'))
                    """)
                #expect(try trove.run("count").text == log + "\n")
                try trove.prepare("undo\nredo\n")
            }
        }
    }
}
