import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore

/// The read list: what to read next, owned or not.
extension Interpreter {
    func read(_ references: [Spanned<Reference>]) throws -> Reply {
        let list = try readListKind()
        var replies: [Reply] = []
        for reference in references {
            try beginChanging(list)
            for found in try self.values(named: reference, for: list) {
                if let there = try listed(found, in: list) {
                    throw CommandFailure(.catalogue(.isOnReadList(there)), at: reference.span)
                }
                var values = initialValues(of: kinds[list])
                for (field, value) in found.enumerated() where value != nil {
                    values[field] = value
                }
                replies.append(
                    try addThing(values, of: list, isConfirmed: true, blaming: reference.span))
            }
        }
        return .sequence(replies)
    }

    func unread(_ references: [Spanned<Reference>]) throws -> Reply {
        let list = try readListKind()
        try library.begin()
        var changes: [Change] = []
        for reference in references {
            for item in try listed(reference, in: list)
            where !changes.contains(where: { $0.number == item.number }) {
                changes.append(.delete(item))
            }
        }
        return try perform(changes)
    }

    func reads(_ query: Query) throws -> Reply {
        var query = query
        query.kind = try readListKind()
        let reply = try list(query)
        guard query.condition == nil, case .listing(let listing) = reply, listing.isEmpty else {
            return reply
        }
        return .sequence([.listing(listing.saying(Message.emptyReadList))])
    }

    private func readListKind() throws(CommandFailure) -> Int {
        guard let list = readList else { throw CommandFailure(.catalogue(.noKind)) }
        return list
    }

    // MARK: What is meant

    /// What the list would hold of the things or the result that a reference names.
    private func values(
        named reference: Spanned<Reference>, for list: Int
    ) throws -> [[Value?]] {
        if case .result = reference.value {
            let entry = try entry(reference)
            guard entry.service.subject == .books else {
                throw CommandFailure(
                    .doesNotApply(verb: "read", kind: kinds[try kind(of: entry.service.subject)]),
                    at: reference.span)
            }
            return [self.values(of: entry, for: list)]
        }
        let others = kinds.all.indices.filter { $0 != list }
        return try items(reference, among: others).map { item in
            if item.kind == list {
                throw CommandFailure(.catalogue(.isOnReadList(item)), at: reference.span)
            }
            let kind = kinds[item.kind]
            guard kind.catalogue == .books else {
                throw CommandFailure(.doesNotApply(verb: "read", kind: kind), at: reference.span)
            }
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

    /// What stands on the list and is the same.
    private func listed(_ values: [Value?], in list: Int) throws -> Item? {
        if let field = kinds[list].index(ofRole: .catalogueKey), let key = values[field] {
            try loadAll(list)
            let table = library.catalog.tables[list]
            let rows = table.rows(matching: .compare(field: field, .equal, [key]), limit: 1)
            if let row = rows.first { return library.catalog.item(list, at: row) }
        }
        return try library.duplicate(of: values, kind: list, except: nil)
            .flatMap { try library.item(numbered: $0.number) }
    }

    /// What a reference names on the list: itself, or the book or the result that it is.
    private func listed(_ reference: Spanned<Reference>, in list: Int) throws -> [Item] {
        if case .title(let title) = reference.value {
            return [try item(titled: title, at: reference.span, among: [list])]
        }
        if case .result = reference.value {
            let entry = try entry(reference)
            guard let number = try thing(like: entry, among: [list]),
                let item = try library.item(numbered: number)
            else {
                throw CommandFailure(.catalogue(.isNotOnReadList(entry.title)), at: reference.span)
            }
            return [item]
        }
        return try items(reference, among: [list]).map { item in
            if item.kind == list { return item }
            let same = try values(named: Spanned(.number(item.number), reference.span), for: list)
            guard let there = try same.first.flatMap({ try listed($0, in: list) }) else {
                throw CommandFailure(.catalogue(.isNotOnReadList(item.title)), at: reference.span)
            }
            return there
        }
    }
}
