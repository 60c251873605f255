/// The numbers of the things of a kind by what makes two of them the same.
///
/// Only hashes of the keys are kept, so that it stays small; the things themselves are compared
/// when two hashes are equal.
struct DuplicateIndex: Sendable {
    private let key: DuplicateKey
    /// The lowest number under each hash.
    private var first: [UInt64: Int32] = [:]
    /// The further numbers under a hash, in order.
    private var others: [UInt64: [Int32]] = [:]
    /// What a key is written into, to be hashed.
    private var text: [UInt8] = []

    /// An index of all that lives in a table.
    init(_ key: DuplicateKey, of table: Table) {
        self.key = key
        first.reserveCapacity(table.count)
        for row in table.rows where table.isAlive(row) {
            add(number: table.number(at: row)) { table.value($0, at: row) }
        }
    }

    /// Whether a change of one of these fields concerns the index.
    func isConcerned(by changes: [Change.FieldChange]) -> Bool {
        changes.contains { key.includes($0.field) }
    }

    // MARK: Asking

    /// The thing of the lowest number that has the same ISBN, else the one of the lowest number that
    /// has the same title and creator.
    mutating func duplicate(
        of values: [Value?], except number: Int?, in table: Table
    ) -> Duplicate? {
        if let isbn = key.isbn(of: { values[$0] }) {
            let same = firstNumber(under: Self.hash(of: isbn), except: number) { number in
                key.isbn(of: { table.value($0, ofNumber: number) }) == isbn
            }
            if let same { return Duplicate(number: same, reason: .sameISBN) }
        }
        let hash = titleHash { values[$0] }
        guard first[hash] != nil else { return nil }
        let same = firstNumber(under: hash, except: number) { number in
            var other: [UInt8] = []
            key.write({ table.value($0, ofNumber: number) }, into: &other)
            return other == text
        }
        return same.map { Duplicate(number: $0, reason: .sameTitleAndCreator) }
    }

    private func firstNumber(
        under hash: UInt64, except number: Int?, where isSame: (Int) -> Bool
    ) -> Int? {
        guard let lowest = first[hash] else { return nil }
        if Int(lowest) != number, isSame(Int(lowest)) { return Int(lowest) }
        return others[hash]?.first { Int($0) != number && isSame(Int($0)) }.map(Int.init)
    }

    // MARK: Following changes

    mutating func add(_ values: [Value?], number: Int) {
        add(number: number) { values[$0] }
    }

    private mutating func add(number: Int, _ thing: (Int) -> Value?) {
        if let isbn = key.isbn(of: thing) { add(Int32(number), under: Self.hash(of: isbn)) }
        add(Int32(number), under: titleHash(of: thing))
    }

    mutating func remove(_ values: [Value?], number: Int) {
        if let isbn = key.isbn(of: { values[$0] }) {
            remove(Int32(number), under: Self.hash(of: isbn))
        }
        remove(Int32(number), under: titleHash { values[$0] })
    }

    private mutating func add(_ number: Int32, under hash: UInt64) {
        guard let lowest = first[hash] else {
            first[hash] = number
            return
        }
        first[hash] = min(lowest, number)
        others[hash, default: []].insert(inOrder: max(lowest, number))
    }

    private mutating func remove(_ number: Int32, under hash: UInt64) {
        guard var further = others.removeValue(forKey: hash) else {
            if first[hash] == number { first[hash] = nil }
            return
        }
        if first[hash] == number {
            first[hash] = further.removeFirst()
        } else {
            further.removeAll { $0 == number }
        }
        if !further.isEmpty { others[hash] = further }
    }

    // MARK: Hashing

    private static func hash(of isbn: ISBN) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(isbn)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// Writes the key of the title into `text`, and hashes it.
    @inline(__always)
    private mutating func titleHash(of thing: (Int) -> Value?) -> UInt64 {
        key.write(thing, into: &text)
        var hasher = Hasher()
        // The bytes are read before the call returns.
        unsafe text.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}

extension [Int32] {
    /// Numbers that come in order are put at the end at once.
    fileprivate mutating func insert(inOrder number: Int32) {
        insert(number, at: lastIndex { $0 < number }.map { $0 + 1 } ?? 0)
    }
}

extension Table {
    /// A field of the living thing with this number.
    fileprivate func value(_ field: Int, ofNumber number: Int) -> Value? {
        row(ofNumber: number).flatMap { value(field, at: $0) }
    }
}
