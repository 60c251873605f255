import Testing
import TroveTesting

/// Real programs in a pseudo-terminal.
@Suite struct TerminalSessionTests {
    let shell: ProgramUnderTest

    init() throws {
        shell = try ProgramUnderTest("/bin/sh")
    }

    private func openBash() throws -> TerminalSession {
        let bash = try ProgramUnderTest(
            "bash", environment: ["PS1": "bash> ", "INPUTRC": "/dev/null"], scratch: shell.scratch)
        let session = try bash.openTerminal(["--norc", "--noprofile"])
        try session.waitUntil(cursorFollows: "bash> ")
        return session
    }

    @Test func isATerminalOfTheSizeAskedFor() throws {
        let session = try shell.openTerminal(
            [
                "-c",
                "tty; stty size; echo $TERM; test -t 0 -a -t 1 -a -t 2 && echo all; echo > /dev/tty",
            ],
            size: WindowSize(columns: 40, rows: 12))
        #expect(try session.waitForExit() == .success)
        let rows = session.screen.split(separator: "\n")
        #expect(rows.first?.hasPrefix("/dev/pts/") == true)
        #expect(rows.dropFirst() == ["12 40", "xterm-256color", "all"])
    }

    @Test func editsALine() throws {
        let session = try openBash()
        try session.type("echo wrld")
        try session.press(.left, .left, .left)
        try session.type("o")
        try session.press(.home, .delete, .ctrl("e"), .backspace)
        try session.waitUntil(cursorFollows: "bash> cho worl")
        try session.press(.home)
        try session.type("e")
        try session.press(.end, .enter)
        try session.waitUntil("the output and a prompt") {
            $0.row(1) == "worl" && $0.textBeforeCursor == "bash> "
        }
        try session.press(.up)
        try session.waitUntil(cursorFollows: "bash> echo worl")
        #expect(session.terminal.unknownSequences == [])
    }

    @Test func pastesWithMarkers() throws {
        let session = try openBash()
        try session.waitUntil("bracketed paste") { $0.modes.contains(2004) }
        try session.press(.paste("echo one\necho two"))
        try session.waitUntil(shows: "echo two")
        // Within bracketed paste, a line end does not run anything.
        try session.press(.enter)
        try session.waitUntil("both outputs") {
            let rows = $0.screen.split(separator: "\n")
            return rows.contains("one") && rows.contains("two")
        }
        let bytes = Key.paste("x\ny").bytes(applicationCursor: false, bracketedPaste: true)
        #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}[200~x\ry\u{1B}[201~")
    }

    @Test func interruptsWithCtrlC() throws {
        let session = try openBash()
        try session.enter("echo begun; cat")
        try session.waitUntil(shows: "\nbegun")
        try session.enter("twice")
        // The second one comes from the program, which is therefore in the foreground.
        try session.waitUntil(shows: "twice\ntwice")
        try session.press(.ctrl("c"))
        try session.waitUntil("a prompt after ^C") {
            $0.screen.contains("^C") && $0.textBeforeCursor == "bash> "
        }
        try session.press(.ctrl("d"))
        #expect(try session.waitForExit() == .exited(130))
    }

    @Test func reportsAResize() throws {
        let session = try shell.openTerminal([
            "-c", "trap 'stty size' WINCH; echo ready; while :; do sleep 0.01; done",
        ])
        try session.waitUntil(shows: "ready")
        try session.resize(to: WindowSize(columns: 100, rows: 30))
        try session.waitUntil(shows: "30 100")
        session.send(.kill)
        #expect(try session.waitForExit() == .signaled(.kill))
    }

    @Test func stopsAndResumesAJob() throws {
        let cat = try ProgramUnderTest("cat", scratch: shell.scratch)
        let session = try cat.openShell()
        let own = try session.foregroundProcessGroup()
        #expect(own == session.processIdentifier)
        try session.enter("\"$PROGRAM\"")
        try session.enter("first")
        try session.waitUntil("the line twice") { $0.row(1) == "first" && $0.row(2) == "first" }
        #expect(try session.foregroundProcessGroup() != own)

        try session.press(.ctrl("z"))
        try session.waitForPrompt()
        #expect(session.screen.contains("Stopped"))
        #expect(try session.foregroundProcessGroup() == own)

        try session.enter("fg")
        // The shell prints the job's name after it has moved it to the foreground.
        try session.waitUntil("the job's name") { $0.screen.hasSuffix("\"${PROGRAM}\"") }
        try session.enter("second")
        try session.waitUntil("the second line twice") {
            $0.screen.hasSuffix("second\nsecond")
        }
        try session.press(.ctrl("d"))
        try session.waitForPrompt()
    }

