import TroveModel
import TroveTerminal

/// Messages about duplicates.
extension Message {
    /// `book 1: Dune by Frank Herbert`
    static func nameAndCreator(of item: Item, _ kind: Kind) -> TerminalText {
        guard let creator = kind.index(ofRole: .creator).flatMap({ item.values[$0] }) else {
            return name(of: item, kind)
        }
        return "\(name(of: item, kind)) by \(creator)"
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
        return "\(text.capitalized). Add it again? [y/N] "
    }

    static func isSame(
        _ item: Item, as other: Item, _ kind: Kind, _ reason: Duplicate.Reason
    ) -> TerminalText {
        "\(kind.name) \(item.number) is now a duplicate of \(nameAndCreator(of: other, kind)) "
            + "(\(description(of: reason, kind)))"
    }

    static func description(of reason: Duplicate.Reason, _ kind: Kind) -> TerminalText {
        let title = kind.fields[Kind.titleIndex].name
        let creator = kind.index(ofRole: .creator).map { kind.fields[$0].name }
        return switch reason {
        case .sameISBN: "same ISBN"
        case .sameTitleAndCreator:
            "same \(([title] + [creator].compactMap(\.self)).joined(separator: " and "))"
        }
    }
}

extension Item {
    /// Whether the item is on the wishlist: in the first state of its ladder.
    func isWish(_ kind: Kind) -> Bool {
        guard let (index, ladder) = kind.ladder else { return false }
        return values[index] == .text(ladder.rungs[0].name)
    }
}
