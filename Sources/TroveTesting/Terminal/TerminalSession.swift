import Glibc

/// A program in a terminal: keys go in, and the screen can be looked at.
///
/// The program is the leader of a session whose controlling terminal is a fresh pseudo-terminal.
/// Its output is drawn by a `TerminalModel`. As in `RunningProgram` nothing happens in the
/// background: the screen changes while a method waits.
package final class TerminalSession {
    /// The prompt of the shell that `ProgramUnderTest.openShell` starts.
    package static let shellPrompt = "shell$ "

    /// What the terminal shows, and what it was told.
    package private(set) var terminal: TerminalModel
    /// Every byte that the program has written, as far as it was read.
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
        // A program that measures coverage writes what it measured when it ends by itself; killed, as
        // `ChildProcess` does otherwise, it would leave nothing.
        if launch.environment["LLVM_PROFILE_FILE"] != nil { child.hangUp(within: .seconds(3)) }
    }

    /// The identifier of the session's first process.
    package var processIdentifier: Int32 { child.identifier }

    /// The visible rows, without the blanks at their ends and the empty rows at the bottom.
    package var screen: String { terminal.screen }

    /// The text of a visible row, counted from 0 at the top, without the blanks at its end.
    package func row(_ index: Int) -> String { terminal.row(index) }

    /// Where the cursor is.
    package var cursor: TerminalModel.Position { terminal.cursor }

    /// Types a text as it is.
    ///
    /// Wait for a prompt or another sign of readiness first. What is typed while a program changes
    /// the terminal's mode is treated by the mode of the moment: an Enter of before is no line end
    /// after.
    ///
    /// - Throws: `SystemCallError` when the terminal is out of order.
    package func type(_ text: String) throws {
        try send(Array(text.utf8))
    }

    /// Presses keys, one after the other.
    ///
    /// - Throws: `SystemCallError` when the terminal is out of order.
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
    /// - Throws: `SystemCallError` when the terminal is out of order.
    package func enter(_ line: String) throws {
        try type(line)
        try press(.enter)
    }

    /// Gives the window another size, of which the kernel tells the program by SIGWINCH.
    ///
    /// - Throws: `SystemCallError` when the terminal is out of order.
    package func resize(to size: WindowSize) throws {
        terminal.resize(to: size)
        try device.setSize(size)
    }

    /// Sends a signal to the session's first process; does nothing when its end has been noticed.
    package func send(_ signal: Signal) {
        child.send(signal)
    }

    /// Sends a signal to the processes in the foreground, as the kernel does for Ctrl-C.
    ///
    /// - Throws: `SystemCallError` when the terminal has no foreground.
    package func sendToForeground(_ signal: Signal) throws {
        let group = try foregroundProcessGroup()
        guard group > 1, kill(-group, signal.rawValue) == 0 else {
            throw SystemCallError("kill process group \(group)")
        }
    }

    /// Waits until a text is on the screen, where a line feed stands between two rows.
    ///
    /// - Throws: `WaitFailure`, with the whole screen, when the program ends first or the time
    ///   limit passes.
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

    /// Waits until the cursor is behind a text: the way to know that a prompt is ready.
    ///
    /// - Throws: `WaitFailure`, with the whole screen, when the program ends first or the time
    ///   limit passes.
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

    /// Waits until the terminal is as it should be, which is asked after every piece of output.
    ///
    /// The error says in the words of `awaited` what was waited for.
    ///
    /// - Throws: `WaitFailure`, with the whole screen, when the program ends first or the time
    ///   limit passes.
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

    /// Waits until the shell that `ProgramUnderTest.openShell` started is ready for a command.
    ///
    /// - Throws: `WaitFailure`, with the whole screen, when that does not happen.
    package func waitForPrompt(
        timeLimit: Duration? = nil, fileID: String = #fileID, line: Int = #line
    ) throws {
        try waitUntil("the shell's prompt", timeLimit: timeLimit, fileID: fileID, line: line) {
            $0.textBeforeCursor == Self.shellPrompt
        }
    }

    /// Waits for the end of the session's first process.
    ///
    /// - Throws: `WaitFailure`, with the whole screen, when the time limit passes; the process is
    ///   killed then.
    @discardableResult
    package func waitForExit(
        timeLimit: Duration? = nil, fileID: String = #fileID, line: Int = #line
    ) throws -> ExitStatus {
        try waiting.waitForEnd(
            limit: timeLimit, place: "\(fileID):\(line)", read: readAvailable, evidence: evidence
        ).status
    }

    /// The mode that the terminal is in.
    ///
    /// - Throws: `TerminalGone` once the session's first process has ended: the kernel resets the
    ///   terminal then, so that its mode would say nothing about what the program left behind. To
    ///   test that, start the program from `ProgramUnderTest.openShell`. `SystemCallError` when the
    ///   terminal is out of order.
    package func mode() throws -> TerminalMode {
        let mode = try device.mode()
        // Looked at afterwards, since the end may have come between the two.
        guard child.noticeEnd() == nil else { throw TerminalGone(commandLine: launch.commandLine) }
        return mode
    }

    /// The process group that the terminal's keys send their signals to.
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

/// The terminal's mode was asked for after the process that it belonged to had ended.
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
