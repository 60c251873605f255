import TroveTerminal

/// Reading progress as text.
enum ProgressText {
    /// The widths of the widest and of the narrowest bar that is drawn, in columns.
    private static let (widest, narrowest) = (20, 4)
    /// The width of a text with a bar: in full, and the minimum.
    static let (fullWidth, minimumWidth) = (widest + 6, narrowest + 6)

    /// Draws how far a book is read.
    ///
    /// - Parameters:
    ///   - page: the current page.
    ///   - total: the number of pages.
    ///   - isPlain: whether the output is plain.
    ///   - columns: the room for the text; nil if it is not limited.
    /// - Returns: a bar and the share of pages: `▓▓▓░░░ 29 %`; only the share if the output is
    ///   plain, or if there is no room for a bar.
    static func bar(
        _ page: Int, of total: Int, isPlain: Bool, columns: Int? = nil
    ) -> TerminalText {
        let percentage: TerminalText = "\(total > 0 ? page * 100 / total : 0) %"
        let width = columns.map { min(widest, $0 - percentage.width - 1) } ?? widest
        if isPlain || width < narrowest { return percentage }
        let share = total > 0 ? Double(page) / Double(total) : 0
        return ProgressBar.render(fraction: share, width: width) + " \(percentage)"
    }
}
