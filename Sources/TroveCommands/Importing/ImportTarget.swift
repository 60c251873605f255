import TroveModel
import TroveStore

/// What an import adds to: the library, or for a preview a copy of its catalog.
final class ImportTarget {
    private let context: any CommandContext
    /// The copy that a preview changes; nil for the library itself.
    private var copy: Catalog?
    /// The number of the command of all changes; nil before the first.
    private var command: CommandNumber?
    /// The number of the next item of a preview.
    private var nextNumber: ItemNumber
    /// The first number that the import assigned; nil if there is none yet.
    private(set) var firstNumber: ItemNumber?
    private let hadItems: Bool
    /// The numbers of the items by the hash of their values, for the kinds for which `equal` was
    /// asked. Items that have changed since are also under their former hashes.
    private var numbersByHash: [KindIndex: [Int: [ItemNumber]]] = [:]

    private var library: Library { context.library }

    /// - Throws: an error if the library cannot be read; a preview reads all of it.
    init(
        _ context: any CommandContext, isPreview: Bool, continuing command: CommandNumber?
    ) throws {
        self.context = context
        self.command = command
        hadItems = try context.library.count() > 0
        nextNumber = 0
        guard isPreview else { return }
        for kind in context.kinds.indices { try context.library.loadAll(kind) }
        let catalog = context.library.catalog
        let numbers = context.kinds.indices.compactMap { kind in
            let table = catalog.tables[kind]
            return table.rows.map { table.number(at: $0) }.max()
        }
        nextNumber = ItemNumber((numbers.max()?.rawValue ?? 0) + 1)
        copy = catalog
    }

    /// The items that are in memory.
    var catalog: Catalog { copy ?? library.catalog }

    /// Returns whether an item comes from the imported file.
    func isNew(_ number: ItemNumber) -> Bool { firstNumber.map { number >= $0 } ?? false }

    func takeNumber() throws -> ItemNumber {
        let number: ItemNumber
        if copy == nil {
            number = try library.takeNumber()
        } else {
            number = nextNumber
            nextNumber = ItemNumber(nextNumber.rawValue + 1)
        }
        firstNumber = firstNumber ?? number
        return number
    }

    /// Applies changes as a part of the command of the import.
    func apply(_ changes: [Change]) throws {
        guard !changes.isEmpty else { return }
        if copy == nil {
            command = try context.apply(changes, continuing: command)
        } else {
            try copy?.apply(changes)
        }
        for change in changes where numbersByHash[change.kind] != nil {
            let table = catalog.tables[change.kind]
            guard let row = table.row(ofNumber: change.number) else { continue }
            numbersByHash[change.kind]?[table.values(at: row).hashValue, default: []]
                .append(change.number)
        }
    }

    // MARK: Searching

    /// Returns an item of a kind; nil if there is none.
    func item(_ number: ItemNumber, of kind: KindIndex) throws -> Item? {
        guard let copy else { return try library.item(numbered: number, of: kind) }
        return copy.tables[kind].row(ofNumber: number).map { copy.item(kind, at: $0) }
    }

    /// Returns the hashes of an item; nil for a kind without a duplicate index.
    func fingerprint(of values: [Value?], kind: KindIndex) -> DuplicateFingerprint? {
        catalog.duplicateKey(of: kind)?.fingerprint(of: values)
    }

    /// Returns whether an item may be a duplicate of another. It compares hashes only.
    func mayExist(_ fingerprint: DuplicateFingerprint, kind: KindIndex) -> Bool {
        copy?.mayHaveDuplicate(fingerprint, kind: kind, isTitleEnough: hadItems)
            ?? library.duplicates.mayExist(fingerprint, kind: kind, isTitleEnough: hadItems)
    }

    /// Returns whether an item with this number or a higher one may be a duplicate of another. The
    /// searches find such an item only after its change is applied.
    func mayExist(
        _ fingerprint: DuplicateFingerprint, kind: KindIndex, from number: ItemNumber
    ) -> Bool {
        copy?.mayHaveDuplicate(fingerprint, kind: kind, from: number)
            ?? library.duplicates.mayExist(fingerprint, kind: kind, from: number)
    }

    /// Announces an item whose change will be applied.
    func announce(_ fingerprint: DuplicateFingerprint, kind: KindIndex, number: ItemNumber) {
        if copy == nil {
            library.duplicates.announce(fingerprint, kind: kind, number: number)
        } else {
            copy?.announce(fingerprint, kind: kind, number: number)
        }
    }

