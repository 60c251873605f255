import TroveCommands
import TroveLanguage

/// Puts the lines of a script together to commands: most are one line, some go on in the next.
struct CommandAssembler {
    /// The command so far.
    private(set) var source = ""
    /// The number of its first line, from 1.
    private(set) var firstLine = 1
    /// Whether the command needs more lines.
    private(set) var isWaiting = false
    private var openQuote: Character?

    /// Takes a line in; true when the command may be whole.
    mutating func add(_ line: String, number: Int) -> Bool {
        guard isWaiting else {
            source = line
            firstLine = number
            return true
        }
        source += "\n" + line
        // Inside a quote only a line with that quote can end the command.
        guard let openQuote else {
            // Most lines that end so go on, and there may be many of them.
            return line.utf8.last != 0x5C || line.utf8.contains(0x23)
                || source.utf8.count > Opening.longestCommand
        }
        return line.contains(openQuote) || source.utf8.count > Opening.longestCommand
    }

    /// Learns that the command goes on.
    mutating func wait(for quote: Character?) {
        isWaiting = true
        openQuote = quote
    }

    /// Begins with the next command.
    mutating func begin() {
        isWaiting = false
        openQuote = nil
    }
}
