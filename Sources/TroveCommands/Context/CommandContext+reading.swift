import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore

/// The read list: one entry for each finished reading, of items that the user owns or not.
extension CommandContext {
    /// The kind of the items on the read list.
    func readListKind() throws(CommandFailure) -> KindIndex {
        guard let list = readList else { throw CommandFailure(.catalogue(.noKind)) }
        return list
    }

    /// Returns the entries for the items or the result that a reference names.
    func readings(
        of reference: Spanned<Reference>, for list: KindIndex
    ) throws -> [Reading] {
        if case .result(let number) = reference.value {
            let entry = try entry(reference)
            try checkFits(try kind(of: entry.service?.subject), in: list, at: reference.span)
            return [
                Reading(
                    item: nil, values: values(of: entry, for: list), reference: "r\(number)",
                    span: reference.span)
            ]
        }
        return try items(reference, among: kinds.titled).map { item in
            if item.kind == list {
                return Reading(
                    item: nil, values: identity(of: item), reference: "\(item.number)",
                    span: reference.span)
            }
            try checkFits(item.kind, in: list, at: reference.span)
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
        _ kind: KindIndex, in list: KindIndex, at span: Range<Int>
    ) throws(CommandFailure) {
        guard kinds[kind].completions == kinds[list].name else {
            throw CommandFailure(.doesNotApply(verb: Read.name, kind: kinds[kind]), at: span)
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
        try check(values, of: item.kind, after: item, [], [], elsewhere: span)
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
