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
        /// The file says so.
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
    /// The items by the hashes of their identities.
    private var numbers: [Int: Int32] = [:]
    /// The last computed hash: each identity is looked up several times.
    private var last: (identity: String, kind: KindIndex, hash: Int)?
    /// The items of the library by id; nil until a row has an id.
    private var ids: [ItemID: ItemNumber]?
    /// The first item that the target does not have yet; nil if it has all.
    private var firstWaiting: ItemNumber?
    /// The hashes of waiting items of kinds without a duplicate index.
    private var waiting: Set<Int> = []
    /// For each kind, whether the duplicate index finds items that rows are about.
    private let isIndexed: [Bool]
    private let hasISBN: [Bool]
    private let isCompletion: [Bool]

    init(_ target: ImportTarget, kinds: Kinds) {
        self.target = target
        self.kinds = kinds
        isIndexed = kinds.stored.map { DuplicateKey($0) != nil }
        hasISBN = kinds.stored.map { $0.index(ofRole: .isbn) != nil }
        isCompletion = kinds.stored.map { kind in
            kinds.all.contains { $0.completions == kind.name }
        }
    }

    /// Returns whether the items of a kind record when items of another kind were finished.
    func isCompletion(_ kind: KindIndex) -> Bool { isCompletion[kind] }

    // MARK: Items that the target does not have yet

    /// Returns whether an item that the target does not have yet may be a duplicate of another. With
    /// `isAlone`, duplicates are added, so only unique names match.
    func mayWait(
        _ values: [Value?], _ kind: KindIndex, identity: String? = nil, isAlone: Bool = false
    ) -> Bool {
        guard let firstWaiting else { return false }
        guard isIndexed[kind] else { return waiting.contains(hash(of: values, kind)) }
        if isAlone { return false }
        if let identity, let number = numbers[hash(of: identity, kind)],
            number >= firstWaiting.rawValue
        {
            return true
        }
        return target.mayExist(values, kind: kind, from: firstWaiting)
    }

    /// Records that the target will have an item.
    func wait(_ values: [Value?], _ kind: KindIndex, number: ItemNumber) {
        firstWaiting = firstWaiting ?? number
        if isIndexed[kind] {
            target.announce(values, kind: kind, number: number)
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

    private func hash(of identity: String, _ kind: KindIndex) -> Int {
        if let last, last.identity == identity, last.kind == kind { return last.hash }
        var hasher = Hasher()
        hasher.combine(identity)
        hasher.combine(kind.rawValue)
        let hash = hasher.finalize()
        last = (identity, kind, hash)
        return hash
    }

    // MARK: Claims

    /// Records that a row is about an item.
    ///
    /// - Returns: whether an earlier row about the item had at least as many values.
    @discardableResult
    func claim(_ number: ItemNumber, for row: ImportedItemRow, isNew: Bool) -> Bool {
        if let identity = row.identity {
            let hash = hash(of: identity, row.kind)
            numbers[hash] = Int32(clamping: number.rawValue)
            if isDistinguishing(identity, row.kind) { identities[number] = hash }
        }
        // The rows about new items are merged into them.
        guard !isNew else { return false }
        let count = UInt8(clamping: RowMerge.richness(of: row.values))
        let former = richness[Int32(clamping: number.rawValue)] ?? 0
        if count > former { richness[Int32(clamping: number.rawValue)] = count }
        return former >= count
    }

    /// Returns whether items with different identities are different. In files of other programs,
    /// items with an ISBN may be editions of one.
    private func isDistinguishing(_ identity: String, _ kind: KindIndex) -> Bool {
        !hasISBN[kind] || ItemID(identity) != nil
    }

    // MARK: Finding

    /// Returns the item that a row is about; nil for a new one. The target must have all items that
    /// may be duplicates. With `isAlone`, duplicates are added, so only unique names match.
    func match(_ row: ImportedItemRow, isAlone: Bool) throws -> Match? {
        guard !isAlone else { return try named(row) }
        if let identity = row.identity {
            if let number = numbers[hash(of: identity, row.kind)] {
                return Match(number: ItemNumber(Int(number)), reason: .sameIdentity)
            }
            if let id = ItemID(identity), let number = try knownIDs()[id],
                try target.item(number, of: row.kind) != nil
            {
                return Match(number: number, reason: .sameIdentity)
            }
        }
        return isIndexed[row.kind] ? try duplicate(of: row) : try named(row)
    }

    /// Returns the id of the item of a row in a file of Trove's own; nil if the file has none, or
    /// if the id is in use. Then the new item with this number has it.
    func takeID(of row: ImportedItemRow, for number: ItemNumber) throws -> ItemID? {
        guard let id = row.identity.flatMap({ ItemID($0) }), try knownIDs()[id] == nil else {
            return nil
        }
        ids?[id] = number
        return id
    }

    private func knownIDs() throws -> [ItemID: ItemNumber] {
        if let ids { return ids }
        let known = try target.numbersByID()
        ids = known
        return known
    }

    private func duplicate(of row: ImportedItemRow) throws -> Match? {
        let isOwn = row.identity.map { isDistinguishing($0, row.kind) } ?? false
        let identities = identities
        func isFree(_ number: ItemNumber) -> Bool { !isOwn || identities[number] == nil }
        guard isCompletion(row.kind) else {
            guard let found = try target.duplicate(of: row.values, kind: row.kind, where: isFree)
            else { return nil }
            let number = try exactNamesake(of: row, after: found.number, where: isFree)
            return Match(number: number ?? found.number, reason: .duplicate(found.reason))
        }
        // Items of one name are different times, unless their dates are equal.
        guard let field = kinds[row.kind].index(ofRole: .completed) else { return nil }
        let found = try target.duplicates(of: row.values, kind: row.kind)
            .first { isFree($0.number) && $0.values[field] == row.values[field] }
        return found.map { Match(number: $0.number, reason: .duplicate(.sameTitleAndCreator)) }
    }

    /// Returns the duplicate whose title is the same to the letter, if the first duplicate has
    /// another spelling: two films may be called "Rain" and "rain". Nil for kinds with an ISBN,
    /// whose editions may have different spellings.
    private func exactNamesake(
        of row: ImportedItemRow, after first: ItemNumber, where isFree: (ItemNumber) -> Bool
    ) throws -> ItemNumber? {
        guard !hasISBN[row.kind],
            try target.item(first, of: row.kind)?.title != row.title
        else { return nil }
        return try target.duplicates(of: row.values, kind: row.kind)
            .first { isFree($0.number) && $0.title == row.title }?.number
    }

    /// Returns the item with the same unique name, or else with the same values.
    private func named(_ row: ImportedItemRow) throws -> Match? {
        let item =
            if !kinds[row.kind].uniqueFields.isEmpty {
                try target.namesake(of: row.values, kind: row.kind)
            } else if !isIndexed[row.kind] {
                target.equal(to: row.values, kind: row.kind)
            } else {
                nil as Item?
            }
        return item.map { Match(number: $0.number, reason: .equal) }
    }
}
