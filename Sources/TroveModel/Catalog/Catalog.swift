/// Everything a person collects, in memory: one table for each kind. A value, so that whoever reads
/// keeps the version he has.
package struct Catalog: Sendable {
    /// What can be collected.
    package let kinds: Kinds
    /// In the order of `kinds`.
    package private(set) var tables: [Table]
    /// For each kind the names that no second thing may have.
    private var names: [UniqueNames]
    /// For each kind what makes two of its things the same; nil where nothing does.
    package let duplicateKeys: [DuplicateKey?]
    /// For each kind what is the same in it; nil until somebody asks.
    private var duplicates: [DuplicateIndex?]

    /// An empty catalog.
    package init(kinds: Kinds) {
        self.kinds = kinds
        tables = kinds.all.map(Table.init)
        names = kinds.all.map(UniqueNames.init)
        duplicateKeys = kinds.all.map(DuplicateKey.init)
        duplicates = kinds.all.map { _ in nil }
    }

    /// A catalog of these things alone, in this order.
    package init(kinds: Kinds, items: [Item]) {
        self.init(kinds: kinds)
        for item in items {
            tables[item.kind].insert(number: item.number, id: item.id, values: item.values)
        }
    }

    /// How many things there are of all kinds.
    package var count: Int { tables.reduce(0) { $0 + $1.count } }

    /// Where the thing with this number is; nil when there is none.
    package func find(_ number: ItemNumber) -> (kind: KindIndex, row: RowIndex)? {
        for kind in kinds.indices {
            if let row = tables[kind].row(ofNumber: number) { return (kind, row) }
        }
        return nil
    }

    /// The thing at a row, taken out.
    package func item(_ kind: KindIndex, at row: RowIndex) -> Item {
        let table = tables[kind]
        return Item(
            kind: kind, number: table.number(at: row), id: table.id(at: row),
            values: table.values(at: row))
    }

    /// The thing with this number, taken out; nil when there is none.
    package func item(numbered number: ItemNumber) -> Item? {
        find(number).map { item($0.kind, at: $0.row) }
    }

    /// All things in the order of kinds and numbers.
    package var items: [Item] {
        kinds.indices.flatMap { kind in
            tables[kind].rows(matching: .everything).map { item(kind, at: $0) }
        }
    }

    /// Checks that nobody else has the unique values a thing would have.
    ///
    /// - Throws: a violation of `isTaken`, with the number of the thing that has the name.
    package func checkNames(
        of values: [Value?], kind: KindIndex, except number: ItemNumber? = nil
    ) throws(RuleViolation) {
        for field in names[kind].fields {
            guard case .text(let text)? = values[field],
                let owner = names[kind].owner(of: text, field: field), owner != number
            else { continue }
            throw RuleViolation(
                field: kinds[kind].fields[field].name, value: text, rule: .isTaken(by: owner))
        }
    }

    /// A thing of a kind that is the same as one with these values: it has the same ISBN, or else the
    /// same title and creator. Where there are several, the one with the lowest number.
    ///
    /// All things of the kind must be loaded. The first question goes through them, unless
    /// `indexDuplicates` has done that; later ones go through none.
    ///
    /// - Parameters:
    ///   - values: one place for each field.
    ///   - kind: the kind that is asked about.
    ///   - number: a thing that does not count, such as the one that has the values.
    /// - Returns: nil when there is none, and for a kind whose things have neither creator nor ISBN.
    package mutating func duplicate(
        of values: [Value?], kind: KindIndex, except number: ItemNumber? = nil
    ) -> Duplicate? {
        if duplicates[kind] == nil {
            let table = tables[kind]
            indexDuplicates(of: kind) { $0(table) }
        }
        return duplicates[kind]?.duplicate(of: values, except: number, in: tables[kind])
    }

    /// Whether it is known what is the same in a kind, loaded or not.
    package func hasDuplicateIndex(of kind: KindIndex) -> Bool { duplicates[kind] != nil }

    /// Looks through all things of a kind, of which only the fields of the key are needed.
    package mutating func indexDuplicates<Failure: Error>(
        of kind: KindIndex, _ forEachTable: ((Table) -> Void) throws(Failure) -> Void
    ) throws(Failure) {
        guard let key = duplicateKeys[kind] else { return }
        var index = DuplicateIndex(key)
        try forEachTable { index.add($0) }
        duplicates[kind] = index
    }

    /// Whether there is perhaps a thing that is the same as one with these values; it need not be
    /// loaded.
    package mutating func mayHaveDuplicate(of values: [Value?], kind: KindIndex) -> Bool {
        duplicates[kind]?.mayHave(values) ?? true
    }

    /// Notes a change of a thing that is not loaded.
    ///
    /// - Parameters:
    ///   - change: what happened to it.
    ///   - values: what it holds now; only a change of fields needs them.
    package mutating func noteDuplicates(after change: Change, _ values: [Value?]?) {
        switch change.action {
        case .create(let values): duplicates[change.kind]?.add(values, number: change.number)
        case .delete(let values): duplicates[change.kind]?.remove(values, number: change.number)
        case .update(let fields):
            guard let values else { return }
            var former = values
            for field in fields { former[field.field] = field.before }
            duplicates[change.kind]?.remove(former, number: change.number)
            duplicates[change.kind]?.add(values, number: change.number)
        }
    }

    // MARK: Changing

    /// A change that does not fit what the catalog holds.
    package enum Misfit: Error, Sendable, Equatable {
        /// There is no thing with this number.
        case noSuchItem(ItemNumber)
        /// There is one already.
        case itemExists(ItemNumber)
    }

    /// Checks that each change fits the catalog as it is now, without applying any.
    ///
    /// - Throws: the first `Misfit`.
    package func check(_ changes: [Change]) throws(Misfit) {
        for change in changes {
            let isThere = tables[change.kind].row(ofNumber: change.number) != nil
            if case .create = change.action {
                if isThere { throw .itemExists(change.number) }
            } else if !isThere {
                throw .noSuchItem(change.number)
            }
        }
    }

    /// Applies changes one after the other.
    ///
    /// - Throws: the first `Misfit`. It stops there: the changes before it stay applied, and the
    ///   catalog must be loaded again.
    package mutating func apply(_ changes: [Change]) throws(Misfit) {
        for change in changes { try apply(change) }
        for kind in kinds.indices { tables[kind].compact() }
    }

    private mutating func apply(_ change: Change) throws(Misfit) {
        let kind = change.kind
        if case .create(let values) = change.action {
            guard tables[kind].row(ofNumber: change.number) == nil else {
                throw .itemExists(change.number)
            }
            tables[kind].insert(number: change.number, id: change.id, values: values)
            names[kind].add(values, number: change.number)
            duplicates[kind]?.add(values, number: change.number)
            return
        }
        guard let row = tables[kind].row(ofNumber: change.number) else {
            throw .noSuchItem(change.number)
        }
        switch change.action {
        case .create: break
        case .update(let fields):
            let isConcerned = duplicates[kind]?.isConcerned(by: fields) ?? false
            if isConcerned {
                duplicates[kind]?.remove(tables[kind].values(at: row), number: change.number)
            }
            for field in fields {
                names[kind].replace(field, number: change.number)
                tables[kind].set(field.field, to: field.after, at: row)
            }
            if isConcerned {
                duplicates[kind]?.add(tables[kind].values(at: row), number: change.number)
            }
        case .delete:
            let values = tables[kind].values(at: row)
            names[kind].remove(values, number: change.number)
            duplicates[kind]?.remove(values, number: change.number)
            tables[kind].remove(at: row)
        }
    }

    // MARK: Loading

    /// Lets a loader append rows to one table; rows that were appended stay when it throws.
    package mutating func load<Failure: Error>(
        _ kind: KindIndex, _ body: (inout Table) throws(Failure) -> Void
    ) throws(Failure) {
        let first = tables[kind].rows.upperBound
        defer {
            if !names[kind].fields.isEmpty {
                for row in first..<tables[kind].rows.upperBound {
                    names[kind].add(
                        tables[kind].values(at: row), number: tables[kind].number(at: row))
                }
            }
        }
        try body(&tables[kind])
    }

    // MARK: Titles

    /// The rows of a kind whose title begins so, by title, and how many there are in all.
    package mutating func rows(
        of kind: KindIndex, titleBeginningWith text: String, limit: Int
    ) -> (rows: [RowIndex], total: Int) {
        tables[kind].rows(titleBeginningWith: Folding.name(text), limit: limit)
    }

    /// Prepares a slice of what searching titles needs; false when all is prepared.
    package mutating func prepareTitles() -> Bool {
        tables.indices.contains { tables[$0].prepareTitles() }
    }
}
