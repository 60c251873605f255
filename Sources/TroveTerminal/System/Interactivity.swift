import Glibc

/// Whether the program runs on a terminal.
package enum Interactivity {
    /// Whether a file descriptor is a terminal.
    package static func isTerminal(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1
    }

    /// Whether the line editor can be used. libedit turns editing off unless standard input and
    /// output are both terminals.
    package static var isAvailable: Bool {
        isTerminal(STDIN_FILENO) && isTerminal(STDOUT_FILENO)
    }

    /// Whether the terminal called `name` (the value of `TERM`) understands escape sequences at
    /// all.
    package static func understandsEscapes(_ name: String?) -> Bool {
        guard let name else { return false }
        return !name.isEmpty && name != "dumb"
    }
}
