/// The item numbers of one kind by the hashes of their duplicate keys.
///
/// Only hashes of 32 bits are stored, to save memory. On a match the items themselves are compared,
/// so hash collisions and stale numbers do no harm.
struct DuplicateIndex: Sendable {
    private let key: DuplicateKey
    /// The lowest number for each hash.
    private var first: [UInt32: Int32] = [:]
    /// The further numbers for a hash, sorted.
    private var others: [UInt32: ArraySlice<Int32>] = [:]
    /// The numbers of items that were added before their creation, sorted.
    private var announced: ArraySlice<Int32> = []

    init(_ key: DuplicateKey) {
        self.key = key
    }

    func isAffected(by changes: [Change.FieldChange]) -> Bool {
        changes.contains { key.includes($0.field) }
    }

    // MARK: Searching

    /// Returns whether an item may have a duplicate. `isTitleEnough` includes those that only have
    /// the same title.
    func mayHave(_ item: DuplicateFingerprint, isTitleEnough: Bool) -> Bool {
        func has(_ hash: UInt32?) -> Bool { hash.map { first[$0] != nil } ?? false }
        if has(item.isbn) || has(item.name.whole) || has(item.split?.whole) { return true }
        return isTitleEnough && (has(item.name.similar) || has(item.split?.similar))
    }

    /// Returns whether an item with this number or a higher one may be a duplicate, ignoring items
    /// that only have the same title.
    func mayHave(_ item: DuplicateFingerprint, from number: ItemNumber) -> Bool {
        func has(_ hash: UInt32?) -> Bool {
            guard let hash, let lowest = first[hash] else { return false }
            return max(lowest, others[hash]?.last ?? lowest) >= number.rawValue
        }
        return has(item.isbn) || has(item.name.whole) || has(item.split?.whole)
    }

    /// Finds the item with the same ISBN, else the one with the same title and creator, else, with
    /// `isTitleEnough`, the one with the same title if only one of the two has a creator. Of
    /// several, it is the one with the lowest number.
    ///
    /// - Parameters:
    ///   - values: one value for each field.
    ///   - hashes: the fingerprint of the values.
    ///   - isTitleEnough: whether an item with the same title may be a duplicate.
    ///   - keepingMarks: whether names that differ in accents or other marks are different.
    ///   - isCandidate: whether the item with a number is considered; also called with items that
    ///     only have the same hash.
    ///   - traitsOf: returns the traits of the item with a number; nil if there is none.
    /// - Returns: the duplicate; nil if there is none.
    /// - Throws: what `traitsOf` throws.
    func duplicate<Failure: Error>(
        of values: [Value?], _ hashes: DuplicateFingerprint, isTitleEnough: Bool,
        keepingMarks: Bool,
        where isCandidate: (ItemNumber) -> Bool,
        traits traitsOf: (DuplicateKey, ItemNumber) throws(Failure) -> DuplicateTraits?
    ) throws(Failure) -> Duplicate? {
        let traits = key.traits { values[$0] }
        // Most items of an import have no duplicate.
        guard mayHave(hashes, isTitleEnough: isTitleEnough) else { return nil }
        func find(
            _ hash: UInt32, where isSame: (DuplicateTraits) -> Bool
        ) throws(Failure) -> ItemNumber? {
            func fits(_ candidate: ItemNumber) throws(Failure) -> Bool {
                // Thousands of items may have one name; comparing each of them takes longer.
                guard isCandidate(candidate), let traits = try traitsOf(key, candidate) else {
                    return false
                }
                return isSame(traits)
            }
            guard let lowest = first[hash].map({ ItemNumber(Int($0)) }) else { return nil }
            if try fits(lowest) { return lowest }
            // Avoids copying `others[hash]`, which may be very long.
            for position in others[hash]?.indices ?? 0..<0 {
                guard let further = others[hash]?[position] else { break }
                let candidate = ItemNumber(Int(further))
                if try fits(candidate) { return candidate }
            }
            return nil
        }
        if let hash = hashes.isbn, first[hash] != nil, case let isbn = traits.isbn,
            let same = try find(hash, where: { $0.isbn == isbn })
        {
            return Duplicate(number: same, reason: .sameISBN)
        }
        func search(
            _ part: (DuplicateFingerprint.Name) -> UInt32,
            _ isSame: (FoldedName, FoldedName) -> Bool
        ) throws(Failure) -> ItemNumber? {
            let searched = [part(hashes.name)] + (hashes.split.map { [part($0)] } ?? [])
            guard searched.contains(where: { first[$0] != nil }) else { return nil }
            var (wanted, found) = (FoldedName(), FoldedName())
            traits.write(into: &wanted, keepingMarks: keepingMarks)
            let forms = wanted.forms
            var lowest: ItemNumber?
            for hash in searched {
                let number = try find(hash) { other in
                    other.write(into: &found, keepingMarks: keepingMarks)
                    return found.forms.contains { form in forms.contains { isSame($0, form) } }
                }
                if let number { lowest = min(lowest ?? number, number) }
            }
            return lowest
        }
        if let same = try search(\.whole, { $0.isSame(as: $1) }) {
            return Duplicate(number: same, reason: .sameTitleAndCreator)
        }
        guard isTitleEnough,
            let same = try search(\.similar, { $0.isSameTitle(as: $1) })
        else { return nil }
        return Duplicate(number: same, reason: .sameTitle)
    }

