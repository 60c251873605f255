import TroveLanguage
import TroveModel
import TroveTerminal

/// The messages about items that were selected by a condition.
extension Message {
    /// The number of titles that a preview shows.
    private static let previewed = 10

    /// The reply when no item meets the condition.
    static let nothingMatches: TerminalText =
        "No item meets the condition."

    /// Returns the list of the selected items, which precedes the question.
    static func matches(_ items: [Item], _ kinds: Kinds) -> TerminalText {
        let lines = items.prefix(previewed).map { "  " + name(of: $0, kinds[$0.kind]) }
        let more: [TerminalText] =
            items.count > previewed
            ? ["  and \(TerminalText(grouped: items.count - previewed)) more"] : []
        let head: TerminalText = "\(Message.items(items.count)) match:"
        return (lines + more).reduce(head) { $0 + "\n" + $1 }
    }

    /// Returns the warning about items of a range that a command does not apply to, each with the
    /// reason.
    static func skipped(_ items: [(item: Item, error: any Error)], _ kinds: Kinds) -> TerminalText {
        let lines = items.prefix(previewed).map { item, error -> TerminalText in
            let name = name(of: item, kinds[item.kind])
            return reason(error).map { "\(name) (\($0))" } ?? name
        }
        let more: TerminalText =
            items.count > previewed
            ? " and \(TerminalText(grouped: items.count - previewed)) more" : ""
        return "skipped \(lines.joined(separator: ", "))\(more)"
    }

    private static func reason(_ error: any Error) -> TerminalText? {
        switch error {
        case let failure as CommandFailure: ErrorReport(failure).text
        case let error as LanguageError: ErrorReport(error).text
        default: nil
        }
    }

    /// Returns the last line of a list of changes that is cut short.
    static func more(_ rest: Int, of count: Int) -> TerminalText {
        "and \(TerminalText(grouped: rest)) more, \(items(count)) in all"
    }

    /// Returns the line below the changes of several items; without a count if it is not clear
    /// which of them the user meant.
    static func undoReverts(_ count: Int?) -> TerminalText {
        guard let count else { return "`undo` reverts all." }
        return "`undo` reverts \(count == 2 ? "both" : "all \(TerminalText(grouped: count))")."
    }

    /// Returns the question whether a verb is applied to several items.
    static func proceeding(_ verb: String, with count: Int) -> TerminalText {
        "\(verb == Delete.name ? "Delete" : "Change") these \(items(count))?"
    }

    /// Returns the titles of the selected items, in one line.
    static func titles(of items: [Item]) -> TerminalText {
        let titles = items.prefix(previewed).map { "\"\($0.title)\"" }.joined(separator: ", ")
        let more: TerminalText =
            items.count > previewed
            ? " and \(TerminalText(grouped: items.count - previewed)) more" : ""
        return "\(titles)\(more)"
    }
}