    @Test func showsTheModeThatAProgramLeavesBehind() throws {
        let session = try shell.openShell()
        #expect(try session.mode() == .normal)
        try session.enter("stty -icanon -echo; echo changed")
        try session.waitUntil("the output and a prompt") {
            $0.row(1) == "changed" && $0.textBeforeCursor == TerminalSession.shellPrompt
        }
        let mode = try session.mode()
        #expect(!mode.readsLines && !mode.echoes)
        #expect(mode.sendsSignals && mode.processesOutput)
        try session.enter("stty sane; echo back")
        try session.waitUntil("the output and a prompt") {
            $0.screen.contains("\nback") || $0.screen.contains("back\nshell$")
        }
        try session.waitForPrompt()
        #expect(try session.mode() == .normal)
    }

    @Test func doesNotReportTheModeOfAResetTerminal() throws {
        let session = try shell.openTerminal(["-c", "stty -echo; read line"])
        try session.enter("x")
        try session.waitForExit()
        #expect(throws: TerminalGone.self) { try session.mode() }
    }

    @Test func showsTheScreenAfterATimeout() throws {
        let session = try shell.openTerminal(
            ["-c", "echo this is here; read line"], size: WindowSize(columns: 20, rows: 3))
        try session.waitUntil(shows: "this is here")
        let error = #expect(throws: WaitFailure.self) {
            try session.waitUntil(shows: "something else", timeLimit: .milliseconds(300))
        }
        #expect(error?.reason == .timeLimit(.milliseconds(300)))
        let text = String(describing: error)
        #expect(text.contains("TerminalSessionTests.swift:"))
        #expect(text.contains("|this is here        |"))
        #expect(text.contains("\"something else\" on the screen"))
    }

    @Test func reportsAnEarlyExit() throws {
        let session = try shell.openTerminal(["-c", "echo bye; exit 3"])
        let error = #expect(throws: WaitFailure.self) { try session.waitUntil(shows: "more") }
        #expect(error?.reason == .ended(.exited(3)))
    }

    @Test func readsEverythingUpToTheEnd() throws {
        let session = try shell.openTerminal(["-c", "seq 1 20000"])
        #expect(try session.waitForExit() == .success)
        #expect(session.terminal.everything == (1...20000).map(String.init).joined(separator: "\n"))
    }

    @Test func acceptsALargePaste() throws {
        let session = try shell.openTerminal([
            "-c", "stty raw -echo; echo ready; head -c 200000 | wc -c",
        ])
        try session.waitUntil(shows: "ready")
        try session.type(String(repeating: "x", count: 200_000))
        try session.waitUntil(shows: "200000")
    }

    @Test func answersACursorQuery() throws {
        let session = try shell.openTerminal([
            "-c", "stty raw -echo; printf 'ab\\033[6n'; head -c 6 | tr '\\033' E",
        ])
        try session.waitForExit()
        #expect(session.screen == "abE[1;3R")
    }

    struct Press: CustomTestStringConvertible, Sendable {
        let key: Key
        let bytes: String
        var testDescription: String { "\(key)" }
    }

    @Test(arguments: [
        Press(key: .enter, bytes: "\r"), Press(key: .ctrl("c"), bytes: "\u{3}"),
        Press(key: .ctrl("C"), bytes: "\u{3}"), Press(key: .ctrl("_"), bytes: "\u{1F}"),
        Press(key: .ctrl("?"), bytes: "\u{7F}"), Press(key: .alt("b"), bytes: "\u{1B}b"),
        Press(key: .up, bytes: "\u{1B}[A"), Press(key: .ctrlLeft, bytes: "\u{1B}[1;5D"),
        Press(key: .delete, bytes: "\u{1B}[3~"), Press(key: .paste("a\nb"), bytes: "a\rb"),
    ])
    func sendsKeys(_ press: Press) {
        let bytes = press.key.bytes(applicationCursor: false, bracketedPaste: false)
        #expect(String(decoding: bytes, as: UTF8.self) == press.bytes)
    }

    @Test func sendsApplicationCursorKeys() {
        let bytes = Key.up.bytes(applicationCursor: true, bracketedPaste: false)
        #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}OA")
    }
}
