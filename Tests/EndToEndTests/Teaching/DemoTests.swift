import Testing
import TroveTesting

/// `demo` on a terminal, with keys.
@Suite(.timeLimit(.minutes(20))) struct DemoTests {
    static let sizes = [WindowSize.standard, WindowSize(columns: 120, rows: 40)]

    @Test(arguments: sizes) func spaceGoesOnAndBGoesBack(_ size: WindowSize) throws {
        let trove = try DemoLesson.program()
        let session = try trove.openTrove(size: size)
        try session.startDemo()
        try session.type(" ")
        try session.waitUntil(shows: "Added book 1: Dune")
        // To the next step, and to its end.
        try session.type("  ")
        try session.waitUntil(shows: "Where is the book?")
        #expect(session.screen.contains("# The phone has nothing."))
        #expect(session.row(0).contains("A second device"))
        #expect(session.screen.contains("> count\n0") || session.screen.contains("│ 0"))
        // The book is gone with the step that added it, and is added again as number 1.
        try session.type("b")
        try session.waitUntil(shows: "step 1/4")
        #expect(!session.screen.contains("Added book"))
        #expect(!session.screen.contains("phone"))
        try session.type(" ")
        try session.waitUntil(shows: "Added book 1: Dune")
        try session.type("q")
        try session.waitForTrove()
        #expect(session.terminal.modes.isSuperset(of: [7, 25, 2004]))
        #expect(!session.terminal.modes.contains(1049))
        #expect(session.terminal.unknownSequences == [])
    }

    @Test(arguments: sizes) func aQuestionWaitsForAnAnswer(_ size: WindowSize) throws {
        let session = try DemoLesson.program().openTrove(size: size)
        try session.startDemo()
        try session.goOn(to: 2)
        try session.type(" ")
        try session.waitUntil(shows: "1 on the laptop   2 on the phone")
        try session.type(" x9")
        try session.type("2")
        try session.waitUntil(shows: "✓ 1 on the laptop   ✗ 2 on the phone")
        try session.type(" ")
        try session.waitUntil(shows: "step 3/4")
        try session.type(" ")
        try session.waitUntil(shows: "error: there is no item called \"nothing\"")
        // The ladder is drawn, because the state has changed.
        try session.waitUntil(shows: " ── ● ")
    }

    @Test(arguments: sizes) func theUserTakesOverAndGoesOn(_ size: WindowSize) throws {
        let trove = try DemoLesson.program()
        let session = try trove.openTrove(size: size)
        try session.run("add gem Opal")
        try session.startDemo()
        try session.type(" ")
        try session.waitUntil(shows: "Added book 1: Dune")
        try session.press(.escape)
        try session.waitForDevice("laptop")
        #expect(session.screen.contains("The demo waits at step 1 of 4."))
        try session.type("add book Emma\r")
        try session.waitUntil(shows: "Added book 2: Emma")
        try session.waitForDevice("laptop")
        try session.type("demo two\r")
        try session.waitUntil(shows: "error: a demo is already running")
        try session.waitForDevice("laptop")
        // Completion and the line editor work.
        try session.type("cou\t")
        try session.waitUntil(cursorFollows: "count ")
        try session.press(.ctrl("u"))
        try session.type("demo\r")
        try session.waitUntil(shows: "step 1/4")
        try session.goOn(to: 2)
        // The lesson goes on as if nothing had been typed.
        try session.type("1")
        try session.waitUntil(shows: "✓ 1 on the laptop")
        try session.press(.escape)
        try session.waitForDevice("phone")
        try session.type("quit\r")
        try session.waitForTrove()
        // The prompt is below what was typed, not where the demo began.
        let rows = session.terminal.rows
        #expect(rows.dropLast().last?.hasSuffix("> quit") == true, "\(rows)")
        #expect(try trove.output(of: "list gems").contains("Opal"))
        #expect(try trove.output(of: "count books") == "0\n")
        let history = try trove.historyLines()
        #expect(history == ["add gem Opal", "demo two"])
        #expect(trove.scratch.names(in: "tmp") == [])
    }

    @Test func theSpeedIsShown() throws {
        let session = try DemoLesson.program().openTrove()
        try session.startDemo()
        try session.type("+")
        try session.waitUntil(shows: "+ − speed 2×")
        try session.type("---")
        try session.waitUntil(shows: "+ − speed 1/4")
    }

    /// Without a key the steps follow each other, up to a question.
    @Test func playsByItself() throws {
        let session = try DemoLesson.program().openTrove()
        try session.type("demo two\r")
        try session.waitUntil(shows: "step 1/4")
        try session.type("+++")
        try session.waitUntil(shows: "Where is the book?")
        try session.type("1")
        try session.waitUntil(shows: "End of the demo")
        #expect(session.screen.contains("三体 is done"))
        try session.type(" ")
        try session.waitForTrove()
    }

    @Test func aResizeDrawsTheSceneAgain() throws {
        let session = try DemoLesson.program().openTrove()
        try session.startDemo()
        try session.goOn(to: 2)
        try session.type(" ")
        try session.waitUntil(shows: "Where is the book?")
        #expect(!session.screen.contains("│"))
        try session.resize(to: WindowSize(columns: 120, rows: 40))
        try session.waitUntil("panes side by side") { $0.screen.contains("│  phone") }
        try session.resize(to: WindowSize(columns: 60, rows: 20))
        try session.waitUntil("panes one above the other") {
            !$0.screen.contains("│") && $0.screen.contains("step 2/4\n")
                && $0.screen.contains("\n phone")
        }
    }

    // MARK: Ways out

    struct WayOut: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var key: Key?
        var signal: Signal?
        /// Whether the shell goes on.
        let staysInShell: Bool
    }

    @Test(arguments: [
        WayOut(testDescription: "q", key: nil, staysInShell: true),
        WayOut(testDescription: "Ctrl-C", key: .ctrl("c"), staysInShell: true),
        WayOut(testDescription: "SIGTERM", signal: .terminate, staysInShell: false),
        WayOut(testDescription: "SIGHUP", signal: .hangUp, staysInShell: false),
    ])
    func theTerminalIsRestored(_ way: WayOut) throws {
        let trove = try DemoLesson.program()
        let session = try trove.openTroveFromShell()
        try session.startDemo()
        try session.type(" ")
        try session.waitUntil(shows: "Added book 1")
        #expect(session.terminal.modes.contains(1049))
        if let key = way.key {
            try session.press(key)
        } else if let signal = way.signal {
            try session.sendToForeground(signal)
        } else {
            try session.type("q")
        }
        if way.staysInShell {
            try session.waitForTrove()
            try session.type("quit\r")
        }
        try session.waitForPrompt()
        #expect(try session.mode() == .normal)
        #expect(!session.terminal.modes.contains(1049))
        #expect(session.terminal.modes.contains(25))
        #expect(trove.scratch.names(in: "tmp") == [])
    }

    /// The process is killed: its server and its folder do not stay.
    @Test func aKilledDemoLeavesNothing() throws {
        let trove = try DemoLesson.program()
        let session = try trove.openTrove()
        try session.startDemo()
        #expect(trove.scratch.names(in: "tmp") != [])
        session.send(.kill)
        try session.waitForExit()
        try Waiting.until("the folder is removed") { trove.scratch.names(in: "tmp") == [] }
    }

    @Test func aStopAndContinueDrawsAgain() throws {
        let session = try DemoLesson.program().openTroveFromShell()
        try session.startDemo()
        try session.press(.ctrl("z"))
        try session.waitForPrompt()
        #expect(!session.terminal.modes.contains(1049))
        try session.enter("fg")
        try session.waitUntil(shows: "step 1/4")
        try session.type("q")
        try session.waitForTrove()
    }

    // MARK: Plain

    @Test(arguments: ["dumb", "xterm-256color"])
    func inPlainModeLinesFollowEachOther(_ terminal: String) throws {
        let trove = try DemoLesson.program()
        let session = try trove.openTrove(terminal: terminal)
        if terminal != "dumb" { try session.run("settings plain on") }
        try session.type("demo two\r")
        try session.waitUntil(shows: "Step 1 of 4")
        try session.type("+++")
        try session.waitUntil(shows: "#   2 on the phone")
        try session.type("2")
        try session.waitUntil(shows: "# No: 1 on the laptop")
        try session.waitUntil(shows: "(End of the demo")
        #expect(session.screen.contains("三体 is done"))
        #expect(session.terminal.everything.contains("> add book Dune\nAdded book 1: Dune"))
        try session.type(" ")
        try session.waitForTrove()
        #expect(!session.terminal.modes.contains(1049))
    }
}
