import Testing
import TroveTesting

extension Trove {
    /// Opens the shell in a terminal and waits for its prompt.
    func openTrove(
        _ arguments: [String] = [], size: WindowSize = .standard,
        terminal: String = "xterm-256color", fileID: String = #fileID, line: Int = #line
    ) throws -> TerminalSession {
        let session = try program.openTerminal(arguments, size: size, terminal: terminal)
        try session.waitForTrove(fileID: fileID, line: line)
        return session
    }

    /// Starts Trove from a shell with job control and waits for its prompt.
    func openTroveFromShell(
        size: WindowSize = .standard, fileID: String = #fileID, line: Int = #line
    ) throws -> TerminalSession {
        let session = try program.openShell(size: size, fileID: fileID, line: line)
        try session.enter("\"$PROGRAM\"")
        try session.waitForTrove(fileID: fileID, line: line)
        return session
    }

    /// Starts Trove in tmux, which rewraps its rows on a resize. It ends with Trove.
    func openInTmux(size: WindowSize) throws -> TerminalSession {
        let settings = try scratch.write(
            "set -g status off\nset -g exit-unattached on\nset -g escape-time 0\n", to: "tmux.conf")
        var tmux = try other("tmux")
        tmux.environment["TMUX_TMPDIR"] = tmux.environment["TMPDIR"]
        tmux.environment["XTERM_VERSION"] = nil
        return try tmux.openTerminal(
            ["-u", "-f", settings, "new-session", program.path], size: size)
    }

    /// The path of the history, below `scratch`.
    var historyFile: String { "home/.local/state/trove/history" }

    /// The lines of the history file.
    func historyLines() throws -> [String] {
        try scratch.read(historyFile).split(separator: "\n").map(String.init)
    }

    /// Writes a program for the shell to call, and returns its path.
    func writeTool(_ name: String, _ script: String) throws -> String {
        let path = try scratch.write("#!/bin/sh\n\(script)\n", to: "tools/\(name)")
        try scratch.setPermissions(0o755, of: "tools/\(name)")
        return path
    }
}

extension TerminalModel {
    /// All rows since the start, the last one being that of the current prompt.
    var rows: [String] {
        everything.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Whether the cursor is after an empty Trove prompt.
    var isAtPrompt: Bool {
        let text = textBeforeCursor
        return text.hasPrefix("trove") && text.hasSuffix("> ")
            && text.count { $0 == ">" } == 1
    }

    /// All text since the start without spaces and row ends: for wrapped lines, where a wide
    /// character that does not fit leaves a space at the margin.
    var unspaced: String { everything.filter { !$0.isWhitespace } }

    /// Returns the number of rows since the start that contain a text.
    func count(of text: String) -> Int {
        rows.count { $0.contains(text) }
    }

    /// Returns the column where a text begins, in cells, in the lowest row that contains it.
    func column(of text: String) -> Int? {
        for row in (0..<size.rows).reversed() where self.row(row).contains(text) {
            let cells = (0..<size.columns).map { cell(Position(row: row, column: $0)).text }
            return cells.indices.first {
                !cells[$0].isEmpty && cells[$0...].joined().hasPrefix(text)
            }
        }
        return nil
    }
}

extension TerminalSession {
    /// Waits until Trove is ready for a command, at the given prompt if any.
    func waitForTrove(
        _ prompt: String? = nil, fileID: String = #fileID, line: Int = #line
    ) throws {
        try waitUntil(
            prompt.map { "the prompt \"\($0)\"" } ?? "a prompt of Trove's", fileID: fileID,
            line: line
        ) {
            $0.isAtPrompt && (prompt == nil || $0.textBeforeCursor == prompt)
        }
    }

    /// Types a text and waits until the cursor is after it.
    func typeOut(_ text: String, fileID: String = #fileID, line: Int = #line) throws {
        try type(text)
        try waitUntil(cursorFollows: text, fileID: fileID, line: line)
    }

    /// Types a command that fits in a row, waits for the next prompt, and returns the rows of its
    /// output.
    @discardableResult
    func run(_ command: String, fileID: String = #fileID, line: Int = #line) throws -> [String] {
        try typeOut(command, fileID: fileID, line: line)
        return try submit(fileID: fileID, line: line)
    }

    /// Presses Enter after a nonempty line, waits for the next prompt, and returns the rows of the
    /// output.
    @discardableResult
    func submit(fileID: String = #fileID, line: Int = #line) throws -> [String] {
        let before = terminal.scrollback.count + cursor.row
        try press(.enter)
        try waitForTrove(fileID: fileID, line: line)
        return Array(terminal.rows.dropFirst(before + 1).dropLast())
    }

    /// Whether the program wrote escape sequences other than color codes.
    var hasMoreThanColors: Bool {
        output.count { $0 == 0x1B } > colorSequences.count
    }

    /// The color codes that the program wrote, in order.
    var colorSequences: [String] {
        String(decoding: output, as: UTF8.self).split(separator: "\u{1B}[").dropFirst()
            .compactMap { part in
                let parameters = part.prefix { $0.isNumber || $0 == ";" }
                guard part.dropFirst(parameters.count).first == "m" else { return nil }
                return "ESC[\(parameters)m"
            }
    }
}
