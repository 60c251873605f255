import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore

/// The read list: one entry for each finished reading, of items that the user owns or not.
extension CommandContext {
    func readListKind() throws(CommandFailure) -> KindIndex {
        guard let list = readList else { throw CommandFailure(.catalogue(.noKind)) }
        return list
    }

    /// Returns the entries for the items or the result that a reference names. A result belongs to
    /// the item of the library that its mark `have` names in the list of results.
    func readings(
        of reference: Spanned<Reference>, for list: KindIndex
    ) throws -> [Reading] {
        if case .result(let number) = reference.value {
            let entry = try entry(reference)
            let kind = try kind(of: entry.service?.subject)
            try checkFits(kinds[kind], in: list, at: reference.span)
            let item = try itemNumber(like: entry, among: [kind])
                .flatMap { try library.item(numbered: $0) }
            var values = item.map { kinds[kind].carry($0.values, to: kinds[list]) } ?? []
            if values.isEmpty { values = kinds[list].fields.map { _ in nil } }
            for (field, value) in zip(kinds[list].fieldIndices, self.values(of: entry, for: list))
            where values[field] == nil { values[field] = value }
            return [
                Reading(
                    item: item, values: values, reference: "r\(number)", span: reference.span)
            ]
        }
        var items = try items(reference, among: kinds.titled)
        if case .range = reference.value {
            // An entry of the read list inside a range is not read again.
            items = try applicable(items) { try checkFits($0, in: list, at: reference.span) }
        }
        return try items.map { item in
            if item.kind == list {
                return Reading(
                    item: nil, values: identity(of: item), reference: "\(item.number)",
                    span: reference.span)
            }
            try checkFits(kinds[item.kind], in: list, at: reference.span)
            return Reading(
                item: item, values: kinds[item.kind].carry(item.values, to: kinds[list]),
                reference: "\(item.number)", span: reference.span)
        }
    }

    /// Returns the values of an entry without those of its reading.
    private func identity(of entry: Item) -> [Value?] {
        let kind = kinds[entry.kind]
        var values = entry.values
        for role in [Field.Role.started, .completed, .rating, .note] {
            if let field = kind.index(ofRole: role) { values[field] = nil }
        }
        return values
    }

    /// Throws if items of a kind cannot be on the read list.
    private func checkFits(
        _ kind: Kind, in list: KindIndex, at span: Range<Int>
    ) throws(CommandFailure) {
        guard kind.completions == kinds[list].name else {
            throw CommandFailure(.doesNotApply(verb: Read.name, kind: kind), at: span)
        }
    }

    /// Returns the change that moves an item to its last state; nil if it is there.
    func finishing(_ item: Item, at span: Range<Int>) throws -> Change? {
        let kind = kinds[item.kind]
        guard let (field, ladder) = kind.ladder, let last = ladder.rungs.last,
            !ladder.isLast(item.values[field])
        else { return nil }
        var values = item.values
        values[field] = .text(last.name)
        try check(values, of: item.kind, after: item, elsewhere: span)
        return Change.update(from: item, to: values)
    }

    /// Returns why the offline rules refuse changes; nil if they do not. It tries once to reach the
    /// server.
    func refusal(of changes: [Change]) throws -> CommandFailure? {
        do {
            try mustAsk(changes)
            return nil
        } catch let failure as CommandFailure where failure.needsServer {
            try commit()
            guard try sync?.reconnect() ?? false else { return failure }
        }
        do {
            try library.begin()
            try mustAsk(changes)
            return nil
        } catch let failure as CommandFailure where failure.needsServer {
            return failure
        }
    }
}
