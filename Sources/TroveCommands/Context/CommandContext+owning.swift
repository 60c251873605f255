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

    /// Adds an item that the user owns, or moves the same item from the wishlist.
    ///
    /// - Parameters:
    ///   - values: the values of the item.
    ///   - kind: its kind.
    ///   - options: the fields of the command, and whether a duplicate is added without a
    ///     confirmation.
    ///   - span: the place in the command that errors point at.
    /// - Returns: the report of the change.
    /// - Throws: `CommandFailure` if a rule is broken, the server must confirm but is not
    ///   available, or a duplicate is not confirmed.
    func addOwned(
        _ values: [Value?], of kind: KindIndex, _ options: CodeOptions, blaming span: Range<Int>?
    ) throws -> Reply {
        if let wish = try wish(like: values, of: kind) {
            return try own(wish, as: values, options, blaming: span)
        }
        return try addItem(values, of: kind, isConfirmed: options.isConfirmed, blaming: span)
    }

    /// Gives an item on the wishlist the state and the ISBN of the owned one, its other values in
    /// empty fields, and the fields of the command.
    func own(
        _ wish: Item, as values: [Value?], _ options: CodeOptions, blaming span: Range<Int>?
    ) throws -> Reply {
        try beginChanging(wish.kind)
        guard let current = try library.item(numbered: wish.number) else {
            throw CommandFailure(.noSuchNumber(wish.number), at: span)
        }
        let kind = kinds[wish.kind]
        let given = try options.fields.map { try kind.field(named: $0.field) }
        let replaced = [kind.ladder?.index, kind.index(ofRole: .isbn)]
        var owned = current.values
        for field in kind.fieldIndices where !given.contains(field) && values[field] != nil {
            if owned[field] == nil || replaced.contains(field) { owned[field] = values[field] }
        }
        try assign(options.fields, given, to: &owned, of: kind)
        try check(owned, of: wish.kind, after: current, options.fields, given, elsewhere: span)
        var made = try carryOut([Change.update(from: current, to: owned)].compactMap(\.self))
        let notes = [Message.wasWish, made.notes[current.number]].compactMap(\.self)
        made.notes[current.number] = notes.joined(separator: "; ")
        return .changes(try reports(of: made))
    }
}
