import TroveTerminal

/// Reading progress as text.
enum ProgressText {
    /// Returns a bar and the share of pages: `▓▓▓░░░ 29 %`.
    static func bar(_ page: Int, of total: Int) -> TerminalText {
        let share = total > 0 ? Double(page) / Double(total) : 0
        return ProgressBar.render(fraction: share, width: 20)
            + " \(total > 0 ? page * 100 / total : 0) %"
    }
}
