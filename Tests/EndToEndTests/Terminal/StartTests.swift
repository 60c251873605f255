import Testing
import TroveTesting

/// Whether there is a prompt, what runs before it, and type-ahead.
@Suite(.timeLimit(.minutes(20))) struct StartTests {
    private static let startFile = "home/.config/trove/rc.trove"

    @Test func theStartFileRuns() throws {
        let trove = try Trove()
        try trove.scratch.write(
            """
            # how I like it
            settings output lines
            alias hello echo from the alias
            use gem
            echo from the start file
            """, to: Self.startFile)
        let session = try trove.openTrove()
        // It runs silently.
        #expect(!session.screen.contains("from the start file"))
        #expect(session.terminal.textBeforeCursor.hasPrefix("trove:gem"))
        #expect(try session.run("hello") == ["from the alias"])
        #expect(try session.run("settings output") == ["output  lines"])
        // Lines of the start file are not in the history.
        #expect(try session.run("history") == ["hello", "settings output", "history"])
    }

    /// A pipe would wait for its writer, and a folder has no commands.
    @Test(arguments: ["mkfifo", "mkdir"]) func anUnusableStartFileIsNamed(_ tool: String) throws {
        let trove = try Trove()
        let path = try trove.scratch.makeDirectory("home/.config/trove") + "/rc.trove"
        try ProgramUnderTest(tool).run([path]).requiring()
        let session = try trove.openTrove()
        #expect(session.terminal.unspaced.contains("rc.trovewasnotrun"), "\(session.screen)")
    }

    @Test func theStartFileCanBeSkipped() throws {
        let trove = try Trove()
        try trove.scratch.write("use gem\n", to: Self.startFile)
        let session = try trove.openTrove(["--no-rc"])
        try session.run("echo ok")
        // The prompt shows a count as soon as everything is loaded.
        #expect(["trove> ", "trove 0> "].contains(session.terminal.textBeforeCursor))
    }

    /// The first prompt shows the number of items when they are loaded, without a command.
    @Test func theFirstPromptCountsTheItems() throws {
        let trove = try Trove()
        try trove.prepare((1...3000).map { "add book \"Book \($0)\"" }.joined(separator: "\n"))
        let session = try trove.openTrove()
        try session.waitUntil(cursorFollows: "trove 3000> ")
    }

    @Test func scriptsIgnoreTheStartFile() throws {
        let trove = try Trove()
        try trove.scratch.write("echo from the start file\n", to: Self.startFile)
        let session = try trove.program.openTerminal(["-c", "echo ok"])
        #expect(try session.waitForExit() == .success)
        #expect(session.screen == "ok")
    }

    @Test func anErrorInTheStartFileIsReported() throws {
        let trove = try Trove()
        try trove.scratch.write("use gem\nnonsense\nuse movie\n", to: Self.startFile)
        let session = try trove.openTrove(size: WindowSize(columns: 200, rows: 24))
        #expect(session.screen.contains("rc.trove:2:1: error: "))
        #expect(session.terminal.textBeforeCursor.hasPrefix("trove:movie"))
        #expect(try session.run("echo ok") == ["ok"])
    }

    // MARK: Batch

    @Test func commandLineCommandsRunWithoutAPrompt() throws {
        let trove = try Trove()
        let session = try trove.program.openTerminal(["-c", "add book Dune", "-c", "delete 1"])
        #expect(try session.waitForExit() == .exited(1))
        #expect(session.screen.hasPrefix("Added book 1: Dune\n"))
        // No question, banner or prompt: a confirmation becomes an error that names the option.
        #expect(session.screen.contains("--yes"))
        #expect(!session.screen.contains("Welcome") && !session.screen.contains("trove>"))
        #expect(!session.screen.contains("[y/N]"))
        #expect(!session.output.contains(0x1B))
        #expect(!trove.scratch.exists(trove.historyFile))
    }

    /// A file is expected after the options, but verbs are what users type.
    @Test func aVerbInPlaceOfAScriptIsExplained() throws {
        let trove = try Trove()
        let run = try trove.program.run(["list"], errors: .merged)
        #expect(run.status == .exited(2))
        #expect(run.text.contains("list is a command, not a file"))
        #expect(run.text.contains("trove -c 'list …'"))
        // A script of that name is run.
        try trove.scratch.write("echo from a file\n", to: "work/list")
        #expect(try trove.program.run(["list"], errors: .merged).text == "from a file\n")
    }

    @Test func aPipedOutputMeansNoPrompt() throws {
        let trove = try Trove()
        let session = try trove.program.openShell()
        try session.enter("\"$PROGRAM\" | cat")
        try session.enter("add book 三体")
        try session.waitUntil(shows: "\nAdded book 1: 三体")
        try session.enter("count")
        try session.press(.ctrl("d"))
        try session.waitForPrompt()
        #expect(!session.screen.contains("Welcome") && !session.screen.contains("trove>"))
        #expect(try session.mode() == .normal)
        #expect(session.screen.contains("count\n1\n"))
        #expect(!session.output.contains(0x1B))
    }

    @Test func aFileAsInputMeansNoPrompt() throws {
        let trove = try Trove()
        try trove.scratch.write("echo from a file\n", to: "work/script")
        let session = try trove.program.openShell()
        try session.enter("\"$PROGRAM\" < script")
        try session.waitUntil(shows: "\nfrom a file\nshell$")
        #expect(!session.screen.contains("Welcome") && !session.screen.contains("trove>"))
    }

    // MARK: Type-ahead

    /// Starts a script whose next line comes when the test sends it.
    private func waitingScript(_ trove: Trove) throws -> RunningProgram {
        let shell = try ProgramUnderTest("/bin/sh", scratch: trove.scratch)
        let writer = try shell.start(["-c", "mkfifo pipe; echo made; exec cat > pipe"])
        try writer.read(until: "made\n")
        return writer
    }

    @Test func typeAheadIsShownOnce() throws {
        let trove = try Trove()
        let writer = try waitingScript(trove)
        let session = try trove.openTrove()
        try session.enter("source pipe")
        try writer.write("echo begun\n")
        try session.waitUntil(shows: "\nbegun")
        try session.type("echo 三体 ahead")
        // The kernel echoes it, as no program does at this time.
        try session.waitUntil(cursorFollows: "echo 三体 ahead")
        try writer.waitForExit()
        try session.waitUntil("the line behind a prompt") {
            $0.textBeforeCursor.hasPrefix("trove") && $0.textBeforeCursor.hasSuffix("三体 ahead")
        }
        #expect(session.terminal.count(of: "echo 三体 ahead") == 1)
        #expect(try session.submit() == ["三体 ahead"])
    }

    @Test func aCommandTypedAheadRunsOnce() throws {
        let trove = try Trove()
        let writer = try waitingScript(trove)
        let session = try trove.openTrove()
        try session.enter("source pipe")
        try writer.write("echo begun\n")
        try session.waitUntil(shows: "\nbegun")
        try session.enter("add book Ahead")
        try session.waitUntil("the line as the kernel shows it") {
            $0.screen.hasSuffix("\nadd book Ahead") && $0.cursor.column == 0
        }
        try writer.waitForExit()
        try session.waitUntil(shows: "Added book 1: Ahead")
        try session.waitForTrove()
        #expect(try session.run("count") == ["1"])
    }

    /// All lines at once: none is lost or reordered.
    @Test func aBurstOfLinesIsRunInOrder() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.type((1...30).map { "add book Title\($0)\r" }.joined() + "echo end\r")
        try session.waitUntil(shows: "\nend\n")
        try session.waitForTrove()
        let titles = try trove.output(of: "list columns:title", ["--output", "csv"])
        #expect(
            titles.split(separator: "\n").suffix(30).enumerated().allSatisfy {
                $0.element.hasSuffix("Title\($0.offset + 1)")
            })
        #expect(try trove.output(of: "count") == "30\n")
    }
}
