import TroveExchange
import TroveModel

/// Finds the item that a row of an imported file is about.
final class RowMatcher {
    /// An item that a row is about.
    struct Match {
        let number: ItemNumber
        let reason: Reason
    }

    /// Why a row is about an item.
    enum Reason {
        /// The file gives the row the identity of the item.
        case sameIdentity
        case duplicate(Duplicate.Reason)
        /// The unique name, or all values, are equal.
        case equal
    }

    private let target: ImportTarget
    private let kinds: Kinds
    /// The number of values of the richest row about each item of the library.
    private var richness: [Int32: UInt8] = [:]
    /// The hashes of the identities that tell items apart from others.
    private var identities: [ItemNumber: Int] = [:]
    /// The creators, or years, of the rows that were matched by their titles alone with an item
    /// that has none: a row with another creator or year is about another item.
    private var namesakes: [ItemNumber: [UInt8]] = [:]
    /// The items by the hashes of their identities.
    private var numbers: [Int: Int32] = [:]
    /// The items of the library by id; nil until a row has an id.
    private var ids: [ItemID: ItemNumber]?
    /// The first item that the target does not have yet; nil if it has all.
    private var firstWaiting: ItemNumber?
    /// The hashes of waiting items of kinds without a duplicate index.
    private var waiting: Set<Int> = []
    private let hasISBN: [Bool]
    private let isCompletion: [Bool]
    private let updates: Bool
    /// For kinds whose items only the title tells apart: the items that the library had before, by
    /// title, without titles that several items have.
    private var titled: [KindIndex: [[UInt8]: ItemNumber]] = [:]

    init(_ target: ImportTarget, kinds: Kinds, updates: Bool) {
        self.target = target
        self.kinds = kinds
        self.updates = updates
        hasISBN = kinds.stored.map { $0.index(ofRole: .isbn) != nil }
        isCompletion = kinds.stored.map { kind in
            kinds.all.contains { $0.completions == kind.name }
        }
    }

    /// Returns whether the items of a kind record when items of another kind were finished.
    func isCompletion(_ kind: KindIndex) -> Bool { isCompletion[kind] }

    // MARK: Items that the target does not have yet

    /// Returns whether a row may be about an item that the target does not have yet. With
    /// `isAlone`, duplicates are added, so only unique names match.
    func mayWait(_ item: PreparedItem, isAlone: Bool) -> Bool {
        guard let firstWaiting else { return false }
        if item.fingerprint != nil {
            if isAlone { return false }
            if let identity = item.identity, let number = numbers[identity.hash],
                number >= firstWaiting.rawValue
            {
                return true
            }
        }
        let values = item.row.values
        return mayWait(
            item.fingerprint == nil ? kinds[item.row.kind].imported(values) : values, item.row.kind,
            item.fingerprint)
    }

    /// Returns whether an item that the target does not have yet may be a duplicate of another.
    func mayWait(
        _ values: [Value?], _ kind: KindIndex, _ fingerprint: DuplicateFingerprint?
    ) -> Bool {
        guard let firstWaiting else { return false }
        guard let fingerprint else { return waiting.contains(hash(of: values, kind)) }
        return target.mayExist(fingerprint, kind: kind, from: firstWaiting)
    }

    /// Records that the target will have an item.
    func wait(
        _ values: [Value?], _ kind: KindIndex, _ fingerprint: DuplicateFingerprint?,
        number: ItemNumber
    ) {
        firstWaiting = firstWaiting ?? number
        if let fingerprint {
            target.announce(fingerprint, kind: kind, number: number)
        } else {
            waiting.insert(hash(of: values, kind))
        }
    }

    /// Records that the target has all items.
    func endWaiting() {
        firstWaiting = nil
        waiting.removeAll(keepingCapacity: true)
    }

    /// Returns the hash of what identifies an item without a duplicate index: its unique names, or
    /// else all values.
    private func hash(of values: [Value?], _ kind: KindIndex) -> Int {
        let unique = kinds[kind].uniqueFields
        let names = unique.map { Folding.name(values[$0]?.description ?? "") }
        return (unique.isEmpty ? values.hashValue : names.hashValue) &+ kind.rawValue
    }

    // MARK: Claims

    /// Records that a row is about an item.
    ///
    /// - Returns: whether an earlier row about the item had at least as many values.
    @discardableResult
    func claim(_ number: ItemNumber, for item: PreparedItem, isNew: Bool) -> Bool {
        if let identity = item.identity {
            numbers[identity.hash] = Int32(clamping: number.rawValue)
            if isDistinguishing(identity, item.row.kind) { identities[number] = identity.hash }
        }
        // The rows about new items are merged into them.
        guard !isNew else { return false }
        let count = UInt8(clamping: RowMerge.richness(of: item.row.values))
        let former = richness[Int32(clamping: number.rawValue)] ?? 0
        if count > former { richness[Int32(clamping: number.rawValue)] = count }
        return former >= count
    }

    /// Returns whether items with different identities are different. In files of other programs,
    /// items with an ISBN may be editions of one.
    private func isDistinguishing(_ identity: PreparedItem.Identity, _ kind: KindIndex) -> Bool {
        !hasISBN[kind] || identity.id != nil
    }

    // MARK: Finding

