import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore

/// The read list: books to read next, owned or not.
extension CommandContext {
    /// The kind of the items on the read list.
    func readListKind() throws(CommandFailure) -> KindIndex {
        guard let list = readList else { throw CommandFailure(.catalogue(.noKind)) }
        return list
    }

    /// Returns the values for the read list of the items or the result that a reference names.
    func values(
        named reference: Spanned<Reference>, for list: KindIndex
    ) throws -> [[Value?]] {
        if case .result = reference.value {
            let entry = try entry(reference)
            try checkFits(kinds[try kind(of: entry.service?.subject)], in: list, at: reference.span)
            return [self.values(of: entry, for: list)]
        }
        let others = kinds.indices.filter { $0 != list }
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

    /// Throws if the items of a kind cannot be on the read list because they have no ISBN, which
    /// identifies its items.
    private func checkFits(
        _ kind: Kind, in list: KindIndex, at span: Range<Int>
    ) throws(CommandFailure) {
        let isIdentified = kind.index(ofRole: .isbn) != nil
        guard isIdentified == (kinds[list].index(ofRole: .isbn) != nil) else {
            throw CommandFailure(.doesNotApply(verb: Read.name, kind: kind), at: span)
        }
    }

    /// Returns the item of the read list that matches the values; nil if there is none.
    func listed(_ values: [Value?], in list: KindIndex) throws -> Item? {
        if let field = kinds[list].index(ofRole: .catalogueKey), let key = values[field] {
            try loadAll(list)
            let table = library.catalog.tables[list]
            let rows = table.rows(matching: .compare(field: field, .equal, [key]), limit: 1)
            if let row = rows.first { return library.catalog.item(list, at: row) }
        }
        return try library.duplicates.first(of: values, kind: list, except: nil)
            .flatMap { try library.item(numbered: $0.number) }
    }
}
