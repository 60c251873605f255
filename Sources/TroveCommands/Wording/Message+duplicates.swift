import TroveModel
import TroveTerminal

/// Messages about duplicates.
extension Message {
    /// `book 1: Dune by Frank Herbert`, `movie 2: Dune (2021)`
    static func nameAndCreator(of item: Item, _ kind: Kind) -> TerminalText {
        name(of: item, kind) + (distinction(of: item, kind) ?? "")
    }

    /// Returns what tells items of the same title apart: ` by Frank Herbert`, ` (2021)`; nil if the
    /// item has no such value.
    static func distinction(of item: Item, _ kind: Kind) -> TerminalText? {
        guard let field = kind.distinguishing.flatMap(kind.index(ofField:)),
            field != Kind.titleIndex,
            let value = item.values[field]
        else { return nil }
        return kind.fields[field].role == .creator ? " by \(value)" : " (\(value))"
    }

    static func isThere(_ item: Item, _ kind: Kind, _ reason: Duplicate.Reason) -> TerminalText {
        let name = nameAndCreator(of: item, kind)
        let same = description(of: reason, item, kind)
        return item.isWish(kind)
            ? "\(name) is already on your wishlist (\(same))"
            : "you already have \(name) (\(same))"
    }

    static func addingAgain(_ item: Item, _ kind: Kind, _ reason: Duplicate.Reason) -> TerminalText
    {
        let text = isThere(item, kind, reason)
        return "\(text.capitalized). Add it again?"
    }

    static func isSame(
        _ item: Item, as other: Item, _ kind: Kind, _ reason: Duplicate.Reason
    ) -> TerminalText {
        "\(kind.name) \(item.number) is now a duplicate of \(nameAndCreator(of: other, kind)) "
            + "(\(description(of: reason, item, kind)))"
    }

    static func description(
        of reason: Duplicate.Reason, _ item: Item, _ kind: Kind
    ) -> TerminalText {
        let title = kind.fields[Kind.titleIndex].name
        switch reason {
        case .sameISBN: return "same ISBN"
        case .sameTitleAndCreator:
            guard let other = kind.distinguishing, other != title else { return "same \(title)" }
            return distinction(of: item, kind) == nil
                ? "same \(title); neither has \(Phrase.one(other))" : "same \(title) and \(other)"
        case .sameTitle:
            return kind.distinguishing.map { "same \(title); one has no \($0)" } ?? "same \(title)"
        }
    }
}
