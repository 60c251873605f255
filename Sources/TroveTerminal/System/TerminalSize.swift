import Glibc

/// The size of a terminal's screen.
package struct TerminalSize: Sendable, Equatable {
    /// Cells in a row, at least 1.
    package var columns: Int
    /// Rows on the screen, at least 1.
    package var rows: Int

    /// A size given by hand.
    package init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
    }

    /// The size now; nil when the descriptor is no terminal or the terminal does not know.
    package static func current(of descriptor: Int32) -> TerminalSize? {
        var size = winsize()
        // TIOCGWINSZ stores exactly one `winsize`.
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return TerminalSize(
            columns: Int(size.ws_col), rows: size.ws_row > 0 ? Int(size.ws_row) : 24)
    }
}
