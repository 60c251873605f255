import Testing
import TroveLoopback
import TroveTesting

/// Real programs over pipes.
@Suite struct ProgramRunTests {
    let shell: ProgramUnderTest

    init() throws {
        shell = try ProgramUnderTest("/bin/sh")
    }

    private func script(
        _ text: String, input: ProgramInput = .empty, errors: ErrorRouting = .separate
    ) throws -> ProgramRun {
        try shell.run(["-c", text], input: input, errors: errors)
    }

    @Test func separatesTheStreams() throws {
        let run = try script("echo out; echo err >&2")
        #expect(run.text == "out\n")
        #expect(run.errorText == "err\n")
        #expect(run.status == .success)
    }

    @Test func mergesTheStreamsInOrder() throws {
        let run = try script("echo 1; echo 2 >&2; echo 3; echo 4 >&2", errors: .merged)
        #expect(run.lines == ["1", "2", "3", "4"])
        #expect(run.errors == [])
    }

    @Test(arguments: [0, 1, 3, 127, 255] as [Int32])
    func reportsTheExitStatus(_ code: Int32) throws {
        #expect(try script("exit \(code)").status == .exited(code))
    }

    @Test(arguments: [Signal.terminate, .kill, .interrupt, .brokenPipe])
    func reportsTheSignal(_ signal: Signal) throws {
        #expect(try script("kill -\(signal.rawValue) $$").status == .signaled(signal))
    }

    @Test func passesArgumentsUnchanged() throws {
        let arguments = ["", "a b", "'\"$x", "三体", "-n"]
        let run = try shell.run(["-c", "for a; do echo \"<$a>\"; done", "sh"] + arguments)
        #expect(run.lines == arguments.map { "<\($0)>" })
    }

    @Test func feedsTextBytesAndFiles() throws {
        let cat = try ProgramUnderTest("cat")
        #expect(try cat.run(input: .text("三体\n")).text == "三体\n")
        #expect(try cat.run(input: .bytes([0, 255, 10])).output == [0, 255, 10])
        let file = try cat.scratch.write("in a file", to: "some/where.txt")
        #expect(try cat.run(input: .file(file)).text == "in a file")
        #expect(try cat.run().text == "")
    }

    @Test func movesTenMegabytesBothWays() throws {
        var random = SeededRandom(seed: 1)
        let bytes = (0..<1_250_000).flatMap { _ in
            withUnsafeBytesOf(random.next())
        }
        let run = try ProgramUnderTest("cat").run(input: .bytes(bytes))
        #expect(run.output.count == 10_000_000)
        #expect(run.output == bytes)
    }

