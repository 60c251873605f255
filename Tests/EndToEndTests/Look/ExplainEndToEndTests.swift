import Testing
import TroveCodecs
import TroveTesting

/// `explain` with the real programs: connected to a server, offline, and at a prompt.
@Suite(.timeLimit(.minutes(20))) struct ExplainEndToEndTests {
    private static let start = """
        add book Dune author:"Frank Herbert" pages:604 genre:sci-fi
        add gem Opal color:white
        add gem Ruby hardness:9
        add movie Alien rating:9
        """

    /// A command, what `explain` says, and what it does.
    private struct Trial {
        let command: String
        let explained: JSON
        let record: JSON?
        let failed: Bool
    }

    /// Runs each command after its explanation, in one script.
    private func trials(
        of commands: [String], after opening: String, on trove: Trove
    ) throws -> [Trial] {
        var lines = [opening]
        for command in commands {
            lines += [
                "explain \(command)", "echo mark", command, "echo mark", "log limit:1",
                "echo mark",
            ]
        }
        let run = try trove.run(lines.joined(separator: "\n") + "\n", ["--json"])
        let answers = Array(trove.answers(run).drop { !$0.contains("\"words\"") })
        let failures = Set(
            run.errorText.matches(of: #/-:(\d+):\d+: error/#).compactMap { Int($0.1) })
        return try commands.enumerated().map { index, command in
            let place = 3 * index
            try #require(place + 2 < answers.count, "\(command)\n\(run)")
            // The first answer follows the output of the opening.
            let text = answers[place]
            let object = text[
                (text.firstRange(of: #"{"command""#)?.lowerBound ?? text.startIndex)...]
            return Trial(
                command: command, explained: try JSON(parsing: Array(object.utf8)),
                record: try JSON(parsing: Array(answers[place + 2].utf8)).array?.first,
                failed: failures.contains(opening.split(separator: "\n").count + 6 * index + 3))
        }
    }

    /// Compares the explanations with what happened; `last` is the last command of the log before.
    private func expectTruth(_ trials: [Trial], after last: Int, _ hint: String) {
        var last = last
        for trial in trials {
            let comment = Comment(rawValue: "\(trial.command)\n\(trial.explained.written)\n\(hint)")
            #expect(trial.explained["exitStatus"]?.int == (trial.failed ? 1 : 0), comment)
            let number = trial.record?["command"]?.int ?? 0
            let isNew = number != last
            last = number
            #expect(trial.explained["log"]?.int == (isNew ? number : nil), comment)
            guard isNew else { continue }
            let said = trial.explained["changes"]?.array ?? []
            let made = trial.record?["changes"]?.array ?? []
            let names = ["number", "kind", "action"]
            #expect(
                said.map { change in names.map { change[$0] } }
                    == made.map { change in names.map { change[$0] } }, comment)
        }
    }

    private static func commands(_ count: Int, _ random: inout SeededRandom) -> [String] {
        let all = [
            "add book New", "add gem New", "add movie New", "set 1 pages:700", "rate 1 5",
            "set 2 color:red", "set 3 hardness:8", "delete 3 --yes", "delete 1 --yes",
            "delete 4 --yes", "undo", "redo", "advance 1", "rate 4 8", "note 2 x", "show 1",
            "list", "read 1 --again", "add gem Opal", "set 2 name:Ruby", "set 9 pages:1",
            "policy gem update queue", "policy book create queue", "set books where pages>1 note:x",
            "count gems", "tag 1 with:a", "page 1 +1",
        ]
        return (0..<count).compactMap { _ in all.randomElement(using: &random) }
            .enumerated().map { $1 == "add gem New" ? "add gem \"New \($0)\"" : $1 }
    }

    @Test func saysWhatHappensOnline() throws {
        let world = try SyncWorld()
        let trove = try world.signedUp("laptop")
        try trove.prepare(Self.start)
        try SeededRandom.run { random in
            let commands = Self.commands(60, &random)
            let trials = try trials(of: commands, after: "status", on: trove)
            expectTruth(trials, after: 4, random.hint)
            #expect(
                trials.contains { trial in
                    trial.explained["offline"]?.array?.contains {
                        $0["outcome"]?.text == "asked"
                    } == true
                }, "\(random.hint)")
        }
    }

    @Test func saysWhatHappensOffline() throws {
        let world = try SyncWorld()
        let trove = try world.signedUp("laptop")
        try trove.prepare(Self.start)
        try SeededRandom.run { random in
            let commands = Self.commands(60, &random)
            let trials = try trials(of: commands, after: "net off\nstatus", on: trove)
            expectTruth(trials, after: 4, random.hint)
        }
    }

    @Test func sendsNothing() throws {
        let world = try SyncWorld()
        let trove = try world.signedUp("laptop")
        try trove.prepare(Self.start)
        let before = try trove.sqlite("SELECT * FROM meta; SELECT * FROM outbox")
        let run = try trove.prepare("explain add book New\nexplain sync\nexplain disconnect\n")
        #expect(run.text.contains("the server is asked first"), "\(run)")
        #expect(run.text.contains("it was not contacted yet"), "\(run)")
        #expect(run.text.contains("Nothing is queued."), "\(run)")
        #expect(try trove.sqlite("SELECT * FROM meta; SELECT * FROM outbox") == before)
    }

    /// A program that is killed while it explains leaves the library as it was.
    @Test(.enabled(if: Tools.hasSQLite)) func aKillLeavesNothing() throws {
        let trove = try Trove()
        try trove.prepare(Self.start)
        let rows = (0..<3000).map { "Book \($0),Author \($0)\n" }.joined()
        let path = try trove.scratch.write("title,author\n\(rows)", to: "many.csv")
        let dump = """
            SELECT * FROM meta; SELECT * FROM book; SELECT * FROM gem; SELECT * FROM changes
            """
        let before = try trove.sqlite(dump)
        try SeededRandom.run { random in
            for _ in 0..<5 {
                let program = try trove.program.start()
                try program.write("echo ready\nexplain import \(path)\n")
                try program.read(until: "ready\n")
                // The awaited text never comes: this only gives the program time to work.
                let time = Duration.milliseconds(Int.random(in: 0...300, using: &random))
                #expect(throws: WaitFailure.self) {
                    try program.read(until: "\0", timeLimit: time)
                }
                program.send(.kill)
                _ = try program.waitForExit()
                #expect(try trove.sqlite(dump) == before)
            }
        }
        #expect(try trove.prepare("check").text.contains("sound: 4 items"))
    }

    @Test func worksInAReadOnlyLibrary() throws {
        let trove = try Trove()
        try trove.prepare(Self.start)
        let run = try trove.run("explain rate 1 5\nexplain count\n", ["--read-only"])
        #expect(run.text.contains("read-only"), "\(run)")
        #expect(run.status == .success)
    }

    @Test func completesTheCommandAtThePrompt() throws {
        let trove = try Trove()
        try trove.prepare(Self.start)
        let session = try trove.openTrove()
        let rows = try session.run("explain delete Dune")
        #expect(rows.contains { $0.hasPrefix("asks ") && $0.contains("Are you sure") }, "\(rows)")
        #expect(try trove.output(of: "count books") == "1\n")
        try session.typeOut("explain show du")
        try session.press(.tab)
        try session.waitUntil(cursorFollows: "> explain show Dune ")
        #expect(try session.submit().contains { $0.hasPrefix("exit status") })
    }
}
