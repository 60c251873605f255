import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Items on the wishlist that the user turns out to own.
extension CommandContext {
    /// Returns the item on the wishlist that is a duplicate of an item that the user owns.
    ///
    /// - Parameters:
    ///   - values: the values of the owned item.
    ///   - kind: its kind.
    /// - Returns: the item on the wishlist; nil if there is none, if the library has another
    ///   duplicate, or if the values are those of a wish.
    /// - Throws: an error if the library cannot be read.
    func wish(like values: [Value?], of kind: KindIndex) throws -> Item? {
        guard let (state, ladder) = kinds[kind].ladder, let rung = ladder.index(of: values[state]),
            ladder.isOwned(rung),
            let duplicate = try library.duplicates.first(
                of: values, kind: kind, isTitleEnough: true),
            let item = try library.item(numbered: duplicate.number), item.isWish(kinds[kind])
        else { return nil }
        return item
    }

    /// Adds a book that the user owns, or moves the same book from the wishlist.
    ///
    /// - Parameters:
    ///   - book: the book.
    ///   - span: the place in the command that errors point at.
    /// - Returns: the report of the change.
    /// - Throws: `CommandFailure` if a rule is broken, the server must confirm but is not
    ///   available, or a duplicate is not confirmed.
    func addOwned(_ book: FoundBook, blaming span: Range<Int>?) throws -> Reply {
        let kind = try bookKind()
        guard let wish = try wish(like: book.values, of: kind) else {
            return try addItem(
                book.values, of: kind, isConfirmed: book.options.isConfirmed, blaming: span)
        }
        let change = try owning(wish, as: book, blaming: span)
        var made = try carryOut([change].compactMap(\.self))
        made.noteOwned(wish.number)
        return .changes(try reports(of: made))
    }

    /// Returns the change that gives a book on the wishlist the state and the ISBN of the owned
    /// one, its other values in empty fields, and the fields of the command; nil if the book has
    /// all of them.
    func owning(
        _ wish: Item, as book: FoundBook, blaming span: Range<Int>?
    ) throws -> Change? {
        try beginChanging(wish.kind)
        guard let current = try library.item(numbered: wish.number) else {
            throw CommandFailure(.noSuchNumber(wish.number), at: span)
        }
        let kind = kinds[wish.kind]
        let assignments = book.options.fields
        let given = try assignments.map { try kind.field(named: $0.field) }
        let replaced = [kind.ladder?.index, kind.index(ofRole: .isbn)]
        var owned = current.values
        let values = book.values(of: kind)
        for field in kind.fieldIndices where !given.contains(field) && values[field] != nil {
            if owned[field] == nil || replaced.contains(field) { owned[field] = values[field] }
        }
        try assign(assignments, given, to: &owned, of: kind)
        try check(owned, of: wish.kind, after: current, assignments, given, elsewhere: span)
        return Change.update(from: current, to: owned)
    }
}
