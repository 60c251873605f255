import TroveTerminal

/// Reading progress as text.
enum ProgressText {
    /// Returns a bar and the share of pages: `▓▓▓░░░ 29 %`; without a bar if the output is plain.
    static func bar(_ page: Int, of total: Int, isPlain: Bool) -> TerminalText {
        let percentage: TerminalText = "\(total > 0 ? page * 100 / total : 0) %"
        if isPlain { return percentage }
        let share = total > 0 ? Double(page) / Double(total) : 0
        return ProgressBar.render(fraction: share, width: 20)
            + " \(percentage)"
    }
}
