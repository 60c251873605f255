/// Joins the lines of a script into commands. Most commands are one line.
package struct CommandAssembler {
    /// The command so far.
    package private(set) var source = ""
    /// The number of its first line, from 1.
    package private(set) var firstLine = 1
    /// Whether the command needs more lines.
    package private(set) var isWaiting = false
    private var openQuote: Character?

    /// Begins without a command.
    package init() {}

    /// Adds a line. Returns true when the command may be complete.
    package mutating func add(_ line: String, number: Int) -> Bool {
        guard isWaiting else {
            source = line
            firstLine = number
            return true
        }
        source += "\n" + line
        // Inside a quote, only a line with that quote can end the command.
        guard let openQuote else {
            // A final backslash usually continues the command. Parsing only at the end keeps long
            // commands linear.
            return line.utf8.last != 0x5C || line.utf8.contains(0x23)
                || source.utf8.count > Opening.longestCommand
        }
        return line.contains(openQuote) || source.utf8.count > Opening.longestCommand
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
    }
}
