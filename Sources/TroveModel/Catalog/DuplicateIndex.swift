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
    /// The numbers of items that were added before their creation.
    private var announced: Set<Int32> = []
    /// The last computed hashes: an item that was searched for is often added next.
    private var last: (traits: DuplicateTraits, hashes: Hashes)?
    /// The reused buffer for the folded name that is hashed.
    private var name = FoldedName()

    /// The hashes of one item.
    fileprivate struct Hashes: Sendable {
        /// Nil without an ISBN.
        let isbn: UInt32?
        let name: NameHashes
        /// The hashes of the other meaning of the title; see `FoldedName.split`.
        let split: NameHashes?
    }

    /// The hashes of a title with its creator.
    fileprivate struct NameHashes: Sendable {
        let whole: UInt32
        /// The hash of the same title without a creator.
        let bare: UInt32

        /// Under this hash, an item with a creator is found by its title alone.
        var title: UInt32 { ~bare }
        var isBare: Bool { whole == bare }
        /// The hash of the items that have the same title and are not distinguished.
        var similar: UInt32 { isBare ? title : bare }
    }

    init(_ key: DuplicateKey) {
        self.key = key
    }

    /// Returns whether any of these field changes affects the index.
    func isConcerned(by changes: [Change.FieldChange]) -> Bool {
        changes.contains { key.includes($0.field) }
    }

    // MARK: Searching

    /// Returns whether an item may have a duplicate. `isTitleEnough` includes those that only have
    /// the same title.
    mutating func mayHave(_ values: [Value?], isTitleEnough: Bool) -> Bool {
        mayHave(hashes(of: key.traits { values[$0] }), isTitleEnough: isTitleEnough)
    }

    /// Like `mayHave(_:isTitleEnough:)`, for an item whose hashes are known.
    func mayHave(_ fingerprint: DuplicateFingerprint, isTitleEnough: Bool) -> Bool {
        mayHave(fingerprint.hashes, isTitleEnough: isTitleEnough)
    }

    private func mayHave(_ hashes: Hashes, isTitleEnough: Bool) -> Bool {
        func has(_ hash: UInt32?) -> Bool { hash.map { first[$0] != nil } ?? false }
        if has(hashes.isbn) || has(hashes.name.whole) || has(hashes.split?.whole) { return true }
        return isTitleEnough && (has(hashes.name.similar) || has(hashes.split?.similar))
    }

    /// Returns whether an item with this number or a higher one may be a duplicate, regardless of
    /// those that only have the same title.
    mutating func mayHave(_ values: [Value?], from number: ItemNumber) -> Bool {
        let hashes = hashes(of: key.traits { values[$0] })
        func has(_ hash: UInt32?) -> Bool {
            guard let hash, let lowest = first[hash] else { return false }
            return max(lowest, others[hash]?.last ?? lowest) >= number.rawValue
        }
        return has(hashes.isbn) || has(hashes.name.whole) || has(hashes.split?.whole)
    }

    /// Finds the item with the same ISBN, else the one with the same title and creator, else, with
    /// `isTitleEnough`, the one with the same title if only one of the two has a creator. Of several,
    /// it is the one with the lowest number.
    ///
    /// - Parameters:
    ///   - values: one value for each field.
    ///   - isTitleEnough: whether an item with the same title may be a duplicate.
    ///   - isCandidate: whether the item with a number is considered.
    ///   - traitsOf: returns the traits of the item with a number; nil if there is none.
    /// - Returns: the duplicate; nil if there is none.
    /// - Throws: what `traitsOf` throws.
    mutating func duplicate<Failure: Error>(
        of values: [Value?], isTitleEnough: Bool, where isCandidate: (ItemNumber) -> Bool,
        traits traitsOf: (DuplicateKey, ItemNumber) throws(Failure) -> DuplicateTraits?
    ) throws(Failure) -> Duplicate? {
        let (key, traits) = (key, key.traits { values[$0] })
        let hashes = hashes(of: traits)
        // Most items of an import have no duplicate.
        guard mayHave(hashes, isTitleEnough: isTitleEnough) else { return nil }
        func find(
            _ hash: UInt32, where isSame: (DuplicateTraits) -> Bool
        ) throws(Failure) -> ItemNumber? {
            func fits(_ candidate: ItemNumber) throws(Failure) -> Bool {
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
            _ part: (NameHashes) -> UInt32, _ isSame: (FoldedName, FoldedName) -> Bool
        ) throws(Failure) -> ItemNumber? {
            let searched = [part(hashes.name)] + (hashes.split.map { [part($0)] } ?? [])
            guard searched.contains(where: { first[$0] != nil }) else { return nil }
            var (wanted, found) = (FoldedName(), FoldedName())
            traits.write(into: &wanted)
            let forms = [wanted, wanted.split].compactMap(\.self)
            var lowest: ItemNumber?
            for hash in searched {
                let number = try find(hash) { other in
                    other.write(into: &found)
                    if forms.contains(where: { isSame($0, found) }) { return true }
                    guard let split = found.split else { return false }
                    return forms.contains { isSame($0, split) }
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
        for row in table.rows where table.isAlive(row) {
            add(key.traits { table.value($0, at: row) }, number: table.number(at: row))
        }
    }

    mutating func add(_ values: [Value?], number: ItemNumber) {
        guard announced.isEmpty || announced.remove(Int32(number.rawValue)) == nil else { return }
        add(key.traits { values[$0] }, number: number)
    }

    /// Adds an item whose creation follows.
    mutating func announce(_ values: [Value?], number: ItemNumber) {
        add(key.traits { values[$0] }, number: number)
        announced.insert(Int32(number.rawValue))
    }

    private mutating func add(_ traits: DuplicateTraits, number: ItemNumber) {
        add(hashes(of: traits), number: number)
    }

    /// Adds an item whose hashes are known.
    mutating func add(_ fingerprint: DuplicateFingerprint, number: ItemNumber) {
        add(fingerprint.hashes, number: number)
    }

    private mutating func add(_ hashes: Hashes, number: ItemNumber) {
        forEach(hashes) { $0.add(Int32(number.rawValue), under: $1) }
    }

    mutating func remove(_ values: [Value?], number: ItemNumber) {
        forEach(hashes(of: key.traits { values[$0] })) {
            $0.remove(Int32(number.rawValue), under: $1)
        }
    }

    /// Passes the hashes under which an item is listed.
    private mutating func forEach(
        _ hashes: Hashes, _ use: (inout DuplicateIndex, UInt32) -> Void
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

    /// Replaces a number by a lower one. Returns the former number.
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

    // MARK: Hashing

    private mutating func hashes(of traits: DuplicateTraits) -> Hashes {
        if let last, last.traits == traits { return last.hashes }
        let hashes = Self.hashes(of: traits, in: &name)
        last = (traits, hashes)
        return hashes
    }

    fileprivate static func hashes(
        of traits: DuplicateTraits, in name: inout FoldedName
    ) -> Hashes {
        traits.write(into: &name)
        return Hashes(
            isbn: traits.isbn.map { isbn in hash { $0.combine(isbn) } }, name: hashes(of: name),
            split: name.split.map { hashes(of: $0) })
    }

    private static func hashes(of name: FoldedName) -> NameHashes {
        func part(_ range: Range<Int>) -> UInt32 {
            hash { hasher in
                // The range is within the buffer, which is only read during the call.
                unsafe name.bytes.withUnsafeBytes {
                    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[range]))
                }
            }
        }
        let bare = part(name.bare)
        return NameHashes(whole: name.isBare ? bare : part(name.bytes.indices), bare: bare)
    }

    private static func hash(_ feed: (inout Hasher) -> Void) -> UInt32 {
        var hasher = Hasher()
        feed(&hasher)
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }
}

/// The hashes by which the duplicates of an item are found. They follow from its values alone, so any
/// thread of the process can compute them.
package struct DuplicateFingerprint: Sendable {
    fileprivate let hashes: DuplicateIndex.Hashes
}

extension DuplicateKey {
    /// Returns the hashes of an item with a value for each field.
    package func fingerprint(of values: [Value?]) -> DuplicateFingerprint {
        var name = FoldedName()
        return DuplicateFingerprint(
            hashes: DuplicateIndex.hashes(of: traits { values[$0] }, in: &name))
    }
}

extension ArraySlice<Int32> {
    /// Returns the index of the first number that is not less than `number`.
    private func lowerBound(of number: Int32) -> Int {
        var (low, high) = (startIndex, endIndex)
        // Numbers are mostly added and removed in order.
        if let last, last < number { return endIndex }
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the index of a number; nil if it is absent.
    fileprivate func place(of number: Int32) -> Int? {
        let place = lowerBound(of: number)
        return place < endIndex && self[place] == number ? place : nil
    }

    /// Inserts a number in order, unless it is present.
    fileprivate mutating func insert(_ number: Int32) {
        let place = lowerBound(of: number)
        guard place == endIndex || self[place] != number else { return }
        insert(number, at: place)
    }
}
