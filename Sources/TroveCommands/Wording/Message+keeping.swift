import TroveModel
package import TroveTerminal

/// Messages about shelves, the wishlist and loans.
extension Message {
    static let noShelves: TerminalText =
        "There are no shelves. `shelve REF on:SHELF` puts an item on one."
    static let nothingLent: TerminalText =
        "Nothing is lent. `lend REF to:NAME` records a loan."

    /// Returns the reply of an empty wishlist, which says how an item of the kind gets on it.
    static func emptyWishlist(_ kind: Kind) -> TerminalText {
        guard let (field, ladder) = kind.ladder else { return "Your wishlist is empty." }
        return """
            Your wishlist is empty. `add \(kind.name) TITLE \(kind.fields[field].name):\
            \(ladder.rungs[0].name)` puts \(Phrase.one(kind.name)) on it.
            """
    }

    static func isOnShelf(_ name: TerminalText, _ shelf: String) -> TerminalText {
        "Nothing changed: \(name) is already on \(shelf)"
    }

    static func isNotOnShelf(_ name: TerminalText, _ shelf: String) -> TerminalText {
        "Nothing changed: \(name) is not on \(shelf)"
    }

    static func hasTags(_ name: TerminalText, _ tags: [String]) -> TerminalText {
        "Nothing changed: \(name) already has the \(tagged(tags))"
    }

    static func hasNoTags(_ name: TerminalText, _ tags: [String]) -> TerminalText {
        "Nothing changed: \(name) does not have the \(tagged(tags))"
    }

    private static func tagged(_ tags: [String]) -> TerminalText {
        let names = tags.map { "\"\($0)\"" }.joined(separator: ", ")
        return "\(tags.count == 1 ? "tag" : "tags") \(names)"
    }

    static func isNotLent(_ name: TerminalText) -> TerminalText {
        "Nothing changed: \(name) is not lent"
    }

    static func isPast(_ field: String, _ date: PartialDate) -> TerminalText {
        "the \(field) date \(date) is in the past: the loan is already overdue"
    }

    /// Returns the name of a borrower whose loan is overdue, with a note that says so.
    package static func overdue(_ borrower: TerminalText) -> TerminalText {
        borrower + overdueNote
    }

    /// The note after the name of a borrower whose loan is overdue.
    static let overdueNote: TerminalText = " (overdue)"

    static func lent(_ count: Int, overdue: Int) -> TerminalText {
        let lent: TerminalText = "\(items(count)) \(count == 1 ? "is" : "are") lent"
        if count == 1, overdue == 1 { return lent + "; it is overdue." }
        return overdue == 0 ? lent + "." : lent + ", \(overdue) of them overdue."
    }
}
