import TroveLanguage
import TroveModel
import TroveTerminal

/// Messages about marks and about the past.
extension Message {
    static let noMarks: TerminalText = "No marks. `mark NAME` sets one."

    static func marked(_ name: String) -> TerminalText {
        let name = Quoting.argument(name)
        return "Set mark \(name). `undo to:\(name)` returns to this state."
    }

    static func moved(mark name: String) -> TerminalText {
        "Moved mark \(Quoting.argument(name)) here."
    }

    static func removed(mark name: String) -> TerminalText {
        "Removed mark \(Quoting.argument(name))."
    }

    /// The reply of `log` for a library in which nothing was changed.
    static let noChangesYet: TerminalText = "Nothing has been changed yet."

    /// The reply of `diff` and `log` without changes, of an item or of the library.
    static func noDifferences(
        since place: String, ofItem number: ItemNumber? = nil
    ) -> TerminalText {
        let subject = number.map { "Item \($0)" } ?? "Nothing"
        return "\(subject) has \(number == nil ? "" : "not ")changed since \(place)."
    }

    /// The reply to an undo of commands that cancel each other out.
    static func unchanged(since place: String) -> TerminalText {
        "Nothing changed: the library is the same as at \(place)"
    }

    /// What happened to an item, for `diff` in tables.
    static func difference(_ action: Change.Action) -> String {
        switch action {
        case .create: "added"
        case .update: "changed"
        case .delete: "deleted"
        }
    }
}
