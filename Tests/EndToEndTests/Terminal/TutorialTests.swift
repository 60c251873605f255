import Testing
import TroveTesting

/// The tutorial, as a user takes it.
@Suite(.timeLimit(.minutes(20))) struct TutorialTests {
    /// The program with the lessons of this checkout, wherever it was built.
    private static func program() throws -> Trove {
        try Trove(environment: ["TROVE_LESSONS": Repository.path(of: "seeds")])
    }

    private func start(
        _ lesson: String, _ trove: Trove, size: WindowSize = .standard,
        terminal: String = "xterm-256color"
    ) throws -> TerminalSession {
        let session = try trove.openTrove(size: size, terminal: terminal)
        try session.enter("tutorial \(lesson)")
        try session.waitUntil("the lesson") {
            $0.isAtPrompt && $0.textBeforeCursor.hasPrefix("trove tutorial")
        }
        return session
    }

    /// Waits for the prompt of the user's own library, which may not be loaded yet.
    private func waitForOuterPrompt(_ session: TerminalSession) throws {
        try session.waitUntil("the prompt of the library") {
            $0.isAtPrompt && !$0.textBeforeCursor.contains("tutorial")
        }
    }

    // MARK: Right

    @Test(arguments: [WindowSize.standard, WindowSize(columns: 120, rows: 40)])
    func aLessonIsTakenStepByStep(_ size: WindowSize) throws {
        let trove = try Self.program()
        let session = try start("1", trove, size: size)
        let screen = session.screen
        #expect(screen.contains("Tutorial 1 of 10 · Your first items"))
        #expect(screen.contains("◐ ○ ○ ○ ○ ○ ○ ○ ○ ○"))
        #expect(screen.contains("✗ 1  a book was added"))
        #expect(screen.contains("· 2  a gem was added"))
        #expect(session.terminal.rows.allSatisfy { $0.count <= size.columns })
        var shown = try session.run("add book Dune")
        #expect(shown.contains { $0.contains("✓ 1  a book was added") && $0.hasSuffix("Dune (1)") })
        #expect(shown.contains { $0.contains("✗ 2  a gem was added") && $0.hasSuffix("not yet") })
        try session.run("add gem Opal")
        shown = try session.run("show opal")
        #expect(shown.contains { $0.contains("● ○ ○ ○ ○ ○ ○ ○ ○ ○") })
        #expect(session.screen.contains("Well done: every step of this lesson is done."))
        #expect(session.screen.contains("`tutorial 2`"))
        try session.run("quit")
        try waitForOuterPrompt(session)
        // The user's own library is as it was, and the progress is kept.
        #expect(try session.run("count") == ["0"])
        #expect(try session.run("tutorial").contains { $0.hasPrefix(" 1") && $0.hasSuffix("done") })
        #expect(trove.scratch.names(in: "tmp") == [])
        let second = try trove.openTrove()
        try second.enter("tutorial 2")
        try second.waitUntil("the progress") { $0.screen.contains("● ◐ ○") && $0.isAtPrompt }
    }

    @Test func theQueueIsDrawn() throws {
        let session = try start("7", try Self.program())
        #expect(session.screen.contains("outbox [ empty ] ──✂── server"))
        try session.run("add gem Opal")
        #expect(session.screen.contains("outbox [ add gem 2 ] ──✂── server"))
        try session.run("queue")
        try session.enter("net auto")
        // Nothing more is typed: the step is ticked when the server has taken the gem.
        try session.waitUntil("the end of the lesson") {
            $0.screen.contains("✓ 3  the network is back") && $0.screen.contains("Well done")
        }
    }

    // MARK: Wrong and unusual

    /// A step is about what the lesson is about, not about any undo, or a list that shows nothing.
    @Test func otherCommandsDoNotTickTheSteps() throws {
        let trove = try Self.program()
        let undo = try start("4", trove)
        // What prepared the lesson is not undone.
        #expect(try undo.run("undo").contains { $0.contains("there is nothing to undo") })
        for command in ["add book Kindred", "undo", "redo"] { try undo.run(command) }
        #expect(undo.screen.contains("· 2  Dune was brought back by an undo"))
        for command in ["delete dune --yes", "undo", "redo", "log"] { try undo.run(command) }
        #expect(undo.screen.contains("Well done"), "\(undo.screen)")
        try undo.run("quit")
        try waitForOuterPrompt(undo)
        let loans = try start("5", trove)
        try loans.run("loans")
        #expect(loans.screen.contains("· 3  you looked at what is lent"))
        for command in ["shelve 1 2 on:Favorites", "lend dune to:Ada"] { try loans.run(command) }
        #expect(loans.screen.contains("✗ 3  you looked at what is lent"))
        try loans.run("loans")
        #expect(loans.screen.contains("✓ 3  you looked at what is lent"))
        // The list of lessons in a lesson shows the progress.
        #expect(
            try loans.run("tutorial").contains { $0.contains("Undo, redo") && $0.hasSuffix("done") }
        )
    }

    @Test func attemptsThatDoNotReachTheGoalChangeNothing() throws {
        let session = try start("1", try Self.program())
        for command in ["ad book Dune", "list", "add movie Alien", "# add book Dune"] {
            try session.run(command)
        }
        #expect(session.terminal.count(of: "Tutorial 1 of 10") == 1)
        #expect(try session.run("hint").joined().contains("Type add, the kind and the title"))
        #expect(try session.run("  WHY ").joined().contains("The kind decides"))
        let shown = try session.run("skip")
        #expect(shown.contains { $0.contains("– 1  a book was added") })
        #expect(shown.contains { $0.contains("✗ 2  a gem was added") })
        // The steps have numbers.
        #expect(try session.run("hint 1").joined().contains("Type add, the kind and the title"))
        #expect(try session.run("hint 9").joined().contains("no step 9"))
        #expect(try session.run("skip 3").joined().contains("which is step 2"))
        try session.run("skip")
        try session.run("skip")
        #expect(session.screen.contains("That was the last step."))
        #expect(try session.run("skip").joined().contains("Every step is done or skipped."))
        // A lesson with skipped steps is not done.
        try session.run("quit")
        #expect(
            try session.run("tutorial").contains { $0.hasPrefix(" 1") && $0.hasSuffix("begun") })
    }

    @Test func anotherWayToTheGoalCounts() throws {
        let session = try start("1", try Self.program())
        try session.run("alias g add gem")
        try session.run("use gem")
        try session.run("g Opal")
        #expect(session.screen.contains("✓ 2  a gem was added"))
        try session.run("add book Dune")
        // Undo opens a step again; redo closes it.
        #expect(try session.run("undo").contains { $0.contains("✗ 1  a book was added") })
        #expect(try session.run("redo").contains { $0.contains("✓ 1  a book was added") })
        try session.run("list where number=1")
        try session.run("show 1-2")
        #expect(session.screen.contains("Well done"))
    }

    @Test func oneLessonLeadsToAnother() throws {
        let trove = try Self.program()
        let session = try start("1", trove)
        try session.enter("tutorial 4")
        try session.waitForTrove("trove tutorial 4> ")
        #expect(try session.run("tutorial 99").joined().contains("has no lesson \"99\""))
        try session.waitForTrove("trove tutorial 4> ")
        // Ctrl-C drops the line; Ctrl-D leaves the lesson, and then the shell.
        try session.typeOut("half a li")
        try session.press(.ctrl("c"))
        try session.waitForTrove("trove tutorial 4> ")
        try session.press(.ctrl("d"))
        try waitForOuterPrompt(session)
        #expect(trove.scratch.names(in: "tmp") == [])
        try session.press(.ctrl("d"))
        #expect(try session.waitForExit() == .success)
    }

    @Test func aLessonStartsFromTheSystemsShell() throws {
        let trove = try Self.program()
        let session = try trove.program.openTerminal(["tutorial", "2"])
        try session.waitForTrove("trove tutorial 2> ")
        try session.enter("quit")
        #expect(try session.waitForExit() == .success)
        #expect(trove.scratch.names(in: "tmp") == [])
    }

    // MARK: Malicious

    @Test func theSandboxStandsWhateverIsDoneInIt() throws {
        let trove = try Self.program()
        try trove.prepare("add book Mine")
        let session = try start("4", trove)
        for command in [
            "delete 1-2 --yes", "undo", "undo", "undo", "undo", "undo", "snapshot save x",
            "snapshot restore x --yes", "disconnect", "connect http://127.0.0.1:1", "net off",
            "settings output json", "settings color never", "timing on", "import /dev/null",
            "source /dev/null", "export ../../../escape.csv",
        ] {
            try session.run(command)
            #expect(session.terminal.textBeforeCursor.hasPrefix("trove tutorial 4"))
        }
        try session.run("quit")
        #expect(try session.run("list books").joined().contains("Mine"))
        #expect(try session.run("count") == ["1"])
    }

    @Test func aSignalEndsTheShellAndLeavesNothing() throws {
        let trove = try Self.program()
        let session = try start("7", trove)
        session.send(.terminate)
        _ = try session.waitForExit()
        #expect(trove.scratch.names(in: "tmp") == [])
    }

    @Test(arguments: ["", "{", "[1,2]", #"{"1-first-items":7,"4-undo":"done"}"#, "\u{0}\u{1B}[2J"])
    func damagedProgressIsNoError(_ content: String) throws {
        let trove = try Self.program()
        _ = try trove.scratch.write(content, to: "home/.local/state/trove/tutorial.json")
        let session = try start("1", trove)
        try session.run("quit")
        let list = try session.run("tutorial")
        #expect(list.contains { $0.hasPrefix(" 1") && $0.hasSuffix("begun") })
        #expect(!session.screen.contains("error"))
    }

    @Test func aHostileLessonCannotControlTheTerminal() throws {
        let trove = try Self.program()
        _ = try trove.scratch.write(
            """
            #! tutorial \u{1B}[2J\u{1B}]0;owned\u{7}
            #! goal \u{1B}[31m\(String(repeating: "wide 三体 ", count: 200))
            #! step \u{9B}2J\(String(repeating: "x", count: 500))
            #! done exists book where title=Dune
            #! hint \u{1B}c
            """, to: "work/hostile.trove")
        let session = try start("hostile.trove", trove)
        try session.run("hint")
        try session.run("why")
        try session.run("add book Dune")
        #expect(session.terminal.everything.contains("Dune (1)"))
        #expect(!String(decoding: session.output, as: UTF8.self).contains("\u{1B}[2J"))
        #expect(!String(decoding: session.output, as: UTF8.self).contains("\u{1B}]0;"))
        try session.run("quit")
    }

    // MARK: Plain

    @Test(arguments: ["dumb", "xterm-256color"])
    func plainTerminalsGetWords(_ terminal: String) throws {
        let trove = try Self.program()
        let session = try trove.openTrove(terminal: terminal)
        if terminal != "dumb" { try session.run("settings plain on") }
        try session.enter("tutorial 7")
        try session.waitUntil("the lesson") {
            $0.isAtPrompt && $0.textBeforeCursor.hasPrefix("trove tutorial")
        }
        #expect(session.screen.contains("Tutorial 7 of 10: Offline"))
        #expect(session.screen.contains("Step 1, next: a gem was added"))
        #expect(session.screen.contains("Outbox: 0 changes. The server cannot be reached."))
        let shown = try session.run("add gem Opal")
        #expect(shown.contains("Step 1, done: a gem was added: Opal (2)"))
        #expect(!session.terminal.everything.contains("✓"))
    }
}
