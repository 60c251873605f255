import Glibc

/// Whether a person is at the other end.
package enum Interactivity {
    /// Whether a file descriptor is a terminal.
    package static func isTerminal(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1
    }

    /// Whether the line editor can be used: both ends must be a terminal, because libedit gives
    /// up editing when either is not.
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
