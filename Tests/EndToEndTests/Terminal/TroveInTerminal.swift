import Testing
import TroveTesting

extension ProgramUnderTest {
    /// Trove in a world of its own, where it is always noon of one day and `PAGER` pages nothing.
    static func trove(_ environment: [String: String] = [:]) throws -> ProgramUnderTest {
        let fixed = ["TROVE_NOW": "2026-11-20T12:00", "TZ": "UTC", "USER": "ann", "PAGER": "cat"]
        var program = try ProgramUnderTest(
            try BuiltProgram.path(of: "trove"),
            environment: fixed.merging(environment) { _, given in given })
        program.timeLimit = .seconds(20)
        return program
    }

    /// Opens the shell in a terminal and waits for its prompt.
    func openTrove(
        _ arguments: [String] = [], size: WindowSize = .standard,
        terminal: String = "xterm-256color", fileID: String = #fileID, line: Int = #line
    ) throws -> TerminalSession {
        let session = try openTerminal(arguments, size: size, terminal: terminal)
        try session.waitForTrove(fileID: fileID, line: line)
        return session
    }

    /// Starts the shell from a shell with job control and waits for its prompt.
    func openTroveFromShell(
        size: WindowSize = .standard, fileID: String = #fileID, line: Int = #line
    ) throws -> TerminalSession {
        let session = try openShell(size: size, fileID: fileID, line: line)
        try session.enter("\"$PROGRAM\"")
        try session.waitForTrove(fileID: fileID, line: line)
        return session
    }

    /// Runs a script on the same library, as another process, and returns what it printed.
    @discardableResult
    func script(
        _ commands: String, arguments: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let run = try run(arguments + ["-"], input: .text(commands), errors: .merged)
        #expect(run.status == .success, "\(run.text)", sourceLocation: sourceLocation)
        return run.text
    }

    /// Where the history is kept, below `scratch`.
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
    /// The rows since the beginning, the last one being that of the last prompt.
    var rows: [String] {
        everything.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Whether the cursor is behind a prompt of Trove's and nothing has been typed.
    var isAtPrompt: Bool {
        let text = textBeforeCursor
        return text.hasPrefix("trove") && text.hasSuffix("> ")
            && text.count { $0 == ">" } == 1
    }

    /// Everything since the beginning without blanks and ends of rows: for lines that wrap, where a
    /// wide character that does not fit leaves a blank at the margin.
    var unspaced: String { everything.filter { !$0.isWhitespace } }

    /// How many rows there are, since the beginning, that a text stands in.
    func count(of text: String) -> Int {
        rows.count { $0.contains(text) }
    }

    /// The column that a text begins in, in cells, in the lowest row that has it.
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
    /// Waits until Trove is ready for a command; with a prompt given, until it is that one.
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

    /// Types a text and waits until the cursor is behind it.
    func typeOut(_ text: String, fileID: String = #fileID, line: Int = #line) throws {
        try type(text)
        try waitUntil(cursorFollows: text, fileID: fileID, line: line)
    }

    /// Types a command that fits in a row, waits for the next prompt, and returns the rows of what
    /// was printed in between.
    @discardableResult
    func run(_ command: String, fileID: String = #fileID, line: Int = #line) throws -> [String] {
        try typeOut(command, fileID: fileID, line: line)
        return try submit(fileID: fileID, line: line)
    }

    /// Presses Enter behind a line that is not empty, waits for the next prompt, and returns the
    /// rows of what was printed in between.
    @discardableResult
    func submit(fileID: String = #fileID, line: Int = #line) throws -> [String] {
        let before = terminal.scrollback.count + cursor.row
        try press(.enter)
        try waitForTrove(fileID: fileID, line: line)
        return Array(terminal.rows.dropFirst(before + 1).dropLast())
    }

    /// Whether what the program wrote has escape sequences other than those that set colours.
    var hasMoreThanColours: Bool {
        output.count { $0 == 0x1B } > colourSequences.count
    }

    /// The sequences that set colours, in the order in which the program wrote them.
    var colourSequences: [String] {
        String(decoding: output, as: UTF8.self).split(separator: "\u{1B}[").dropFirst()
            .compactMap { part in
                let parameters = part.prefix { $0.isNumber || $0 == ";" }
                guard part.dropFirst(parameters.count).first == "m" else { return nil }
                return "ESC[\(parameters)m"
            }
    }
}
