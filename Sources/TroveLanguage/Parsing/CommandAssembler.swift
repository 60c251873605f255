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
    private var openQuote: Character?

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
            return !isTooLong || endsTooLong(source)
        }
        if !isTooLong { source += "\n" + line }
        guard !isTooLong else {
            return endsTooLong((openQuote.map(String.init) ?? "") + "\n" + line)
        }
        // Inside a quote, only a line with that quote can end the command.
        guard let openQuote else {
            // A final backslash usually continues the command. Parsing only at the end keeps long
            // commands linear.
            return line.utf8.last != 0x5C || line.utf8.contains(0x23)
        }
        return line.contains(openQuote)
    }

    /// Adds a line that makes its command invalid. Returns true when the command may be complete.
    package mutating func add(_ fault: Fault) -> Bool {
        let earlier = isWaiting ? self.fault : nil
        defer { self.fault = earlier ?? fault }
        return add(fault.text, number: fault.line)
    }

    /// Returns whether a command that is too long ends with this text.
    private mutating func endsTooLong(_ text: String) -> Bool {
        let (isOpen, quote) = Lexer.continues(text)
        if isOpen { wait(for: quote) }
        return !isOpen
    }

    /// Records that the command continues.
    package mutating func wait(for quote: Character?) {
        isWaiting = true
        openQuote = quote
    }

    /// Starts the next command.
    package mutating func begin() {
        isWaiting = false
        openQuote = nil
        fault = nil
    }
}
