import TroveLanguage
import TroveModel
import TroveStore

/// Adding items.
extension CommandContext {
    /// Adds an item, following the rules of `add`.
    ///
    /// - Parameters:
    ///   - values: a value for each field, based on `initialValues`.
    ///   - kind: the kind of the item.
    ///   - isConfirmed: whether a duplicate is added without confirmation.
    ///   - span: the place in the command that errors point at.
    /// - Returns: the report of the new item.
    /// - Throws: `CommandFailure` if a rule is broken, if the server must confirm but is not
    ///   available, or if a duplicate is not confirmed.
    func addItem(
        _ values: [Value?], of kind: KindIndex, isConfirmed: Bool, blaming span: Range<Int>?
    ) throws -> Reply {
        try beginChanging(kind)
        try check(values, of: kind, after: nil, elsewhere: span)
        return try admit(values, of: kind, given: [], isConfirmed, blaming: span)
    }

    /// Adds an item that was checked, after asking for confirmation if it is a duplicate.
    func admit(
        _ values: [Value?], of kind: KindIndex, given: [FieldIndex], _ isConfirmed: Bool,
        blaming span: Range<Int>?
    ) throws -> Reply {
        try mustAsk([(kind, .create)])
        if !isConfirmed, try confirmAgain(values, of: kind, blaming: span) {
            // Another shell may have changed the library during the question.
            try beginChanging(kind)
            try check(values, of: kind, after: nil, elsewhere: span)
        }
        return try create([(kind, kinds[kind].withoutEarlyCompletion(values, given: given))])
    }

    /// Adds items that were checked, as one change.
    func create(_ items: [(kind: KindIndex, values: [Value?])]) throws -> Reply {
        try perform(items.map { .create(try newItem($0.values, of: $0.kind)) })
    }

    /// Returns an item that was checked, with a new number and a new identity.
    func newItem(_ values: [Value?], of kind: KindIndex) throws -> Item {
        Item(kind: kind, number: try library.takeNumber(), id: makeItemID(), values: values)
    }

    /// Asks for confirmation if the item is a duplicate. Returns false if it is not.
    ///
    /// - Throws: `isDuplicate` in a script, and if `isAsking` is false; `wasNotConfirmed` if the
    ///   answer is no.
    func confirmAgain(
        _ values: [Value?], of kind: KindIndex, isAsking: Bool = true, blaming span: Range<Int>?
    ) throws -> Bool {
        guard session.asksFirst,
            let duplicate = try library.duplicates.first(
                of: values, kind: kind, isTitleEnough: true),
            let item = try library.item(numbered: duplicate.number)
        else { return false }
        let failure = CommandFailure(
            .isDuplicate(of: item, kinds[kind], duplicate.reason), at: span)
        guard isAsking else { throw failure }
        try confirm(Message.addingAgain(item, kinds[kind], duplicate.reason), else: failure)
        return true
    }

    func initialValues(of kind: Kind) -> [Value?] {
        kind.initialValues(today: surroundings.today)
    }
}
