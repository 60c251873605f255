/// The numbers of the things of a kind by what makes two of them the same.
///
/// Only hashes are kept, so that it stays small; the things themselves are compared when two hashes
/// are equal. So it does no harm if there is a number too many under a hash.
struct DuplicateIndex: Sendable {
    private let key: DuplicateKey
    /// The lowest number under each hash.
    private var first: [UInt64: Int32] = [:]
    /// The further numbers under a hash, in order.
    private var others: [UInt64: ArraySlice<Int32>] = [:]
    /// What was hashed last: a thing that is asked for is often added next.
    private var last: (traits: DuplicateTraits, hashes: Hashes)?
    /// What a name is written into, to be hashed.
    private var name: [UInt8] = []

    /// The hashes of one thing.
    private struct Hashes {
        /// Nil where there is no ISBN.
        let isbn: UInt64?
        let name: UInt64
    }

    init(_ key: DuplicateKey) {
        self.key = key
    }

    /// Whether a change of one of these fields concerns the index.
    func isConcerned(by changes: [Change.FieldChange]) -> Bool {
        changes.contains { key.includes($0.field) }
    }

    // MARK: Asking

    /// Whether there is perhaps a thing that is the same.
    mutating func mayHave(_ values: [Value?]) -> Bool {
        let hashes = hashes(of: key.traits { values[$0] })
        return first[hashes.name] != nil || hashes.isbn.map { first[$0] != nil } ?? false
    }

    /// The thing of the lowest number that has the same ISBN, else the one of the lowest number that
    /// has the same title and creator.
    mutating func duplicate(
        of values: [Value?], except number: ItemNumber?, in table: Table
    ) -> Duplicate? {
        let traits = key.traits { values[$0] }
        let hashes = hashes(of: traits)
        func find(_ hash: UInt64, where isSame: (DuplicateTraits) -> Bool) -> ItemNumber? {
            func fits(_ candidate: Int32) -> Bool {
                let candidate = ItemNumber(Int(candidate))
                guard candidate != number, let row = table.row(ofNumber: candidate) else {
                    return false
                }
                return isSame(key.traits { table.value($0, at: row) })
            }
            guard let lowest = first[hash] else { return nil }
            // There may be very many others, which must not be copied.
            return (fits(lowest) ? lowest : others[hash]?.first(where: fits)).map { ItemNumber(Int($0)) }
        }
        if let hash = hashes.isbn, first[hash] != nil {
            let isbn = traits.isbn
            if let same = find(hash, where: { $0.isbn == isbn }) {
                return Duplicate(number: same, reason: .sameISBN)
            }
        }
        guard first[hashes.name] != nil else { return nil }
        var (wanted, found): ([UInt8], [UInt8]) = ([], [])
        traits.write(into: &wanted)
        let same = find(hashes.name) { other in
            other.write(into: &found)
            return found == wanted
        }
        return same.map { Duplicate(number: $0, reason: .sameTitleAndCreator) }
    }

    // MARK: Following changes

    /// Takes in all that lives in a table.
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
        let hashes = hashes(of: traits)
        if let isbn = hashes.isbn { add(Int32(number.rawValue), under: isbn) }
        add(Int32(number.rawValue), under: hashes.name)
    }

    mutating func remove(_ values: [Value?], number: ItemNumber) {
        let hashes = hashes(of: key.traits { values[$0] })
        if let isbn = hashes.isbn { remove(Int32(number.rawValue), under: isbn) }
        remove(Int32(number.rawValue), under: hashes.name)
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
            name: Self.hash { hasher in
                // The bytes are read before the call returns.
                unsafe name.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
            })
        last = (traits, hashes)
        return hashes
    }

    private static func hash(_ feed: (inout Hasher) -> Void) -> UInt64 {
        var hasher = Hasher()
        feed(&hasher)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}

extension ArraySlice<Int32> {
    /// The place of the first number that is not less than this one.
    private func lowerBound(of number: Int32) -> Int {
        var (low, high) = (startIndex, endIndex)
        // Numbers mostly come, and go, in order.
        if let last, last < number { return endIndex }
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Where a number is; nil where it is not.
    fileprivate func place(of number: Int32) -> Int? {
        let place = lowerBound(of: number)
        return place < endIndex && self[place] == number ? place : nil
    }

    /// Puts a number in its place, once.
    fileprivate mutating func insert(_ number: Int32) {
        let place = lowerBound(of: number)
        guard place == endIndex || self[place] != number else { return }
        insert(number, at: place)
    }
}
