/// The text that the editor suggests after the end of the line.
///
/// Pure: it is told what is suggested for a line, and when the line has rested for a moment.
package struct LineSuggestion: Sendable {
    /// The line that a suggestion was last asked for, with the part of the suggestion typed since.
    private var line: [UInt32]?
    /// The suggested scalars after that line.
    private var text: [UInt32] = []
    /// Whether there is a text that is not shown yet.
    package private(set) var isHidden = false

    /// Creates the state before the first suggestion.
    package init() {}

    /// Returns the text to show after a line; empty while the suggestion is hidden.
    package func rest(of current: [UInt32]) -> String {
        !isHidden && line == current ? LineText.string(text) : ""
    }

    /// Adapts to a new line: typed characters that the suggestion begins with are taken from it.
    package mutating func follow(_ current: [UInt32]) {
        guard let line, line != current else { return }
        let typed = current.dropFirst(line.count)
        guard current.starts(with: line), text.count > typed.count, text.starts(with: typed) else {
            self = LineSuggestion()
            return
        }
        self.line = current
        text.removeFirst(typed.count)
    }

    /// Whether a suggestion has not been asked for yet.
    package func isDue(for current: [UInt32]) -> Bool {
        !current.isEmpty && line != current
    }

    /// Sets the suggestion for a line, which is hidden at first; nil or an empty text if there is
    /// none.
    package mutating func set(_ suggested: String?, for current: [UInt32]) {
        line = current
        text = (suggested ?? "").unicodeScalars.map(\.value)
        isHidden = !text.isEmpty
    }

    /// Shows the suggestion.
    package mutating func show() {
        isHidden = false
    }
}
