import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Resolving conditions in the place of references.
extension CommandContext {
    /// Returns the items that a condition selects, after confirmation if the command changes
    /// several of them.
    ///
    /// - Parameters:
    ///   - selection: the condition.
    ///   - span: its place in the command.
    ///   - chosen: the kinds to search; nil for all.
    ///   - operation: the operation on the items that the server may have to confirm; nil for none.
    /// - Returns: the items, sorted by kind and number; at least one.
    /// - Throws: `CommandFailure` if no item meets the condition, if a keyword of another program
    ///   is read as text, if the server must confirm but is not available, or if the user does not
    ///   confirm.
    func items(
        selectedBy selection: Selection, at span: Range<Int>, among chosen: [KindIndex]?,
        for operation: Operation?
    ) throws -> [Item] {
        session.command.selectsItems = true
        let found = try matches(of: selection, among: chosen)
        let query = selection.query
        guard !found.isEmpty else {
            throw CommandFailure(.nothingMatches(hint(for: query)), at: span)
        }
        // A `not` that is read as text would select the opposite.
        if operation != nil, let mistake = keywordInText(of: query) {
            throw CommandFailure(.isDoubtful(mistake, session.command.correction), at: span)
        }
        if let warning = unknownValue(in: query) { say(.warning(warning)) }
        guard found.count > 1, selection.needsConfirmation, session.asksFirst else { return found }
        if let operation {
            let known = try found.filter { try !library.outbox.isUnseen($0.id) }
            try mustAsk(known.map { ($0.kind, operation) })
        }
        let failure = CommandFailure(
            .selectionNeedsConfirmation(verb: selection.verb, found), at: span)
        if user != nil { say(.text(Message.matches(found, kinds))) }
        try confirm(Message.proceeding(selection.verb, with: found.count), else: failure)
        // Another shell may have changed the library during the question.
        try library.begin()
        return try found.map { item in
            guard let current = try library.item(numbered: item.number) else {
                throw CommandFailure(.noSuchNumber(item.number), at: span)
            }
            return current
        }
    }

    /// Returns the one item that a condition selects, for verbs that take a single item.
    func onlyItem(selectedBy selection: Selection, at span: Range<Int>) throws -> Item {
        let found = try matches(of: selection, among: nil)
        guard let item = found.first else {
            throw CommandFailure(.nothingMatches(hint(for: selection.query)), at: span)
        }
        guard found.count == 1 else {
            throw CommandFailure(.takesOneItem(verb: selection.verb, found), at: span)
        }
        return item
    }

    private func matches(of selection: Selection, among chosen: [KindIndex]?) throws -> [Item] {
        // A record of a completion is not an item of the collection.
        let records = Set(kinds.all.compactMap(\.completions))
        let searched = try selectedKinds(selection.query).filter { kind in
            if let chosen { return chosen.contains(kind) }
            return selection.kind != nil || !records.contains(kinds[kind].name)
        }
        return try searched.flatMap { kind in
            try loadAll(kind)
            let filter = try filter(selection.query, of: kinds[kind])
            let rows = library.catalog.tables[kind].rows(matching: filter)
            return try rows.enumerated().map { index, row in
                if index & 1023 == 0, isInterrupted { throw CommandFailure(.isInterrupted) }
                return library.catalog.item(kind, at: row)
            }
        }
    }
}
