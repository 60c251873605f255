package import TroveModel
package import TroveTerminal

/// The properties of the output that formats depend on.
package struct OutputContext: Sendable {
    let kinds: Kinds
    let style: Style
    /// The columns of the terminal; nil for a pipe.
    let width: Int?
    /// Whether the output goes to a terminal, with or without a user at a prompt.
    let isForTerminal: Bool
    /// Whether the output suits a screen reader: numbers instead of bars.
    let isPlain: Bool
    /// The current day, or the day of the library that `as-of` shows, which decides whether a loan
    /// is overdue.
    let today: PartialDate
    /// Whether one item is written like several, because their number does not follow from the
    /// command.
    let writesLists: Bool

    /// Collects what the program knows about its output.
    package init(
        kinds: Kinds, style: Style, width: Int?, isForTerminal: Bool, isPlain: Bool = false,
        today: PartialDate, writesLists: Bool = false
    ) {
        self.kinds = kinds
        self.style = style
        self.width = width
        self.isForTerminal = isForTerminal
        self.isPlain = isPlain
        self.today = today
        self.writesLists = writesLists
    }

    /// Returns the properties for a library with other kinds on another day.
    func having(_ kinds: Kinds, on today: PartialDate) -> OutputContext {
        OutputContext(
            kinds: kinds, style: style, width: width, isForTerminal: isForTerminal,
            isPlain: isPlain, today: today, writesLists: writesLists)
    }

    /// Wraps the lines of a text to the width of the terminal.
    func fitted(_ text: TerminalText) -> TerminalText {
        width.map { text.wrapped(to: $0) } ?? text
    }
}
