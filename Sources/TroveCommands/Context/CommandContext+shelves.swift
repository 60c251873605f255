import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// The shelves of items.
extension CommandContext {
    /// Returns all shelves with the number of their items, sorted by name.
    func shelves() throws -> [(name: String, count: Int)] {
        var shelves: [[UInt8]: (name: String, count: Int)] = [:]
        for (index, kind) in kinds.enumerated() {
            guard let field = kind.index(ofRole: .shelves) else { continue }
            try loadAll(index)
            for (names, count) in library.catalog.tables[index].tally(field) {
                guard case .set(let names) = names else { continue }
                for name in names { shelves[Folding.name(name), default: (name, 0)].count += count }
            }
        }
        return shelves.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }

    /// Puts items on a shelf or takes them off. The name of an existing shelf keeps its spelling.
    ///
    /// - Parameters:
    ///   - references: the items.
    ///   - typed: the shelf.
    ///   - verb: the verb of the command; `shelve` puts the items on the shelf.
    ///   - note: the message for an item that does not change.
    ///   - change: changes the names of the shelves of an item.
    /// - Returns: the report of the changes.
    /// - Throws: `CommandFailure` if the name contains a comma, an item cannot have shelves, or a
    ///   rule is broken.
    func onShelf(
        _ references: [Spanned<Reference>], _ typed: Spanned<String>, verb: String,
        note: (TerminalText, String) -> TerminalText, _ change: (inout [String], String) -> Void
    ) throws -> Reply {
        guard !typed.value.contains(",") else {
            throw CommandFailure(.hasComma(typed.value), at: typed.span)
        }
        try library.begin()
        let known = try shelves()
        let changes = try items(references).map { item -> (item: Item, change: Change?) in
            let kind = kinds[item.kind]
            guard let field = kind.index(ofRole: .shelves) else {
                throw CommandFailure(
                    .doesNotApply(verb: verb, kind: kind), at: references[0].span)
            }
            var names: [String] = []
            if case .set(let former)? = item.values[field] { names = former }
            let stands = names.contains { Folding.name($0) == Folding.name(typed.value) }
            if stands != (verb == Shelve.name) {
                let written =
                    known.first { Folding.name($0.name) == Folding.name(typed.value) }?.name
                change(&names, written ?? typed.value)
            }
            let assignment = Assignment(
                field: Spanned(kind.fields[field].name, typed.span),
                value: names.isEmpty
                    ? nil : Spanned(names.joined(separator: ","), typed.span), span: typed.span)
            return (item, try update(item, [assignment]))
        }
        return try report(changes) { item in
            note(Message.name(of: item, kinds[item.kind]), typed.value)
        }
    }
}
