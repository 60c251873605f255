package import TroveLanguage
package import TroveModel
package import TroveTerminal

/// Why a reference names no item that the command can use.
package enum ReferenceProblem {
    /// No item has the number. It may be the title of an item, or the beginning of one.
    case noSuchNumber(ItemNumber, title: String? = nil)
    case noSuchTitle(String, nearest: [String], isUnique: Bool)
    /// No item has this title, which is the name of a kind, so the kind's items were probably
    /// meant.
    case namesKind(String)
    /// Several items have the title: the first of them, the number of all, and the kinds.
    case ambiguousTitle(String, [Item], total: Int, Kinds)
    case nothingIsIt
    /// No item meets the condition of a command; a hint about a mistake in it.
    case nothingMatches(TerminalText?)
    /// A part of a condition is probably a mistake, and other items would be changed: the hint
    /// about it, and what is probably meant.
    case isDoubtful(TerminalText, Correction?)
    /// A condition selects these items, and the script does not confirm the command.
    case selectionNeedsConfirmation(verb: String, [Item])
    /// A condition selects these items, and the verb takes one.
    case takesOneItem(verb: String, [Item])

    /// Whether a title that no item has is a word for all items, so no single item was meant.
    static func asksForAll(_ title: String) -> Bool {
        ["all", "everything", "*"].contains(title.lowercased())
    }
}

extension ReferenceProblem {
    var code: ErrorCode {
        switch self {
        case .noSuchNumber, .noSuchTitle, .namesKind: "no-such-item"
        case .ambiguousTitle: "ambiguous-title"
        case .nothingIsIt: "nothing-is-it"
        case .nothingMatches: "nothing-matches"
        case .isDoubtful: "doubtful"
        case .selectionNeedsConfirmation: "selection-needs-confirmation"
        case .takesOneItem: "takes-one-item"
        }
    }
}

extension CommandFailure {
    /// Wraps a failure of a reference.
    package init(_ problem: ReferenceProblem, at span: Range<Int>? = nil) {
        self.init(.reference(problem), at: span)
    }
}
