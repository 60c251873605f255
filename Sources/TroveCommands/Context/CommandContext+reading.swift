import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore

/// The read list: what to read next, owned or not.
extension CommandContext {
    /// The kind of the items on the read list.
    func readListKind() throws(CommandFailure) -> Int {
        guard let list = readList else { throw CommandFailure(.catalogue(.noKind)) }
        return list
    }

    /// The values that the items or the result that a reference names get on the read list.
    func values(
        named reference: Spanned<Reference>, for list: Int
    ) throws -> [[Value?]] {
        if case .result = reference.value {
            let entry = try entry(reference)
            try checkFits(kinds[try kind(of: entry.service?.subject)], in: list, at: reference.span)
            return [self.values(of: entry, for: list)]
        }
        let others = kinds.all.indices.filter { $0 != list }
        return try items(reference, among: others).map { item in
            if item.kind == list {
                throw CommandFailure(.catalogue(.isOnReadList(item)), at: reference.span)
            }
            let kind = kinds[item.kind]
            try checkFits(kind, in: list, at: reference.span)
            var values: [Value?] = kinds[list].fields.map { _ in nil }
            values[Kind.titleIndex] = item.values[Kind.titleIndex]
            for role in [Field.Role.creator, .isbn] {
                guard let from = kind.index(ofRole: role), let to = kinds[list].index(ofRole: role)
                else { continue }
                values[to] = item.values[from]
            }
            return values
        }
    }

    /// Throws if the items of a kind cannot be on the read list, because they lack the role that
    /// identifies its items: the ISBN.
    private func checkFits(
        _ kind: Kind, in list: Int, at span: Range<Int>
    ) throws(CommandFailure) {
        let isIdentified = kind.index(ofRole: .isbn) != nil
        guard isIdentified == (kinds[list].index(ofRole: .isbn) != nil) else {
            throw CommandFailure(.doesNotApply(verb: Read.name, kind: kind), at: span)
        }
    }

    /// The item on the read list that is the same as these values; nil where there is none.
    func listed(_ values: [Value?], in list: Int) throws -> Item? {
        if let field = kinds[list].index(ofRole: .catalogueKey), let key = values[field] {
            try loadAll(list)
            let table = library.catalog.tables[list]
            let rows = table.rows(matching: .compare(field: field, .equal, [key]), limit: 1)
            if let row = rows.first { return library.catalog.item(list, at: row) }
        }
        return try library.duplicate(of: values, kind: list, except: nil)
            .flatMap { try library.item(numbered: $0.number) }
    }
}