    private func withUnsafeBytesOf(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    @Test func acceptsAProgramThatStopsReading() throws {
        let run = try script("head -c 3; exec <&-; echo done", input: .text(longText))
        #expect(run.text == "aaadone\n")
        #expect(run.status == .success)
    }

    private var longText: String { String(repeating: "a", count: 1_000_000) }

    @Test func setsACleanEnvironment() throws {
        let run = try ProgramUnderTest("env", environment: ["EXTRA": "given", "LANG": "C"]).run()
        let names = run.lines.compactMap { $0.split(separator: "=").first.map(String.init) }
        let expected = [
            "EXTRA", "HOME", "LANG", "PATH", "TERM", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
            "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME",
        ]
        #expect(names.filter { $0 != "LLVM_PROFILE_FILE" } == expected)
        #expect(run.lines.contains("EXTRA=given"))
        #expect(run.lines.contains("LANG=C"))
    }

    @Test func sharesTheHomeAmongRuns() throws {
        try script("echo kept > \"$HOME/note\"").requiring()
        #expect(try script("cat \"$HOME/note\"").text == "kept\n")
        #expect(shell.scratch.files() == ["home/note"])
        #expect(try script("pwd").text == "\(shell.scratch.path)/work\n")
    }

    /// The test process's open descriptors must not reach the program.
    @Test func passesNoOtherDescriptors() throws {
        let other = try shell.start(["-c", "read line"])
        let run = try script("ls /proc/self/fd")
        // 3 is the descriptor with which `ls` itself reads the directory.
        #expect(run.lines == ["0", "1", "2", "3"])
        try other.write("\n")
        #expect(try other.waitForExit().status == .success)
    }

    @Test func resetsSignals() throws {
        let run = try ProgramUnderTest("cat").run(["/proc/self/status"])
        let masks = run.lines.filter { $0.hasPrefix("SigBlk:") || $0.hasPrefix("SigIgn:") }
        #expect(masks.count == 2)
        for mask in masks {
            let value = try #require(UInt64(mask.suffix(16), radix: 16))
            // 32 and 33 belong to the C library, whose `posix_spawn` ignores them.
            #expect(value & ~(0b11 << 31) == 0, "\(mask)")
        }
    }

    @Test func hasNoControllingTerminal() throws {
        #expect(try script("echo > /dev/tty").status != .success)
    }

    @Test func checksTheStatus() throws {
        let run = try script("echo out; echo why >&2; exit 2")
        try run.requiring(.exited(2))
        let error = #expect(throws: UnexpectedStatus.self) { try run.requiring() }
        let text = String(describing: error)
        #expect(text.contains("ProgramRunTests.swift:"))
        #expect(text.contains("expected exit status 0, not exit status 2"))
        #expect(text.contains("why"))
    }

    @Test func rejectsAMissingProgram() throws {
        #expect(throws: SystemCallError.self) { try ProgramUnderTest("/nowhere/program") }
        #expect(throws: SystemCallError.self) { try ProgramUnderTest("no-such-program-anywhere") }
    }

    @Test func stopsAtTheTimeLimit() throws {
        var sleeper = shell
        sleeper.timeLimit = .milliseconds(200)
        let program = try sleeper.start(["-c", "echo begun; sleep 1000"])
        try program.read(until: "begun", timeLimit: .seconds(60))
        let error = #expect(throws: WaitFailure.self) { try program.waitForExit() }
        #expect(error?.reason == .timeLimit(.milliseconds(200)))
        #expect(error?.evidence.contains("begun") == true)
    }

    /// A surviving child must not keep the output open or stay behind.
    @Test func doesNotWaitForLeftoverChildren() throws {
        let run = try script("sleep 1000 & echo $!")
        #expect(run.status == .success)
        let survivor = try #require(run.lines.first)
        // The process is killed when the run ends; it may take a moment to disappear from the list.
        let gone = try script(
            "until ! grep -qs '^State:.*[SR] ' /proc/\(survivor)/status; do :; done")
        #expect(gone.status == .success)
    }

    @Test func supportsDialogs() throws {
        let program = try shell.start(["-c", "while read l; do echo \"<$l>\"; done; echo bye"])
        try program.write("one\n")
        #expect(try program.read(until: ">\n") == "<one>\n")
        try program.write("two\nthree\n")
        #expect(try program.read(until: "<three>") == "<two>\n<three>")
        #expect(try program.peakMemory() > 100_000)
        program.closeInput()
        let run = try program.waitForExit()
        #expect(run.text == "<one>\n<two>\n<three>\nbye\n")
        #expect(run.status == .success)
    }

    @Test func readsErrorsWhileItRuns() throws {
        let program = try shell.start(["-c", "echo out; echo problem >&2; read l"])
        #expect(try program.read(until: "\n", from: .errors) == "problem\n")
        #expect(try program.read(until: "\n") == "out\n")
    }

    @Test func reportsAnEarlyExit() throws {
        let program = try shell.start(["-c", "echo only this; exit 4"])
        let error = #expect(throws: WaitFailure.self) { try program.read(until: "more") }
        #expect(error?.reason == .ended(.exited(4)))
        #expect(String(describing: error).contains("only this"))
    }

    @Test func killsAndSignals() throws {
        let program = try shell.start(
            ["-c", "trap 'kill $!; echo caught; exit 9' TERM; sleep 600 & echo ready; wait"])
        try program.read(until: "ready")
        program.send(.terminate)
        #expect(try program.waitForExit().status == .exited(9))

        let other = try shell.start(["-c", "trap '' TERM; echo ready; read l"])
        try other.read(until: "ready")
        other.send(.terminate)
        other.send(.kill)
        #expect(try other.waitForExit().status == .signaled(.kill))
        other.send(.kill)
    }
}
