import Glibc
import TroveSystem

// The unsafe calls in this file pass C strings and records that live until the call returns; the C
// library keeps none of them.

// The pager is a program such as `less`, started through the shell as `$PAGER` may hold arguments.
// It gets the text through a pipe and the keys from the terminal itself. Ctrl-C goes to both
// processes: `less` takes it, and for us it is only noted and forgotten. Ctrl-Z goes to both too:
// `less` gives the terminal back and stops, and we stop after it, so that nobody reads keys behind
// the calling shell's back. `less` must not run with LESSSECURE for that, in which it ignores Ctrl-Z.
// A pager that is quit early closes the pipe; SIGPIPE is ignored while the text is written.

/// Showing a text that is taller than the screen.
package struct Pager: Sendable {
    /// What runs when `$PAGER` says nothing: colours kept, the screen not cleared, and no waiting
    /// when the text fits.
    package static let standard =
        "exec env LESSCHARSET=utf-8 less -FRX '-PsSpace shows more, q goes back'"

    private let command: String
    private let descriptor: Int32

    /// Whether a pager can draw on a terminal called so (the value of `TERM`).
    package static func works(on terminal: String?) -> Bool {
        Interactivity.understandsEscapes(terminal)
    }

    /// A pager for a descriptor.
    ///
    /// - Parameters:
    ///   - command: A command for `/bin/sh`; nil or an empty one stands for `standard`.
    ///   - descriptor: Where plain writing goes, and whose screen counts.
    package init(command: String? = nil, descriptor: Int32 = STDOUT_FILENO) {
        let given = command ?? ""
        // A shell that waits for one program only would stop before it.
        let isOneProgram = given.allSatisfy {
            $0.isLetter || $0.isNumber || " -_./:,+".contains($0)
        }
        self.command =
            given.allSatisfy(\.isWhitespace)
            ? Self.standard : isOneProgram ? "exec \(given)" : given
        self.descriptor = descriptor
    }

    /// Shows a text; a newline is added at its end if there is none.
    ///
    /// The text is written plainly when it fits on the screen, when the descriptor is no terminal,
    /// or when the pager cannot be started.
    package func run(_ text: String) {
        let whole = text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
        guard Interactivity.isTerminal(descriptor),
            let size = TerminalSize.current(of: descriptor),
            Self.rows(of: whole, columns: size.columns) >= size.rows
        else {
            Descriptor.write(whole, to: descriptor)
            return
        }
        if !page(whole) { Descriptor.write(whole, to: descriptor) }
    }

    /// The rows that a text takes, long lines being wrapped; colours take no room.
    static func rows(of text: String, columns: Int) -> Int {
        var rows = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            let width = DisplayWidth.ofStyled(String(line))
            rows += max(1, (width + columns - 1) / columns)
        }
        return rows
    }

    /// Runs the pager; false when it could not be started.
    private func page(_ text: String) -> Bool {
        guard let (reading, writing) = Descriptor.pipe() else { return false }
        var settings = termios()
        let hasSettings = unsafe tcgetattr(descriptor, &settings) == 0
        guard let child = SystemShell.start(command, input: reading) else {
            close(reading)
            close(writing)
            return false
        }
        close(reading)
        SystemShell.ignoringBrokenPipe {
            _ = Descriptor.write(text, to: writing)
        }
        close(writing)
        let status = SystemShell.wait(for: child) {
            if hasSettings { unsafe tcsetattr(descriptor, TCSADRAIN, &settings) }
        }
        if hasSettings { unsafe tcsetattr(descriptor, TCSADRAIN, &settings) }
        TerminalSignals.clearInterrupt()
        // The shell's own words for "cannot be executed" and "not found".
        return status != 126 && status != 127
    }
}
