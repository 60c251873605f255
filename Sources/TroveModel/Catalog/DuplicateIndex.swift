/// The item numbers of one kind by the hashes of their duplicate keys.
///
/// Only hashes are stored, to save memory. On a match the items themselves are compared, so hash
/// collisions and stale numbers do no harm.
struct DuplicateIndex: Sendable {
    private let key: DuplicateKey
    /// The lowest number for each hash.
    private var first: [UInt64: Int32] = [:]
    /// The further numbers for a hash, sorted.
    private var others: [UInt64: ArraySlice<Int32>] = [:]
    /// The last computed hashes: an item that was searched for is often added next.
    private var last: (traits: DuplicateTraits, hashes: Hashes)?
    /// The reused buffer for the folded name that is hashed.
    private var name = FoldedName()

    /// The hashes of one item.
    private struct Hashes {
        /// Nil without an ISBN.
        let isbn: UInt64?
        let name: NameHashes
        /// The hashes of the other meaning of the title; see `FoldedName.split`.
        let split: NameHashes?
    }

    /// The hashes of a title with its creator.
    private struct NameHashes {
        let whole: UInt64
        /// The hash of the same title without a creator.
        let bare: UInt64

        /// Under this hash, an item with a creator is found by its title alone.
        var title: UInt64 { ~bare }
        var isBare: Bool { whole == bare }
        /// The hash of the items that have the same title and are not distinguished.
        var similar: UInt64 { isBare ? title : bare }
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
        let hashes = hashes(of: key.traits { values[$0] })
        func has(_ hash: UInt64) -> Bool { first[hash] != nil }
        if hashes.isbn.map(has) ?? false { return true }
        return [hashes.name, hashes.split].contains { name in
            guard let name else { return false }
            return has(name.whole) || isTitleEnough && has(name.similar)
        }
    }

    /// Returns the item with the same ISBN, else the one with the same title and creator, else, with
    /// `isTitleEnough`, the one with the same title if only one of the two has a creator. Of several,
    /// it is the one with the lowest number.
    mutating func duplicate(
        of values: [Value?], isTitleEnough: Bool, in table: Table,
        where isCandidate: (ItemNumber) -> Bool
    ) -> Duplicate? {
        let traits = key.traits { values[$0] }
        let hashes = hashes(of: traits)
        func find(_ hash: UInt64, where isSame: (DuplicateTraits) -> Bool) -> ItemNumber? {
            func fits(_ candidate: Int32) -> Bool {
                let candidate = ItemNumber(Int(candidate))
                guard isCandidate(candidate), let row = table.row(ofNumber: candidate) else {
                    return false
                }
                return isSame(key.traits { table.value($0, at: row) })
            }
            guard let lowest = first[hash] else { return nil }
            // Avoids copying `others[hash]`, which may be very long.
            return (fits(lowest) ? lowest : others[hash]?.first(where: fits)).map {
                ItemNumber(Int($0))
            }
        }
        if let hash = hashes.isbn, first[hash] != nil {
            let isbn = traits.isbn
            if let same = find(hash, where: { $0.isbn == isbn }) {
                return Duplicate(number: same, reason: .sameISBN)
            }
        }
        let names = [hashes.name, hashes.split].compactMap(\.self)
        func search(
            _ searched: [UInt64], _ isSame: (FoldedName, FoldedName) -> Bool
        ) -> ItemNumber? {
            guard searched.contains(where: { first[$0] != nil }) else { return nil }
            var (wanted, found) = (FoldedName(), FoldedName())
            traits.write(into: &wanted)
            let forms = [wanted, wanted.split].compactMap(\.self)
            return searched.compactMap { hash in
                find(hash) { other in
                    other.write(into: &found)
                    if forms.contains(where: { isSame($0, found) }) { return true }
                    guard let split = found.split else { return false }
                    return forms.contains { isSame($0, split) }
                }
            }.min()
        }
        if let same = search(names.map(\.whole), { $0.isSame(as: $1) }) {
            return Duplicate(number: same, reason: .sameTitleAndCreator)
        }
        guard isTitleEnough else { return nil }
        return search(names.map(\.similar)) { $0.isSameTitle(as: $1) }
            .map { Duplicate(number: $0, reason: .sameTitle) }
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
        add(key.traits { values[$0] }, number: number)
    }

    private mutating func add(_ traits: DuplicateTraits, number: ItemNumber) {
        forEachHash(of: traits) { $0.add(Int32(number.rawValue), under: $1) }
    }

    mutating func remove(_ values: [Value?], number: ItemNumber) {
        forEachHash(of: key.traits { values[$0] }) {
            $0.remove(Int32(number.rawValue), under: $1)
        }
    }

    /// Passes the hashes under which an item is listed.
    private mutating func forEachHash(
        of traits: DuplicateTraits, _ use: (inout DuplicateIndex, UInt64) -> Void
    ) {
        let hashes = hashes(of: traits)
        if let isbn = hashes.isbn { use(&self, isbn) }
        use(&self, hashes.name.whole)
        if !hashes.name.isBare { use(&self, hashes.name.title) }
        if let split = hashes.split {
            use(&self, split.whole)
            use(&self, split.title)
        }
    }

    private mutating func add(_ number: Int32, under hash: UInt64) {
        guard let lowest = first[hash] else {
            first[hash] = number
            return
        }
        guard lowest != number else { return }
        first[hash] = min(lowest, number)
        others[hash, default: []].insert(max(lowest, number))
    }

    private mutating func remove(_ number: Int32, under hash: UInt64) {
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
        traits.write(into: &name)
        let hashes = Hashes(
            isbn: traits.isbn.map { isbn in Self.hash { $0.combine(isbn) } },
            name: Self.hashes(of: name), split: name.split.map(Self.hashes))
        last = (traits, hashes)
        return hashes
    }

    private static func hashes(of name: FoldedName) -> NameHashes {
        func part(_ range: Range<Int>) -> UInt64 {
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

    private static func hash(_ feed: (inout Hasher) -> Void) -> UInt64 {
        var hasher = Hasher()
        feed(&hasher)
        return UInt64(bitPattern: Int64(hasher.finalize()))
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
