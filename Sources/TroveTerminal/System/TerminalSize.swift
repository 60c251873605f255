import Glibc

/// The size of a terminal's screen.
package struct TerminalSize: Sendable, Equatable {
    /// Columns, at least 1.
    package var columns: Int
    /// Rows, at least 1.
    package var rows: Int

    /// Creates a size.
    package init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
    }

    /// Returns the current size, or nil when the descriptor is not a terminal or the terminal does
    /// not report one.
    package static func current(of descriptor: Int32) -> TerminalSize? {
        var size = winsize()
        // TIOCGWINSZ stores exactly one `winsize`.
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return TerminalSize(
            columns: Int(size.ws_col), rows: size.ws_row > 0 ? Int(size.ws_row) : 24)
    }

    static func hasPixels(_ descriptor: Int32) -> Bool {
        var size = winsize()
        // TIOCGWINSZ stores exactly one `winsize`.
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return false }
        return size.ws_xpixel > 0 && size.ws_ypixel > 0
    }
}