    // MARK: Updating

    /// Adds all live rows of a table.
    mutating func add(_ table: Table) {
        first.reserveCapacity(first.count + table.count)
        var name = FoldedName()
        for row in table.rows where table.isAlive(row) {
            let traits = key.traits { table.value($0, at: row) }
            add(DuplicateFingerprint(traits, in: &name), number: table.number(at: row))
        }
    }

    /// Adds an item that was created, unless it was announced.
    mutating func add(_ values: [Value?], number: ItemNumber) {
        guard !endsAnnouncement(of: Int32(number.rawValue)) else { return }
        add(key.fingerprint(of: values), number: number)
    }

    /// Adds an item that is about to be created.
    mutating func announce(_ item: DuplicateFingerprint, number: ItemNumber) {
        add(item, number: number)
        announced.insert(Int32(number.rawValue))
    }

    /// Removes a number from the announced ones. Returns whether it was among them.
    private mutating func endsAnnouncement(of number: Int32) -> Bool {
        // Items are usually created in the order in which they were announced.
        if announced.first == number { return announced.popFirst() != nil }
        guard let place = announced.place(of: number) else { return false }
        announced.remove(at: place)
        return true
    }

    /// Adds an item whose hashes are known.
    mutating func add(_ item: DuplicateFingerprint, number: ItemNumber) {
        forEach(item) { $0.add(Int32(number.rawValue), under: $1) }
    }

    mutating func remove(_ values: [Value?], number: ItemNumber) {
        forEach(key.fingerprint(of: values)) { $0.remove(Int32(number.rawValue), under: $1) }
    }

    /// Passes the hashes under which an item is listed.
    private mutating func forEach(
        _ hashes: DuplicateFingerprint, _ use: (inout DuplicateIndex, UInt32) -> Void
    ) {
        if let isbn = hashes.isbn { use(&self, isbn) }
        use(&self, hashes.name.whole)
        if !hashes.name.isBare { use(&self, hashes.name.title) }
        if let split = hashes.split {
            use(&self, split.whole)
            use(&self, split.title)
        }
    }

    private mutating func add(_ number: Int32, under hash: UInt32) {
        // One access finds the former number and stores the new one.
        let lowest = Self.lower(&first[hash, default: number], to: number)
        guard lowest != number else { return }
        others[hash, default: []].insert(max(lowest, number))
    }

    /// Replaces a number with a lower one. Returns the former number.
    private static func lower(_ former: inout Int32, to number: Int32) -> Int32 {
        defer { former = min(former, number) }
        return former
    }

    private mutating func remove(_ number: Int32, under hash: UInt32) {
        guard var further = others.removeValue(forKey: hash) else {
            if first[hash] == number { first[hash] = nil }
            return
        }
        if first[hash] == number {
            first[hash] = further.popFirst()
        } else if let place = further.place(of: number) {
            further.remove(at: place)
        }
        if !further.isEmpty { others[hash] = further }
    }
}