    /// Returns the duplicate of an item among those whose number satisfies a condition; with
    /// `isTitleEnough`, also one with the same title if only one of the two has a creator. Names
    /// that differ in accents or other marks are different, because an import merges rows without a
    /// question.
    func duplicate(
        of values: [Value?], kind: KindIndex, fingerprint: DuplicateFingerprint?,
        isTitleEnough: Bool = false, where isCandidate: (ItemNumber) -> Bool
    ) throws -> Duplicate? {
        guard copy == nil else {
            return copy?.duplicate(
                of: values, kind: kind, fingerprint: fingerprint, isTitleEnough: isTitleEnough,
                keepingMarks: true, where: isCandidate
            ) { _ in nil }
        }
        return try library.duplicates.first(
            of: values, kind: kind, fingerprint: fingerprint, isTitleEnough: isTitleEnough,
            keepingMarks: true, where: isCandidate)
    }

    /// Returns the item that the library had before the import with the same title, if only one of
    /// the two has a creator.
    func earlierNamesake(
        of values: [Value?], kind: KindIndex, fingerprint: DuplicateFingerprint?,
        where isCandidate: (ItemNumber) -> Bool
    ) throws -> Duplicate? {
        guard hadItems else { return nil }
        return try duplicate(
            of: values, kind: kind, fingerprint: fingerprint, isTitleEnough: true
        ) { !isNew($0) && isCandidate($0) }
    }

    /// Returns the items that the library had before the import by title, without the titles that
    /// several of them have.
    func earlierItemsByTitle(of kind: KindIndex) -> [[UInt8]: ItemNumber] {
        let table = catalog.tables[kind]
        var items: [[UInt8]: ItemNumber] = [:]
        var shared: Set<[UInt8]> = []
        for row in table.rows where table.isAlive(row) && !isNew(table.number(at: row)) {
            let title = Folding.name(table.value(Kind.titleIndex, at: row)?.description ?? "")
            if items.updateValue(table.number(at: row), forKey: title) != nil {
                shared.insert(title)
            }
        }
        for title in shared { items[title] = nil }
        return items
    }

    /// Returns all duplicates of an item, the lowest numbers first.
    func duplicates(
        of values: [Value?], kind: KindIndex, fingerprint: DuplicateFingerprint?
    ) throws -> [Item] {
        guard let key = catalog.duplicateKey(of: kind) else { return [] }
        var numbers: Set<ItemNumber> = []
        // A search that accepts no item visits all duplicates, and a few other items.
        _ = try duplicate(of: values, kind: kind, fingerprint: fingerprint) { number in
            numbers.insert(number)
            return false
        }
        return try numbers.sorted().compactMap { try item($0, of: kind) }
            .filter { key.areDuplicates($0.values, values) }
    }

    /// Returns the item that has the unique name of another one; nil if there is none.
    func namesake(of values: [Value?], kind: KindIndex) throws -> Item? {
        do throws(RuleViolation) {
            try catalog.checkNames(of: values, kind: kind)
            return nil
        } catch {
            guard case .isTaken(let number) = error.rule else { return nil }
            return try item(number, of: kind)
        }
    }

    /// Checks new values of an item.
    ///
    /// - Throws: the rule that they break: across fields, or that of unique names.
    func check(_ values: [Value?], of item: Item) throws(RuleViolation) {
        try catalog.kinds[item.kind].check(values, after: item.values)
        try catalog.checkNames(
            of: values, kind: item.kind, except: item.number, after: item.values)
    }

    /// Checks the unique names of a new item.
    ///
    /// - Throws: the rule that they break.
    func checkNames(of values: [Value?], kind: KindIndex) throws(RuleViolation) {
        try catalog.checkNames(of: values, kind: kind, except: nil)
    }

    /// Returns the item with the same values; nil if there is none.
    func equal(to values: [Value?], kind: KindIndex) -> Item? {
        let table = catalog.tables[kind]
        if numbersByHash[kind] == nil {
            numbersByHash[kind] = Dictionary(
                grouping: table.rows.filter(table.isAlive).map { table.number(at: $0) }
            ) { number in
                table.row(ofNumber: number).map { table.values(at: $0).hashValue } ?? 0
            }
        }
        let row = numbersByHash[kind]?[values.hashValue]?.lazy
            .compactMap { table.row(ofNumber: $0) }.first { table.values(at: $0) == values }
        return row.map { catalog.item(kind, at: $0) }
    }

    /// Returns whether the server knows an id as that of an item of another kind, which it would
    /// reject.
    func isKnown(_ id: ItemID, asOtherThan kind: KindIndex) throws -> Bool {
        let known = try library.shadow.kind(of: id)
        return known != nil && known != context.kinds[kind].storedName
    }

    func numbersByID() throws -> [ItemID: ItemNumber] { try library.storedItems.numbersByID() }
}
