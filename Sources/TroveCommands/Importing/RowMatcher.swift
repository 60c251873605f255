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

    /// What an earlier row says about an item.
    private struct Claim {
        /// The hash of the identity that tells the item apart from others; nil for none.
        var identity: Int?
        /// The number of values of the richest row about the item.
        var richness = 0
    }

    private let target: ImportTarget
    private let kinds: Kinds
    private var claims: [ItemNumber: Claim] = [:]
    private var numbers: [Int: ItemNumber] = [:]
    /// The items of the library by id; nil until a row has an id.
    private var ids: [ItemID: ItemNumber]?
    /// The hashes of items that the target does not have yet.
    private var waiting: Set<Int> = []
    private let keys: [DuplicateKey?]
    private let isCompletion: [Bool]

    init(_ target: ImportTarget, kinds: Kinds) {
        self.target = target
        self.kinds = kinds
        keys = kinds.stored.map(DuplicateKey.init)
        isCompletion = kinds.stored.map { kind in
            kinds.all.contains { $0.completions == kind.name }
        }
    }

    /// Returns whether the items of a kind record when items of another kind were finished.
    func isCompletion(_ kind: KindIndex) -> Bool { isCompletion[kind] }

    // MARK: Items that the target does not have yet

    /// Returns whether an item that the target does not have yet may be a duplicate of another.
    func mayWait(_ values: [Value?], _ kind: KindIndex, identity: String? = nil) -> Bool {
        guard !waiting.isEmpty else { return false }
        return hashes(of: values, kind, identity).contains { waiting.contains($0) }
    }

    /// Records that the target will have an item.
    func wait(_ values: [Value?], _ kind: KindIndex, identity: String? = nil) {
        waiting.formUnion(hashes(of: values, kind, identity))
    }

    /// Records that the target has all items.
    func endWaiting() { waiting.removeAll(keepingCapacity: true) }

    private func hashes(of values: [Value?], _ kind: KindIndex, _ identity: String?) -> [Int] {
        var hashes = identity.map { [hash(of: $0, kind)] } ?? []
        if let key = keys[kind] {
            let own = key.hashes(of: values)
            hashes.append(own.title &+ kind.rawValue)
            if let isbn = own.isbn { hashes.append(isbn &+ kind.rawValue) }
        } else {
            let unique = kinds[kind].uniqueFields
            let names = unique.map { Folding.name(values[$0]?.description ?? "") }
            hashes.append((unique.isEmpty ? values.hashValue : names.hashValue) &+ kind.rawValue)
        }
        return hashes
    }

    private func hash(of identity: String, _ kind: KindIndex) -> Int {
        var hasher = Hasher()
        hasher.combine(identity)
        hasher.combine(kind.rawValue)
        return hasher.finalize()
    }

    // MARK: Claims

    /// Records that a row is about an item.
    ///
    /// - Returns: whether an earlier row about the item had at least as many values.
    @discardableResult
    func claim(_ number: ItemNumber, for row: ImportedItemRow, isNew: Bool) -> Bool {
        if let identity = row.identity {
            let hash = hash(of: identity, row.kind)
            numbers[hash] = number
            if isDistinguishing(identity, row.kind) {
                claims[number, default: Claim()].identity = hash
            }
        }
        // The rows about new items are merged into them.
        guard !isNew else { return false }
        let richness = RowMerge.richness(of: row.values)
        let former = claims[number]?.richness ?? 0
        claims[number, default: Claim()].richness = max(former, richness)
        return former >= richness
    }

    /// Returns whether items with different identities are different. In files of other programs,
    /// items with an ISBN may be editions of one.
    private func isDistinguishing(_ identity: String, _ kind: KindIndex) -> Bool {
        ItemID(identity) != nil || kinds[kind].index(ofRole: .isbn) == nil
    }

    // MARK: Finding

    /// Returns the item that a row is about; nil for a new one. The target must have all items that
    /// may be duplicates. With `isAlone`, duplicates are added, so only unique names match.
    func match(_ row: ImportedItemRow, isAlone: Bool) throws -> Match? {
        guard !isAlone else { return try named(row) }
        if let identity = row.identity {
            if let number = numbers[hash(of: identity, row.kind)] {
                return Match(number: number, reason: .sameIdentity)
            }
            if let id = ItemID(identity), let number = try knownIDs()[id],
                try target.item(number, of: row.kind) != nil
            {
                return Match(number: number, reason: .sameIdentity)
            }
        }
        guard keys[row.kind] == nil else { return try duplicate(of: row) }
        return try named(row)
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
        let claims = claims
        func isFree(_ number: ItemNumber) -> Bool { !isOwn || claims[number]?.identity == nil }
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
        guard kinds[row.kind].index(ofRole: .isbn) == nil,
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
            } else if keys[row.kind] == nil {
                target.equal(to: row.values, kind: row.kind)
            } else {
                nil as Item?
            }
        return item.map { Match(number: $0.number, reason: .equal) }
    }
}
