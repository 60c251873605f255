/// The collection in memory: one table for each kind. A value type, so readers keep their snapshot.
package struct Catalog: Sendable {
    /// The kinds that the tables hold.
    package let kinds: Kinds
    /// The tables, in the order of `kinds`.
    package private(set) var tables: [Table]
    /// The unique names of each kind.
    private var names: [UniqueNames]
    /// How the duplicates of each kind are found.
    private var duplicates: [DuplicateFinder]

    private struct DuplicateFinder {
        /// The fields that identify duplicates; nil for a kind without duplicates.
        let key: DuplicateKey?
        /// Nil until the first search.
        var index: DuplicateIndex?
    }

    /// Creates an empty catalog.
    package init(kinds: Kinds) {
        self.kinds = kinds
        tables = kinds.stored.map(Table.init)
        names = kinds.stored.map(UniqueNames.init)
        duplicates = kinds.stored.map { DuplicateFinder(key: DuplicateKey($0)) }
    }

    /// Creates a catalog of these items, in this order. Unique names and duplicates are not
    /// indexed.
    package init(kinds: Kinds, items: [Item]) {
        self.init(kinds: kinds)
        for item in items {
            tables[item.kind].insert(number: item.number, id: item.id, values: item.values)
        }
    }

    /// The number of items of all kinds that the user sees.
    package var count: Int { kinds.indices.reduce(0) { $0 + tables[$1].count } }

    /// Returns the position of the item with this number; nil if there is none.
    package func find(_ number: ItemNumber) -> (kind: KindIndex, row: RowIndex)? {
        for kind in kinds.storedIndices {
            if let row = tables[kind].row(ofNumber: number) { return (kind, row) }
        }
        return nil
    }

    /// Returns whether an item has a value in a field; otherwise like `Table.hasValue`.
    package func hasValue(_ value: String, in field: FieldIndex, kind: KindIndex) -> Bool {
        // The element of a span is not copied.
        tables.span[kind.rawValue].hasValue(value, in: field)
    }

    /// Returns a copy of the item at a row.
    package func item(_ kind: KindIndex, at row: RowIndex) -> Item {
        let table = tables[kind]
        return Item(
            kind: kind, number: table.number(at: row), id: table.id(at: row),
            values: table.values(at: row))
    }

    /// Returns a copy of the item with this number; nil if there is none.
    package func item(numbered number: ItemNumber) -> Item? {
        find(number).map { item($0.kind, at: $0.row) }
    }

    /// Copies of all items, sorted by kind and number.
    package var items: [Item] {
        kinds.storedIndices.flatMap { kind in
            tables[kind].rows(matching: .everything).map { item(kind, at: $0) }
        }
    }

    /// Checks that no other item has the same value in a unique field. Equal values that the field
    /// had before it became unique stay.
    ///
    /// - Parameters:
    ///   - values: one value for each field.
    ///   - kind: the kind of the item.
    ///   - number: the item that has these values; nil for a new one.
    ///   - former: the values of the item before the change, which are not checked again.
    /// - Throws: `isTaken`, with the number of the item that has the name.
    package func checkNames(
        of values: [Value?], kind: KindIndex, except number: ItemNumber? = nil,
        after former: [Value?]? = nil
    ) throws(RuleViolation) {
        for field in names[kind].fields {
            guard case .text(let text)? = values[field],
                former.flatMap({ $0[field] }) != values[field],
                let owner = names[kind].owner(of: text, field: field, except: number)
            else { continue }
            throw RuleViolation(
                field: kinds[kind].fields[field].name, value: text, rule: .isTaken(by: owner))
        }
    }

    /// Returns the fields that identify duplicates of a kind; nil for a kind without duplicates.
    package func duplicateKey(of kind: KindIndex) -> DuplicateKey? { duplicates[kind].key }

    /// Returns the duplicate of an item: one with the same ISBN, else one with the same title and
    /// distinguishing value. Of several, it is the one with the lowest number.
    ///
    /// All items of the kind must be loaded. The first call indexes them, unless `indexDuplicates`
    /// has.
    ///
    /// - Parameters:
    ///   - values: one value for each field.
    ///   - kind: the kind to search.
    ///   - isTitleEnough: whether an item with the same title is a duplicate if only one of the two
    ///     has a distinguishing value.
    ///   - number: an item to leave out, such as the one that has the values.
    /// - Returns: nil if there is none, and for a kind with neither a distinguishing field nor an
    ///   ISBN.
    package mutating func duplicate(
        of values: [Value?], kind: KindIndex, isTitleEnough: Bool = false,
        except number: ItemNumber? = nil
    ) -> Duplicate? {
        duplicate(of: values, kind: kind, isTitleEnough: isTitleEnough) { $0 != number }
    }

    /// Returns the duplicate of an item among those whose number satisfies a condition; otherwise
    /// like `duplicate(of:kind:isTitleEnough:except:)`.
    package mutating func duplicate(
        of values: [Value?], kind: KindIndex, isTitleEnough: Bool = false,
        where isCandidate: (ItemNumber) -> Bool
    ) -> Duplicate? {
        duplicate(of: values, kind: kind, isTitleEnough: isTitleEnough, where: isCandidate) { _ in
            nil
        }
    }

    /// Finds the duplicate of an item among those whose number satisfies a condition, even if it is
    /// not loaded; otherwise like `duplicate(of:kind:isTitleEnough:except:)`.
    ///
    /// - Parameters:
    ///   - values: one value for each field of the kind.
    ///   - kind: the kind of the item.
    ///   - known: the fingerprint of the values; nil to compute it.
    ///   - isTitleEnough: whether an item with the same title may be a duplicate.
    ///   - keepingMarks: whether names that differ in accents or other marks are different.
    ///   - isCandidate: whether the item with a number is considered; also called with items that
    ///     only have the same hash.
    ///   - unloaded: returns the values of an item that is not in the table; nil if there is none.
    ///     Like `isCandidate`, it must not use the catalog.
    /// - Returns: the duplicate with the lowest number; nil if there is none.
    /// - Throws: what `unloaded` throws.
    package mutating func duplicate<Failure: Error>(
        of values: [Value?], kind: KindIndex, fingerprint known: DuplicateFingerprint? = nil,
        isTitleEnough: Bool = false, keepingMarks: Bool = false,
        where isCandidate: (ItemNumber) -> Bool,
        unloaded: (ItemNumber) throws(Failure) -> [Value?]?
    ) throws(Failure) -> Duplicate? {
        guard let fingerprint = known ?? duplicateKey(of: kind)?.fingerprint(of: values) else {
            return nil
        }
        if !hasDuplicateIndex(of: kind) {
            let table = tables[kind]
            indexDuplicates(of: kind) { $0(table) }
        }
        // Most items have no duplicate, and need no copy of the table.
        guard mayHaveDuplicate(fingerprint, kind: kind, isTitleEnough: isTitleEnough) else {
            return nil
        }
        let table = tables[kind]
        return try duplicates[kind].index?.duplicate(
            of: values, fingerprint, isTitleEnough: isTitleEnough, keepingMarks: keepingMarks,
            where: isCandidate
        ) { (key, number) throws(Failure) in
            if let row = table.row(ofNumber: number) {
                return key.traits { table.value($0, at: row) }
            }
            return try unloaded(number).map { values in key.traits { values[$0] } }
        }
    }

    /// Returns whether a kind has a duplicate index, which also covers items that are not loaded.
    package func hasDuplicateIndex(of kind: KindIndex) -> Bool {
        // The element of a span is not copied.
        duplicates.span[kind.rawValue].index != nil
    }

    /// Indexes the duplicates of a kind. `forEachTable` passes tables with all items of the kind,
    /// in which only the fields of the duplicate key are set.
    package mutating func indexDuplicates<Failure: Error>(
        of kind: KindIndex, _ forEachTable: ((Table) -> Void) throws(Failure) -> Void
    ) throws(Failure) {
        guard let key = duplicateKey(of: kind) else { return }
        var index = DuplicateIndex(key)
        try forEachTable { index.add($0) }
        duplicates[kind].index = index
    }

    /// Returns whether an item with these hashes may have a duplicate, loaded or not. It compares
    /// hashes only, so false positives are possible. Without an index the result is true.
    package func mayHaveDuplicate(
        _ fingerprint: DuplicateFingerprint, kind: KindIndex, isTitleEnough: Bool
    ) -> Bool {
        duplicates.span[kind.rawValue].index?.mayHave(fingerprint, isTitleEnough: isTitleEnough)
            ?? true
    }

    /// Returns whether an item with this number or a higher one may be a duplicate of another;
    /// otherwise like `mayHaveDuplicate(_:kind:isTitleEnough:)`.
    package func mayHaveDuplicate(
        _ fingerprint: DuplicateFingerprint, kind: KindIndex, from number: ItemNumber
    ) -> Bool {
        duplicates.span[kind.rawValue].index?.mayHave(fingerprint, from: number) ?? true
    }

    /// Adds an item to the duplicate index of its kind. `insert` then adds it to the table.
    package mutating func noteDuplicates(
        of fingerprint: DuplicateFingerprint, kind: KindIndex, number: ItemNumber
    ) {
        duplicates[kind].index?.add(fingerprint, number: number)
    }

    /// Adds an item to the duplicate index of its kind before the change that creates it.
    package mutating func announce(
        _ fingerprint: DuplicateFingerprint, kind: KindIndex, number: ItemNumber
    ) {
        duplicates[kind].index?.announce(fingerprint, number: number)
    }

    /// Updates the duplicate index for a change to an item that is not loaded.
    ///
    /// - Parameters:
    ///   - change: the change.
    ///   - values: the new values of the item; only an update needs them.
    package mutating func noteDuplicates(after change: Change, _ values: [Value?]?) {
        switch change.action {
        case .create(let values): duplicates[change.kind].index?.add(values, number: change.number)
        case .delete(let values):
            duplicates[change.kind].index?.remove(values, number: change.number)
        case .update(let fields):
            guard let values else { return }
            var former = values
            for field in fields { former[field.field] = field.before }
            duplicates[change.kind].index?.remove(former, number: change.number)
            duplicates[change.kind].index?.add(values, number: change.number)
        }
    }

    // MARK: Changing

    /// A change that contradicts the catalog.
    package enum Misfit: Error, Sendable, Equatable, CustomStringConvertible {
        /// There is no item with this number.
        case noSuchItem(ItemNumber)
        /// There already is an item with this number.
        case itemExists(ItemNumber)

        /// The misfit in words.
        package var description: String {
            switch self {
            case .noSuchItem(let number): "there is no item \(number)"
            case .itemExists(let number): "item \(number) already exists"
            }
        }
    }

    /// Checks that each change fits the current catalog, without applying any.
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

    /// Applies changes in order.
    ///
    /// - Throws: the first `Misfit`. The changes before it stay applied, and the catalog must be
    ///   loaded again.
    package mutating func apply(_ changes: [Change]) throws(Misfit) {
        for change in changes { try apply(change) }
        compact()
    }

    /// Sorts the rows by number again, and removes those of deleted items when there are many.
    package mutating func compact() {
        for kind in kinds.storedIndices { tables[kind].compact() }
    }

    /// Inserts a new item that is already in the duplicate index of its kind (`noteDuplicates`).
    ///
    /// - Throws: `Misfit`; in that case nothing is inserted.
    package mutating func insert(_ item: Item) throws(Misfit) {
        try insert(item.kind, item.number, item.id, item.values)
    }

    private mutating func insert(
        _ kind: KindIndex, _ number: ItemNumber, _ id: ItemID, _ values: [Value?]
    ) throws(Misfit) {
        guard tables[kind].row(ofNumber: number) == nil else { throw .itemExists(number) }
        tables[kind].insert(number: number, id: id, values: values)
        names[kind].add(values, number: number)
    }

    /// Applies a change. Until `compact` is called, the rows may not be sorted by number.
    ///
    /// - Throws: `Misfit`; in that case nothing is changed.
    package mutating func apply(_ change: Change) throws(Misfit) {
        let kind = change.kind
        if case .create(let values) = change.action {
            try insert(kind, change.number, change.id, values)
            duplicates[kind].index?.add(values, number: change.number)
            return
        }
        guard let row = tables[kind].row(ofNumber: change.number) else {
            throw .noSuchItem(change.number)
        }
        switch change.action {
        case .create: break
        case .update(let fields):
            let isAffected = duplicates[kind].index?.isAffected(by: fields) ?? false
            if isAffected {
                duplicates[kind].index?.remove(tables[kind].values(at: row), number: change.number)
            }
            for field in fields {
                names[kind].replace(field, number: change.number)
                tables[kind].set(field.field, to: field.after, at: row)
            }
            if isAffected {
                duplicates[kind].index?.add(tables[kind].values(at: row), number: change.number)
            }
        case .delete:
            let values = tables[kind].values(at: row)
            names[kind].remove(values, number: change.number)
            duplicates[kind].index?.remove(values, number: change.number)
            tables[kind].remove(at: row)
        }
    }

    // MARK: Loading

    /// Lets `body` append rows to one table, and indexes their unique names. Appended rows stay if
    /// it throws.
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

    /// Makes room for the rows of a kind that are loaded later; see `Table.makeRoom`.
    package mutating func makeRoom(_ kind: KindIndex, after first: Int, for total: Int) {
        tables[kind].makeRoom(after: first, for: total)
    }

    /// Removes all items of a kind from memory, to be loaded again.
    package mutating func clear(_ kind: KindIndex) {
        tables[kind] = Table(kind: kinds[kind])
        names[kind] = UniqueNames(kinds[kind])
        duplicates[kind].index = nil
    }

    // MARK: Views

    /// Takes over the items of a kind from another catalog, for reading only: unique names and
    /// duplicates are not indexed.
    package mutating func adopt(_ kind: KindIndex, from other: Catalog) {
        tables[kind] = other.tables[kind].named(as: kinds[kind])
        names[kind] = UniqueNames()
        duplicates[kind].index = nil
    }

    /// Inserts dead rows for the items that changes create, so that the rows stay sorted by number.
    package mutating func insertDeadRows(for changes: [Change], of kind: KindIndex) {
        tables[kind].insertDeadRows(for: changes.filter(\.action.isCreation).map(\.number))
    }

    // MARK: Titles

    /// Returns the first rows of a kind whose title begins with `text`, sorted by title, and the
    /// number of all such rows.
    package mutating func rows(
        of kind: KindIndex, titleBeginningWith text: String, limit: Int
    ) -> (rows: [RowIndex], total: Int) {
        tables[kind].rows(titleBeginningWith: Folding.name(text), limit: limit)
    }

    /// Returns the items of a kind with exactly this title, for completion: nothing is sorted
    /// first, and in a large table that is not sorted yet, some may be missed.
    package mutating func items(of kind: KindIndex, titled title: String) -> [ItemNumber] {
        let pattern = TextPattern(title, upTo: .beginning)
        let found = tables[kind].titles(matching: pattern, limit: .max)
        guard case .texts(let column) = tables[kind].columns[Kind.titleIndex] else { return [] }
        return found.elements.filter { column[$0] == title }.map { tables[kind].number(at: $0) }
    }

    /// Returns the titles of a kind that match a pattern, for completion.
    package mutating func titles(
        of kind: KindIndex, matching pattern: TextPattern, limit: Int
    ) -> Matches<String> {
        let found = tables[kind].titles(matching: pattern, limit: limit)
        guard case .texts(let column) = tables[kind].columns[Kind.titleIndex] else { return .none }
        return found.map { column[$0] ?? "" }
    }

    /// Returns the values of a field that match a pattern, the most frequent first, for completion.
    package mutating func values(
        of field: FieldIndex, kind: KindIndex, matching pattern: TextPattern, limit: Int
    ) -> Matches<KnownValue> {
        tables[kind].values(of: field, matching: pattern, limit: limit)
    }

    /// Returns how many items have each of these values in a field, for completion.
    package mutating func counts(
        of values: [String], in field: FieldIndex, kind: KindIndex
    ) -> [Int] {
        tables[kind].counts(of: values, in: field)
    }

    /// Prepares completion for a slice of the loaded rows; returns false when all are prepared.
    package mutating func prepareCompletion(rows: Int) -> Bool {
        var isNew = false
        for kind in kinds.indices {
            isNew = tables[kind].signTitles(limit: rows) || isNew
            isNew = tables[kind].prepareValues(rows: rows) || isNew
        }
        return isNew
    }

    /// Sorts values or titles for a slice of time; returns false when all are sorted.
    package mutating func sortForCompletion() -> Bool {
        tables.indices.contains { tables[$0].rankValues() || tables[$0].prepareTitles() }
    }
}
