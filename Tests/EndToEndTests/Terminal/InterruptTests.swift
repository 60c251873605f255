import Testing
import TroveTesting

/// Ctrl-C, Ctrl-D, Ctrl-\ and Ctrl-Z at the prompt and during commands.
@Suite(.timeLimit(.minutes(20))) struct InterruptTests {
    @Test func ctrlCDropsTheLine() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.run("count")
        try session.typeOut("add book Half")
        try session.press(.ctrl("c"))
        try session.waitForTrove("trove 0> ")
        #expect(session.row(session.cursor.row - 1) == "trove 0> add book Half^C")
        // One press is enough each time; libedit itself would swallow the first.
        for press in 1...3 {
            try session.press(.ctrl("c"))
            try session.waitUntil("one more ^C and a prompt") {
                $0.count(of: "^C") == 1 + press && $0.textBeforeCursor == "trove 0> "
            }
        }
        #expect(try session.run("count") == ["0"])
        #expect(Set(try trove.historyLines()) == ["count"])
    }

    @Test func ctrlCDropsALineOfSeveralRows() throws {
        let session = try Trove().openTrove(
            size: WindowSize(columns: 30, rows: 24))
        let line = "echo 三体三体三体三体三体三体三体三体三体三体 and more"
        try session.type(line)
        let shown = line.filter { $0 != " " }
        try session.waitUntil("the whole line") { $0.unspaced.hasSuffix(shown) }
        try session.press(.home, .right, .ctrl("c"))
        // After Home, the cursor is briefly behind the old prompt.
        try session.waitUntil("the end of the line") { $0.unspaced.contains(shown + "^C") }
        try session.waitForTrove()
        // The prompt is below the last row of the line, although the cursor was in the first.
        let prompt = session.terminal.textBeforeCursor.filter { $0 != " " }
        #expect(session.terminal.unspaced.hasSuffix(shown + "^C" + prompt))
        #expect(try session.run("echo ok") == ["ok"])
    }

    /// Ctrl-C discards the kernel's type-ahead, even between `poll` and `read`: a shell that blocks
    /// in `read` then would miss the signal.
    @Test func ctrlCIsNeverMissed() throws {
        let session = try Trove().openTrove(["--ephemeral"])
        for _ in 1...400 {
            let before = session.output.count
            try session.type("x")
            try session.press(.ctrl("c"))
            try session.waitUntil("^C and a new prompt") {
                $0.isAtPrompt
                    && String(decoding: session.output[before...], as: UTF8.self).contains("^C")
            }
        }
    }

    /// Starts a script whose next line never comes: the command waits until it is interrupted.
    private func waitingScript(_ trove: Trove) throws -> RunningProgram {
        let shell = try ProgramUnderTest("/bin/sh", scratch: trove.scratch)
        let writer = try shell.start(["-c", "mkfifo pipe; echo made; exec cat > pipe"])
        try writer.read(until: "made\n")
        return writer
    }

    @Test func ctrlCCancelsAWaitingCommand() throws {
        let trove = try Trove()
        let writer = try waitingScript(trove)
        let session = try trove.openTrove()
        try session.enter("source pipe")
        try writer.write("add book First\necho begun\n")
        try session.waitUntil(shows: "\nbegun")
        #expect(!session.terminal.modes.contains(2004), "a command gets pastes as they are")
        try session.press(.ctrl("c"))
        try session.waitForTrove()
        // Finished work is kept and reported; the session goes on.
        #expect(session.screen.contains("Added book 1: First"))
        #expect(session.screen.contains("interrupted: nothing was run from line 3 of pipe onward"))
        #expect(try session.run("echo still here") == ["still here"])
        #expect(try session.run("count") == ["1"])
    }

    @Test func ctrlCCancelsABusyCommand() throws {
        let trove = try Trove()
        let lines = 400_000
        try trove.scratch.write(
            (1...lines).map { "add gem Title\($0)\n" }.joined(), to: "work/long.trove")
        let session = try trove.openTrove(["--ephemeral"])
        try session.enter("source long.trove")
        try session.waitUntil(shows: "Added gem")
        try session.press(.ctrl("c"))
        try session.waitForTrove()
        let count = try session.run("count").last.flatMap { Int($0) }
        try #require(count != nil, "\(session.screen)")
        #expect((count ?? lines) < lines)
        #expect(
            session.terminal.everything.contains(
                "interrupted: nothing was run from line \((count ?? 0) + 1) of long.trove onward"))
        #expect(session.terminal.textBeforeCursor == "trove \(count ?? 0) [ephemeral]> ")
    }

    @Test func ctrlCCancelsAnImportThatWaits() throws {
        let trove = try Trove()
        let shell = try ProgramUnderTest("/bin/sh", scratch: trove.scratch)
        let writer = try shell.start([
            "-c", "mkfifo pipe; echo made; exec 3>pipe; echo open; cat >&3",
        ])
        try writer.read(until: "made\n")
        let session = try trove.openTrove()
        try session.enter("import pipe")
        try writer.read(until: "open\n")
        try writer.write("title,author\nDune,Herbert\n")
        try session.press(.ctrl("c"))
        try session.waitUntil(shows: "interrupted")
        try session.waitForTrove()
        #expect(try session.run("count") == ["0"])
    }

    @Test func ctrlCEndsALongAnswer() throws {
        let trove = try Trove()
        try trove.prepare((1...20_000).map { "add gem Title\($0)\n" }.joined())
        let session = try trove.openTrove()
        try session.run("settings pager off")
        try session.enter("count gems by:name")
        try session.waitForUnread(bytes: 4000)
        try session.press(.ctrl("c"))
        try session.waitUntil(shows: "error: interrupted")
        try session.waitForTrove()
        #expect(session.terminal.everything.split(separator: "\n").count < 15_000)
        #expect(try session.run("count") == ["20000"])
    }

    /// Otherwise a script with many questions could not be ended.
    @Test func ctrlCAtAQuestionEndsTheScript() throws {
        let trove = try Trove()
        try trove.scratch.write(
            "add book Emma\nadd book Emma\nadd book Emma\necho over\n", to: "work/twice.trove")
        let session = try trove.openTrove()
        try session.enter("source twice.trove")
        try session.waitUntil(cursorFollows: "[y/N] ")
        try session.press(.ctrl("c"))
        try session.waitForTrove()
        #expect(
            session.screen.contains(
                "interrupted: nothing was run from line 3 of twice.trove onward"))
        #expect(!session.screen.contains("over"))
        #expect(try session.run("count") == ["1"])
    }

    /// A Ctrl-C that an editor handles does not reach the next line.
    @Test func ctrlCDuringACommandDoesNotAffectTheNextLine() throws {
        var trove = try Trove()
        trove.environment["EDITOR"] = try trove.writeTool(
            "editor", "trap '' INT; echo here; read line; echo over")
        try trove.prepare("add book Dune")
        let session = try trove.openTrove()
        try session.enter("edit 1")
        try session.waitUntil(shows: "\nhere")
        try session.press(.ctrl("c"))
        try session.waitUntil(shows: "^C")
        try session.press(.enter)
        try session.waitUntil(shows: "over")
        try session.waitForTrove()
        try session.typeOut("echo whole")
        #expect(try session.submit() == ["whole"])
        #expect(session.terminal.count(of: "^C") == 1)
    }

    @Test func ctrlDDeletesUnlessTheLineIsEmpty() throws {
        let session = try Trove().openTrove()
        try session.typeOut("echo axb")
        try session.press(.left, .left, .ctrl("d"))
        try session.waitUntil("the line without x") { $0.row($0.cursor.row).hasSuffix("echo ab") }
        #expect(try session.submit() == ["ab"])
        // At the end of a line, nothing is deleted and the shell does not exit.
        try session.typeOut("echo on")
        try session.press(.ctrl("d"))
        try session.typeOut(" and on")
        #expect(try session.submit() == ["on and on"])
        try session.press(.ctrl("d"))
        #expect(try session.waitForExit() == .success)
    }

    @Test func ctrlBackslashDoesNotEndTheShell() throws {
        let session = try Trove().openTrove()
        try session.typeOut("echo on")
        try session.press(.ctrl("\\"))
        try session.typeOut(" and on")
        #expect(try session.submit() == ["on and on"])
    }

    @Test func ctrlZKeepsTheHalfTypedLine() throws {
        let session = try Trove().openTroveFromShell()
        try session.typeOut("echo 三体 half")
        try session.press(.left, .left)
        try session.waitUntil(cursorFollows: "echo 三体 ha")
        for _ in 1...2 {
            try session.press(.ctrl("z"))
            try session.waitForPrompt()
            #expect(session.screen.contains("Stopped"))
            #expect(try session.mode() == .normal)
            #expect(!session.terminal.modes.contains(2004))
            try session.enter("fg")
            // The shell prints the job's name before it continues it.
            try session.waitUntil("the line again, and its cursor") {
                $0.textBeforeCursor.hasSuffix("> echo 三体 ha")
                    && $0.row($0.cursor.row).hasSuffix("> echo 三体 half")
            }
            #expect(session.terminal.modes.contains(2004))
            #expect(try session.mode().readsLines == false)
        }
        try session.press(.end)
        try session.typeOut(" whole")
        #expect(try session.submit() == ["三体 half whole"])
    }

    @Test func ctrlZStopsACommand() throws {
        let trove = try Trove()
        let writer = try waitingScript(trove)
        let session = try trove.openTroveFromShell()
        try session.enter("source pipe")
        try writer.write("echo begun\n")
        try session.waitUntil(shows: "\nbegun")
        try session.press(.ctrl("z"))
        try session.waitForPrompt()
        #expect(try session.mode() == .normal)
        try session.enter("fg")
        try writer.write("echo resumed\n")
        try session.waitUntil(shows: "\nresumed")
        try writer.waitForExit()
        try session.waitForTrove()
        #expect(try session.run("echo ok") == ["ok"])
    }
}
