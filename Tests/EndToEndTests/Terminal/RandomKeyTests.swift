import Testing
import TroveSystem
import TroveTesting

/// Random keys: the screen shows the line of a model after each, and as a fresh drawing would.
@Suite(.timeLimit(.minutes(20))) struct RandomKeyTests {
    /// The seeds of the rounds, each of 100 keys: that in `TROVE_SEED`, or a list.
    static let seeds: [UInt64] =
        if let seed = SystemCall.getenv("TROVE_SEED").flatMap(UInt64.init) {
            [seed]
        } else {
            Array(0..<UInt64(environmentNumber("TROVE_ROUNDS", default: 8)))
        }

    private func trove() throws -> Trove {
        // The terminal model cuts rows on a resize, as xterm does.
        let trove = try Trove(environment: ["XTERM_VERSION": "XTerm(379)"])
        try trove.prepare("add book Dune\nadd book 三体")
        return trove
    }

    @Test(arguments: 0..<4) func theScreenShowsTheLine(part: Int) throws {
        for seed in Self.seeds where seed % 4 == part {
            try SeededRandom.run(SeededRandom(seed: seed)) { random in
                let trove = try trove()
                let columns = Int.random(in: 20...90, using: &random)
                let session = try trove.openTroveFromShell(
                    size: WindowSize(columns: columns, rows: 40))
                try session.run("count")
                try session.run("echo 三")
                var keys = RandomKeys(session, items: 2, random: random)
                for step in 1...100 {
                    try keys.step()
                    if step % 25 == 0 {
                        let columns = keys.number(20..<90)
                        try session.resize(to: WindowSize(columns: columns, rows: 40))
                        try keys.check()
                    }
                    if step == 40 {
                        try trove.prepare("add book New")
                        try session.waitUntil(shows: "Another shell")
                        try keys.check()
                    }
                    if step == 60 { try suspend(session, &keys) }
                }
            }
        }
    }

    /// Stops the program with Ctrl-Z and continues it.
    private func suspend(_ session: TerminalSession, _ keys: inout RandomKeys) throws {
        // Ctrl-Z discards the keys that were not read yet.
        try keys.settle()
        try session.press(.ctrl("z"))
        try session.waitForPrompt()
        try session.enter("fg")
        try keys.check()
    }

    struct Kind: CustomTestStringConvertible, Sendable {
        let terminal: String
        var variables: [String: String] = [:]
        var testDescription: String { "\(terminal) \(variables)" }
    }

    @Test(arguments: [
        Kind(terminal: "xterm-256color"), Kind(terminal: "linux"), Kind(terminal: "vt100"),
        Kind(terminal: "dumb"), Kind(terminal: "xterm-256color", variables: ["LC_ALL": "C"]),
        Kind(terminal: "xterm-256color", variables: ["NO_COLOR": "1"]),
    ])
    func everyTerminalShowsTheLine(_ kind: Kind) throws {
        try SeededRandom.run { random in
            var trove = try trove()
            trove.environment.merge(kind.variables) { _, given in given }
            let session = try trove.openTrove(
                size: WindowSize(columns: 60, rows: 40), terminal: kind.terminal)
            try session.run("count")
            try session.run("echo 三")
            var keys = RandomKeys(session, items: 2, random: random)
            keys.hasEscapes = kind.terminal != "dumb"
            keys.hasDimText = kind.variables["NO_COLOR"] == nil
            for _ in 0..<100 { try keys.step() }
        }
    }

    // MARK: Multiplexers

    @Test(.enabled(if: Tools.hasTmux, "tmux is not installed")) func tmuxShowsTheLine() throws {
        try pressKeys(in: trove().openInTmux(size: WindowSize(columns: 60, rows: 30)))
    }

    @Test(.enabled(if: Tools.hasScreen, "GNU screen is not installed"))
    func screenShowsTheLine() throws {
        let trove = try trove()
        let settings = try trove.scratch.write(
            "startup_message off\nautodetach off\ndefutf8 on\n", to: "screenrc")
        var screen = try ProgramUnderTest(
            "screen", environment: trove.environment, scratch: trove.scratch)
        screen.environment["SCREENDIR"] = try trove.scratch.makeDirectory(
            "screens", permissions: 0o700)
        try pressKeys(
            in: screen.openTerminal(
                ["-U", "-c", settings, trove.program.path], size: WindowSize(columns: 60, rows: 30))
        )
    }

    /// Presses 200 keys in a multiplexer whose sequences the model may not know all of.
    private func pressKeys(in session: TerminalSession) throws {
        try session.waitForTrove()
        try session.run("count")
        try session.run("echo 三")
        try SeededRandom.run { random in
            var keys = RandomKeys(session, items: 2, random: random)
            keys.hasEmoji = false
            keys.isMultiplexed = true
            for step in 1...200 {
                try keys.step()
                guard step % 20 == 0 else { continue }
                var columns = keys.number(30..<80)
                // GNU screen cuts a wide character at its new edge, and misplaces the cursor.
                while session.terminal.edgeCutsCharacter(at: columns) { columns += 1 }
                try session.resize(to: WindowSize(columns: columns, rows: 30))
                try keys.check()
            }
        }
        // Ends the program, and with it the multiplexer's server.
        try session.press(.ctrl("u"), .ctrl("d"))
        try session.waitForExit()
    }

    // MARK: Bytes

    /// Over a slow line every byte counts: a letter at the end of the line takes at most 8.
    @Test(arguments: ["xterm-256color", "linux", "vt100", "dumb"])
    func aLetterTakesFewBytes(terminal: String) throws {
        let session = try trove().openTrove(
            size: WindowSize(columns: 40, rows: 24), terminal: terminal)
        try session.run("count")
        try session.typeOut("echo ")
        for letter in "one 三体 two łódź and a row's end, and on" {
            let before = session.output.count
            try session.type(String(letter))
            let text = String(letter)
            try session.waitUntil("the letter \(letter)") {
                $0.textBeforeCursor.hasSuffix(text)
                    || ($0.cursor.column == 0 && $0.row($0.cursor.row - 1).hasSuffix(text))
            }
            #expect(session.output.count - before <= 8, "\(letter)")
        }
    }
}
