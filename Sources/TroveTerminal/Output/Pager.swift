import Glibc
import TroveSystem

// The pager is a program such as `less`, started through the shell because `$PAGER` may contain
// arguments. It reads the text from a pipe and keys from the terminal. Ctrl-C reaches both
// processes: `less` handles it, and this process discards it. Ctrl-Z reaches both too: `less`
// restores the terminal and stops, and this process stops after it, so that neither competes with
// the calling shell for keys. `less` ignores Ctrl-Z under LESSSECURE, so it must run without it. A
// pager that quits early closes the pipe; SIGPIPE is ignored while the text is written.

/// Shows texts that are taller than the screen.
package struct Pager: Sendable {
    /// Returns the command when `$PAGER` is not set: keep colors, do not clear the screen, quit if
    /// the text fits, and keep the first lines on the screen if this `less` can (since version
    /// 600).
    private static func standard(headerLines: Int, columns: Int) -> String {
        let header =
            headerLines > 0
            ? "less --help 2>/dev/null | grep -q -e --header && h=--header=\(headerLines); " : ""
        // `less` cuts the beginning of a prompt that does not fit.
        let more = "Space shows more, q goes back"
        let prompt = more.utf8.count + 1 < columns ? "?eq goes back:\(more)." : "?eq:Space, q."
        return "h=; \(header)exec env LESSCHARSET=utf-8 less $h -FRX '-Ps\(prompt)'"
    }

    /// The command; nil for the standard one.
    private let command: String?
    private let descriptor: Int32

    /// Whether a pager can draw on this type of terminal (the value of `TERM`).
    package static func works(on terminal: String?) -> Bool {
        Interactivity.understandsEscapes(terminal)
    }

    /// Creates a pager for a descriptor.
    ///
    /// - Parameters:
    ///   - command: A command for `/bin/sh`; nil or empty selects `less`.
    ///   - descriptor: The output without a pager, and the terminal whose size counts.
    package init(command: String? = nil, descriptor: Int32 = STDOUT_FILENO) {
        let given = command ?? ""
        // Without options, `less` shows the codes of colors as text.
        let options =
            "LESS=\"${LESS-FRX}\" LESSCHARSET=\"${LESSCHARSET-utf-8}\"; export LESS LESSCHARSET; "
        // With `exec` no shell is left that would stop before the pager.
        let isOneProgram = given.allSatisfy {
            $0.isLetter || $0.isNumber || " -_./:,+".contains($0)
        }
        self.command =
            given.allSatisfy(\.isWhitespace)
            ? nil : options + (isOneProgram ? "exec \(given)" : given)
        self.descriptor = descriptor
    }

    /// Shows a text, adding a final newline if it lacks one.
    ///
    /// The text is written directly when it fits on the screen, when it has graphics, which a pager
    /// cannot show, when the descriptor is not a terminal, or when the pager cannot be started.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - headerLines: The number of its first lines that stay on the screen, if the pager can do
    ///     that.
    ///   - beforeStart: Called before the pager starts.
    package func run(_ text: String, headerLines: Int = 0, beforeStart: () -> Void = {}) {
        let whole = text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
        guard !DrawnPicture.isGraphic(whole), Interactivity.isTerminal(descriptor),
            let size = TerminalSize.current(of: descriptor),
            Self.rows(of: whole, columns: size.columns, upTo: size.rows) >= size.rows
        else {
            Descriptor.write(whole, to: descriptor)
            return
        }
        beforeStart()
        if !page(whole, headerLines: headerLines, columns: size.columns) {
            Descriptor.write(whole, to: descriptor)
        }
    }

    /// Returns the number of rows that a text takes, counting wrapped lines and ignoring color
    /// codes. Lines are counted only until there are at least `limit` rows.
    static func rows(of text: String, columns: Int, upTo limit: Int = .max) -> Int {
        var rows = 0
        var rest = text.utf8[...]
        while rows < limit, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(text[rest.startIndex..<end])
            rows += DisplayWidth.rows(ofStyled: line, columns: columns)
            rest = rest[rest.index(after: end)...]
        }
        return rows
    }

    /// Runs the pager. Returns false when it could not be started.
    private func page(_ text: String, headerLines: Int, columns: Int) -> Bool {
        guard let (reading, writing) = Descriptor.pipe() else { return false }
        let mode = TerminalMode(of: descriptor)
        TerminalSignals.catchStop()
        guard
            let child = SystemShell.start(
                command ?? Self.standard(headerLines: headerLines, columns: columns), input: reading
            )
        else {
            TerminalSignals.leavePrompt()
            close(reading)
            close(writing)
            return false
        }
        close(reading)
        let status = SystemShell.ignoringBrokenPipe {
            SystemShell.wait(for: child, feeding: PipeFeed(text, to: writing)) {
                mode?.apply(to: descriptor)
            }
        }
        mode?.apply(to: descriptor)
        TerminalSignals.clearInterrupt()
        // The shell's statuses for "cannot execute" and "not found".
        return status != 126 && status != 127
    }
}