    /// Returns whether a row may be about an item, including one that the target does not have yet.
    /// Most rows of a new file are about none.
    func mayMatch(_ item: PreparedItem, isAlone: Bool) -> Bool {
        let kind = item.row.kind
        guard let fingerprint = item.fingerprint else { return true }
        if isAlone { return !kinds[kind].uniqueFields.isEmpty }
        if let identity = item.identity, identity.id != nil || numbers[identity.hash] != nil {
            return true
        }
        return target.mayExist(fingerprint, kind: kind)
    }

    /// Returns the item that a row is about; nil for a new one. The target must have all items that
    /// may be duplicates. With `isAlone`, duplicates are added, so only unique names match.
    func match(_ item: PreparedItem, isAlone: Bool) throws -> Match? {
        guard !isAlone else { return try named(item) }
        if let identity = item.identity {
            if let number = numbers[identity.hash] {
                return Match(number: ItemNumber(Int(number)), reason: .sameIdentity)
            }
            if let id = identity.id, let number = try knownIDs()[id],
                try target.item(number, of: item.row.kind) != nil
            {
                return Match(number: number, reason: .sameIdentity)
            }
        }
        return item.fingerprint == nil ? try named(item) : try duplicate(of: item)
    }

    /// Returns the id that a row in a file of Trove's own gives its item, and records that the new
    /// item with this number has it; nil if the file has no ids, or if the id is in use.
    func takeID(of item: PreparedItem, for number: ItemNumber) throws -> ItemID? {
        guard let id = item.identity?.id, try knownIDs()[id] == nil,
            try !target.isKnown(id, asOtherThan: item.row.kind)
        else { return nil }
        ids?[id] = number
        return id
    }

    private func knownIDs() throws -> [ItemID: ItemNumber] {
        if let ids { return ids }
        let known = try target.numbersByID()
        ids = known
        return known
    }

    private func duplicate(of item: PreparedItem) throws -> Match? {
        let row = item.row
        let isOwn = item.identity.map { isDistinguishing($0, row.kind) } ?? false
        let identities = identities
        func isFree(_ number: ItemNumber) -> Bool { !isOwn || identities[number] == nil }
        guard isCompletion(row.kind) else {
            let found = try target.duplicate(
                of: row.values, kind: row.kind, fingerprint: item.fingerprint, where: isFree)
            guard let found else { return try namesake(of: item, where: isFree) }
            let number = try exactNamesake(of: item, after: found.number, where: isFree)
            return Match(number: number ?? found.number, reason: .duplicate(found.reason))
        }
        // Entries with the same name are different completions, unless their dates are equal.
        guard let field = kinds[row.kind].index(ofRole: .completed) else { return nil }
        let found = try duplicates(of: item)
            .first { isFree($0.number) && $0.values[field] == row.values[field] }
        return found.map { Match(number: $0.number, reason: .duplicate(.sameTitleAndCreator)) }
    }

    /// Returns the item that the library had before with the title of a row, if only one of the two
    /// has a creator.
    private func namesake(
        of item: PreparedItem, where isFree: (ItemNumber) -> Bool
    ) throws -> Match? {
        let kind = kinds[item.row.kind]
        let field = kind.distinguishing.flatMap(kind.index(ofField:))
        let creator = Folding.name(field.flatMap { item.row.values[$0] }?.description ?? "")
        let namesakes = namesakes
        let found = try target.earlierNamesake(
            of: item.row.values, kind: item.row.kind, fingerprint: item.fingerprint
        ) { isFree($0) && namesakes[$0] ?? creator == creator }
        guard let found else { return nil }
        self.namesakes[found.number] = creator
        return Match(number: found.number, reason: .duplicate(found.reason))
    }

    /// Returns the duplicate with exactly the same title, if the first duplicate has another
    /// spelling: two films may be called "Rain" and "rain". Nil for kinds with an ISBN, whose
    /// editions may have different spellings.
    private func exactNamesake(
        of item: PreparedItem, after first: ItemNumber, where isFree: (ItemNumber) -> Bool
    ) throws -> ItemNumber? {
        let row = item.row
        guard !hasISBN[row.kind],
            try target.item(first, of: row.kind)?.title != row.title
        else { return nil }
        return try duplicates(of: item)
            .first { isFree($0.number) && $0.title == row.title }?.number
    }

    private func duplicates(of item: PreparedItem) throws -> [Item] {
        try target.duplicates(
            of: item.row.values, kind: item.row.kind, fingerprint: item.fingerprint)
    }

    /// Returns the item with the same unique name, or else with the same values; in an update, also
    /// the only one with the same title.
    private func named(_ item: PreparedItem) throws -> Match? {
        let row = item.row
        guard kinds[row.kind].uniqueFields.isEmpty else {
            let found = try target.namesake(of: row.values, kind: row.kind)
            return found.map { Match(number: $0.number, reason: .equal) }
        }
        guard item.fingerprint == nil else { return nil }
        let sole = updates ? takeItem(titled: row.title, of: row.kind) : nil
        let equal = target.equal(to: kinds[row.kind].imported(row.values), kind: row.kind)
        return equal.map { Match(number: $0.number, reason: .equal) }
            ?? sole.map { Match(number: $0, reason: .duplicate(.sameTitle)) }
    }

    /// Returns the only item that has a title, or nil. Each item is returned once, so a second row
    /// with its title adds another item.
    private func takeItem(titled title: String, of kind: KindIndex) -> ItemNumber? {
        if titled[kind] == nil { titled[kind] = target.earlierItemsByTitle(of: kind) }
        return titled[kind]?.removeValue(forKey: Folding.name(title))
    }
}
