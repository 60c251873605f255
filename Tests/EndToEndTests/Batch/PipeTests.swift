import Testing
import TroveTesting

/// The program in a pipeline, and as a child of other programs.
@Suite(.timeLimit(.minutes(20))) struct PipeTests {
    /// A property, because its files must outlive the programs that a test starts.
    let trove: Trove

    init() throws {
        trove = try Trove()
    }

    @Test func aClosedPipeEndsItSilently() throws {
        let run = try trove.shell(
            "{ while echo 'echo line'; do :; done; } 2>/dev/null | "
                + "{ \"$TROVE\" 2>errors; echo $? >status; } | head -1")
        #expect(run.text == "line\n")
        #expect(try trove.scratch.read("work/status") == "141\n")
        #expect(try trove.scratch.read("work/errors") == "")
    }

    @Test func aClosedPipeEndsItEvenIfSIGPIPEWasIgnored() throws {
        let run = try trove.shell(
            "trap '' PIPE; { while echo 'echo line'; do :; done; } 2>/dev/null | "
                + "{ \"$TROVE\" 2>errors; echo $? >status; } | head -1")
        #expect(run.text == "line\n")
        #expect(try trove.scratch.read("work/status") == "141\n")
        #expect(try trove.scratch.read("work/errors") == "")
    }

    @Test func aClosedPipeLosesNoChanges() throws {
        _ = try trove.shell(
            "{ n=0; while echo \"add book B$n\"; do n=$((n+1)); done; } 2>/dev/null | "
                + "\"$TROVE\" | head -1000 >seen")
        let seen = try trove.scratch.read("work/seen").split(separator: "\n")
        #expect(seen.count == 1000)
        let kept = try trove.run("list columns:title", ["--output", "tsv"]).lines
        #expect(kept.count > 1000)
        #expect(seen.last.map { $0.hasSuffix(": B999") } == true)
    }

    @Test(arguments: [">/dev/full", ">&-"])
    func unwritableOutputIsAnError(_ redirection: String) throws {
        let run = try trove.shell("echo 'add book A' | \"$TROVE\" \(redirection)")
        #expect(run.status == .exited(1))
        #expect(run.errorText.hasPrefix("trove: error: standard output cannot be written: "))
        #expect(run.errorText.split(separator: "\n").count == 1)
        // The change was durable before its output was attempted.
        #expect(try trove.run("count").text == "1\n")
    }

    @Test(arguments: [">/dev/full", ">&-"])
    func unwritableHelpIsAnError(_ redirection: String) throws {
        let run = try trove.shell("\"$TROVE\" --help \(redirection)")
        #expect(run.status == .exited(1))
        #expect(run.errorText.hasPrefix("trove: error: standard output cannot be written: "))
    }

    @Test func unwritableErrorsAreIgnored() throws {
        let run = try trove.shell("printf 'lst\\necho a\\n' | \"$TROVE\" 2>&-")
        #expect(run.text == "a\n")
        #expect(run.status == .exited(1))
    }

    @Test func aClosedInputCountsAsEmpty() throws {
        let run = try trove.shell("\"$TROVE\" <&-").requiring()
        #expect(run.text == "")
        #expect(run.errorText == "")
    }

    @Test func closedStreamsAreNotReused() throws {
        _ = try trove.shell("echo 'add book A' | \"$TROVE\" >&- 2>&-")
        #expect(try trove.run("list columns:title").text == "1 book\n#  title\n1  A\n")
        #expect(try trove.sqlite("PRAGMA integrity_check") == "ok")
    }

    @Test func answersEachLineAtOnce() throws {
        let program = try trove.program.start()
        for number in 1...20 {
            try program.write("add book B\(number)\n")
            #expect(try program.read(until: "\n") == "Added book \(number): B\(number)\n")
        }
        try program.write("show 99\n")
        try program.read(until: "`list` shows the numbers\n", from: .errors)
        try program.write("count\n")
        #expect(try program.read(until: "\n") == "20\n")
        let run = try program.waitForExit()
        #expect(run.status == .exited(1))
        #expect(run.errorText.hasSuffix("1 of 22 commands failed\n"))
    }

    @Test func waitsForTheRestOfALine() throws {
        let program = try trove.program.start()
        try program.write("echo a\necho \"b")
        #expect(try program.read(until: "\n") == "a\n")
        try program.write(" c\nd\"\n")
        #expect(try program.read(until: "d\n") == "b c\nd\n")
        try program.write("echo e \\\n")
        try program.write("f\n")
        #expect(try program.read(until: "\n") == "e f\n")
        try program.waitForExit().requiring()
    }

    @Test func acknowledgedChangesAreDurable() throws {
        let program = try trove.program.start()
        try program.write("add book A\n")
        try program.read(until: "Added book 1: A\n")
        #expect(try trove.run("count").text == "1\n")
        program.send(.kill)
        #expect(try program.waitForExit().status == .signaled(.kill))
        #expect(try trove.run("count").text == "1\n")
    }

    @Test(arguments: zip([Signal.interrupt, .terminate, .hangUp], [130, 143, 129] as [Int32]))
    func aSignalEndsAWait(_ signal: Signal, _ status: Int32) throws {
        let program = try trove.program.start()
        try program.write("add book A\nadd book B\n")
        try program.read(until: "Added book 2: B\n")
        program.send(signal)
        // The input stays open, so that only the signal can end the program.
        let failure = #expect(throws: WaitFailure.self) {
            try program.read(until: "nothing more", timeLimit: .seconds(5))
        }
        #expect(failure?.reason == .ended(.exited(status)))
        #expect(program.text == "Added book 1: A\nAdded book 2: B\n")
        #expect(program.errorText == "")
        #expect(try trove.run("count").text == "2\n")
    }

    @Test func anInterruptEndsASourcedFile() throws {
        let lines = (1...200_000).map { "add book B\($0)\n" }.joined()
        try trove.scratch.write(lines, to: "work/long.trove")
        let program = try trove.program.start(["-c", "source long.trove"])
        try program.read(until: ": B5000\n")
        program.send(.interrupt)
        let run = try program.waitForExit()
        #expect(run.status == .exited(130))
        #expect(run.lines.count < 200_000)
        #expect(try trove.run("count").text == "\(run.lines.count)\n")
    }

    @Test func anInterruptKeepsAcknowledgedChanges() throws {
        let program = try trove.program.start()
        let lines = (1...200_000).map { "add book B\($0)\n" }.joined()
        try program.write(lines)
        try program.read(until: ": B5000\n")
        program.send(.interrupt)
        let run = try program.waitForExit()
        try #require(run.status == .exited(130))
        #expect(run.errorText == "")
        // The last line is complete, and the file holds exactly what was printed.
        #expect(run.output.last == 0x0A)
        #expect(run.lines.count < 200_000)
        #expect(try trove.run("count").text == "\(run.lines.count)\n")
    }

    /// `timeout` sends two signals at once. A second one ends the program at once only after some
    /// seconds, so that it can still remove its files.
    @Test func twoSignalsAtOnceLeaveNoFile() throws {
        let program = try trove.program.start(["--ephemeral", "-c", "import -"])
        // All of them are rejected, and written to a file that gets its name at the end.
        let object = "{\"a\":\"" + String(repeating: "x", count: 1000) + "\"}\n"
        try program.write(String(repeating: object, count: 20_000))
        try Waiting.until("the file of the rejected rows") {
            trove.scratch.files().contains { $0.contains(".new-") }
        }
        program.send(.terminate)
        // Two signals that are pending at the same time would be one.
        try Waiting.until("the handler has run") {
            let status = String(
                decoding: try FileContents.read("/proc/\(program.processIdentifier)/status"),
                as: UTF8.self)
            return status.contains("ShdPnd:\t0000000000000000")
        }
        program.send(.terminate)
        let run = try program.waitForExit()
        #expect(run.status == .exited(143), "\(run)")
        #expect(trove.scratch.files().filter { $0.contains(".new-") } == [])
    }
}
