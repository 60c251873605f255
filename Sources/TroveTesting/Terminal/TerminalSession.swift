import Glibc
import TroveLoopback

/// A program in a terminal: it receives keys, and its screen can be inspected.
///
/// The program leads a session whose controlling terminal is a new pseudo-terminal. A
/// `TerminalModel` draws its output. As in `RunningProgram`, nothing happens in the background: the
/// screen changes while a method waits.
package final class TerminalSession {
    /// The prompt of the shell that `ProgramUnderTest.openShell` starts.
    package static let shellPrompt = "shell$ "

    /// The terminal's screen and state.
    package private(set) var terminal: TerminalModel
    /// Every byte of output read so far.
    package private(set) var output: [UInt8] = []

    private let launch: ProgramLaunch
    private let device: PseudoTerminal
    private let channel: ByteChannel
    private let child: ChildProcess
    private let waiting: ProgramWait

    init(_ launch: ProgramLaunch, size: WindowSize, timeLimit: Duration) throws {
        self.launch = launch
        terminal = TerminalModel(size: size)
        device = try PseudoTerminal(size: size)
        channel = try ByteChannel(device.master, reads: true)
        child = try ChildProcess(launch, streams: .terminal(device.slavePath))
        waiting = ProgramWait(
            child: child, channels: [channel], commandLine: launch.commandLine,
            timeLimit: timeLimit)
    }

    deinit {
        // A program that measures coverage writes its measurements when it ends by itself. If
        // `ChildProcess` killed it, it would leave nothing.
        if launch.environment["LLVM_PROFILE_FILE"] != nil { child.hangUp(within: .seconds(3)) }
    }

    /// The identifier of the session's first process.
    package var processIdentifier: Int32 { child.identifier }

    /// The visible rows, without trailing spaces and without empty rows at the bottom.
    package var screen: String { terminal.screen }

    /// Returns the text of a visible row, from 0 at the top, without trailing spaces.
    package func row(_ index: Int) -> String { terminal.row(index) }

    /// The cursor position.
    package var cursor: TerminalModel.Position { terminal.cursor }

    /// Sets the reply to a request for the terminal's features (DA1), which may include other
    /// replies before it.
    package func answer(features: String) { terminal.features = features }

    /// Types a text.
    ///
    /// Wait for a prompt or another sign of readiness first. Keys typed while a program changes the
    /// terminal mode are processed in the mode of that moment, so an earlier Enter may not end a
    /// line.
    ///
    /// - Throws: `SystemCallError` when the terminal fails.
    package func type(_ text: String) throws {
        try send(Array(text.utf8))
    }

    /// Presses keys in order.
    ///
    /// - Throws: `SystemCallError` when the terminal fails.
    package func press(_ keys: Key...) throws {
        for key in keys {
            try send(
                key.bytes(
                    applicationCursor: terminal.modes.contains(1),
                    bracketedPaste: terminal.modes.contains(2004)))
        }
    }

    /// Types a line and presses Enter.
    ///
    /// - Throws: `SystemCallError` when the terminal fails.
    package func enter(_ line: String) throws {
        try type(line)
        try press(.enter)
    }

    /// Resizes the window; the kernel sends SIGWINCH to the program.
    ///
    /// - Throws: `SystemCallError` when the terminal fails.
    package func resize(to size: WindowSize) throws {
        terminal.resize(to: size)
        try device.setSize(size)
    }

    /// Types bytes that need not be UTF-8.
    ///
    /// - Throws: `SystemCallError` when the terminal fails.
    package func type(bytes: [UInt8]) throws { try send(bytes) }

    /// Sends a signal to the session's first process; does nothing when its end was noticed.
    package func send(_ signal: Signal) {
        child.send(signal)
    }

    /// Sends a signal to the foreground processes, as the kernel does for Ctrl-C.
    ///
    /// - Throws: `SystemCallError` when the terminal has no foreground group.
    package func sendToForeground(_ signal: Signal) throws {
        let group = try foregroundProcessGroup()
        guard group > 1, kill(-group, signal.rawValue) == 0 else {
            throw SystemCallError("kill process group \(group)")
        }
    }

    /// Blocks until a text is on the screen; a line feed in it stands between two rows.
    ///
    /// - Throws: `WaitFailure`, with the whole screen, when the program ends first or after the
    ///   time limit.
    package func waitUntil(
        shows text: String, timeLimit: Duration? = nil,
        fileID: String = #fileID, line: Int = #line
    ) throws {
        try waitUntil(
            "\"\(Evidence.visible(text))\" on the screen", timeLimit: timeLimit, fileID: fileID,
            line: line
        ) {
            $0.screen.contains(text)
        }
    }

    /// Blocks until the cursor is directly after a text, which shows that a prompt is ready.
    ///
    /// - Throws: `WaitFailure`, with the whole screen, when the program ends first or after the
    ///   time limit.
    package func waitUntil(
        cursorFollows text: String, timeLimit: Duration? = nil,
        fileID: String = #fileID, line: Int = #line
    ) throws {
        try waitUntil(
            "the cursor behind \"\(Evidence.visible(text))\"", timeLimit: timeLimit,
            fileID: fileID, line: line
        ) {
            $0.textBeforeCursor.hasSuffix(text)
        }
    }

    /// Blocks until a condition holds, which is checked after every piece of output.
    ///
    /// The error describes the condition with `awaited`.
    ///
    /// - Throws: `WaitFailure`, with the whole screen, when the program ends first or after the
    ///   time limit.
    package func waitUntil(
        _ awaited: String, timeLimit: Duration? = nil,
        fileID: String = #fileID, line: Int = #line, _ predicate: (TerminalModel) -> Bool
    ) throws {
        try waiting.wait(
            for: awaited, limit: timeLimit, place: "\(fileID):\(line)", read: readAvailable,
            evidence: evidence
        ) {
            predicate(terminal) ? () : nil
        }
    }

    /// Blocks until the program has written at least this many bytes, at most 4000, without reading
    /// them: a long output then waits for the terminal.
    ///
    /// - Throws: `Waiting.Failure` after a minute.
    package func waitForUnread(bytes: Int) throws {
        try Waiting.until("\(bytes) bytes of output") { try device.readableCount() >= bytes }
    }

    /// Blocks until the shell that `ProgramUnderTest.openShell` started is ready for a command.
    ///
    /// - Throws: `WaitFailure`, with the whole screen, when it does not become ready.
    package func waitForPrompt(
        timeLimit: Duration? = nil, fileID: String = #fileID, line: Int = #line
    ) throws {
        try waitUntil("the shell's prompt", timeLimit: timeLimit, fileID: fileID, line: line) {
            $0.textBeforeCursor == Self.shellPrompt
        }
    }

    /// Waits for the end of the session's first process.
    ///
    /// - Throws: `WaitFailure`, with the whole screen, after the time limit, when the process is
    ///   killed.
    @discardableResult
    package func waitForExit(
        timeLimit: Duration? = nil, fileID: String = #fileID, line: Int = #line
    ) throws -> TerminationStatus {
        try waiting.waitForEnd(
            limit: timeLimit, place: "\(fileID):\(line)", read: readAvailable, evidence: evidence
        ).status
    }

    /// Returns the terminal's mode.
    ///
    /// - Throws: `TerminalGone` once the session's first process has ended: the kernel then resets
    ///   the terminal, so its mode does not show what the program left behind. To test that, start
    ///   the program from `ProgramUnderTest.openShell`. `SystemCallError` when the terminal fails.
    package func mode() throws -> TerminalMode {
        let mode = try device.mode()
        // Checked afterwards, because the process may have ended before the query.
        guard child.noticeEnd() == nil else { throw TerminalGone(commandLine: launch.commandLine) }
        return mode
    }

    /// Returns the process group that receives the signals of the terminal's keys.
    ///
    /// - Throws: `SystemCallError` when there is none.
    package func foregroundProcessGroup() throws -> Int32 {
        try device.foregroundGroup()
    }

    private func send(_ bytes: [UInt8]) throws {
        channel.enqueue(bytes)
        try channel.writeQueued()
    }

    private func readAvailable() throws {
        try channel.readAvailable {
            output += $0
            terminal.receive($0)
        }
        try send(terminal.takeReplies())
    }

    private func evidence() -> String {
        """
        \(terminal.picture)
        \(Evidence.quoted(Array(output.suffix(400)), as: "the last output"))
        """
    }
}

/// The terminal's mode was queried after its process had ended.
package struct TerminalGone: Error, CustomStringConvertible {
    /// The command that was run in the terminal.
    package let commandLine: String

    /// What happened, and what to do instead.
    package var description: String {
        """
        \(commandLine) has ended, and with it its terminal: start it from openShell() to see the \
        mode that it leaves behind
        """
    }
}
