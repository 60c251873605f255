/// Joins the lines of a script into commands. Most commands are one line.
package struct CommandAssembler {
    /// A line that makes its command invalid.
    package struct Fault {
        /// What is wrong with a line.
        package enum Reason {
            /// The first invalid byte is in this column, in characters from 1.
            case notUTF8(column: Int)
            /// The line is longer than the limit of lines.
            case tooLong
        }

        package let reason: Reason
        /// The number of the line, from 1.
        package let line: Int
        /// The line, with invalid bytes replaced.
        package let text: String

        /// Creates a fault.
        package init(_ reason: Reason, line: Int, text: String) {
            self.reason = reason
            self.line = line
            self.text = text
        }
    }

    /// The command so far. Once it exceeds the limit, later lines are not added.
    package private(set) var source = ""
    /// The number of its first line, from 1.
    package private(set) var firstLine = 1
    /// Whether the command needs more lines.
    package private(set) var isWaiting = false
    /// The first line that makes the command invalid. Such a command is only read to its end, so
    /// that no part of it runs as a command.
    package private(set) var fault: Fault?
    /// Where the lines so far break off, while the command needs more.
    private var `break` = Lexer.Break.betweenWords

    /// Begins without a command.
    package init() {}

    /// Whether the command is longer than the limit of commands.
    package var isTooLong: Bool { source.utf8.count > Opening.longestCommand }

    /// Adds a line. Returns true when the command may be complete.
    package mutating func add(_ line: String, number: Int) -> Bool {
        guard isWaiting else {
            source = line
            firstLine = number
            fault = nil
            isWaiting = isTooLong && isOpen(after: source)
            return !isWaiting
        }
        let next = "\n" + line
        if !isTooLong { source += next }
        // Only the new line is read, so that a command of many lines takes linear time.
        return !isOpen(after: next)
    }

    /// Adds a line that makes its command invalid. Returns true when the command may be complete.
    package mutating func add(_ fault: Fault) -> Bool {
        let earlier = isWaiting ? self.fault : nil
        defer { self.fault = earlier ?? fault }
        return add(fault.text, number: fault.line)
    }

    /// Whether the command continues after further lines.
    private mutating func isOpen(after lines: String) -> Bool {
        guard let next = Lexer.break(in: lines, after: self.break) else { return false }
        self.break = next
        return true
    }

    /// Waits for more lines if the first one does not complete the command.
    ///
    /// - Returns: Whether the command needs more lines.
    package mutating func waitIfOpen() -> Bool {
        guard !isWaiting, !isTooLong, isOpen(after: source) else { return false }
        isWaiting = true
        return true
    }

    /// Adds a line. Returns whether the command, as far as its quotes go, is complete.
    package mutating func completes(with line: Substring) -> Bool {
        add(String(line), number: 1) && !waitIfOpen()
    }

    /// Starts the next command.
    package mutating func begin() {
        isWaiting = false
        self.break = .betweenWords
        fault = nil
    }
}
