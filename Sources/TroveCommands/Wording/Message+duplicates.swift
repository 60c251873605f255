import TroveModel
import TroveTerminal

/// Messages about duplicates.
extension Message {
    /// `book 1: Dune by Frank Herbert`, `movie 2: Dune (2021)`
    static func nameAndCreator(of item: Item, _ kind: Kind) -> TerminalText {
        let name = name(of: item, kind)
        guard let field = kind.distinguishing.flatMap(kind.index(ofField:)),
            let value = item.values[field]
        else { return name }
        return kind.fields[field].role == .creator ? "\(name) by \(value)" : "\(name) (\(value))"
    }

    static func isThere(_ item: Item, _ kind: Kind, _ reason: Duplicate.Reason) -> TerminalText {
        let name = nameAndCreator(of: item, kind)
        let same = description(of: reason, kind)
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
            + "(\(description(of: reason, kind)))"
    }

    static func description(of reason: Duplicate.Reason, _ kind: Kind) -> TerminalText {
        let title = kind.fields[Kind.titleIndex].name
        return switch reason {
        case .sameISBN: "same ISBN"
        case .sameTitleAndCreator:
            "same \(([title] + [kind.distinguishing].compactMap(\.self)).joined(separator: " and "))"
        case .sameTitle: "same \(title); one has no \(kind.distinguishing ?? title)"
        }
    }
}
