/// The distinct texts of a column, each with a small code. Composed and decomposed "é" are two
/// symbols, so texts keep their spelling.
struct SymbolTable: Sendable {
    /// The text of each code.
    private(set) var texts: [String] = []
    /// The texts one after the other, and the end of each.
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    private var hashes: [UInt32] = []
    /// A hash table of codes with linear probing, at most half full; -1 for a free slot. Its size
    /// is a power of two.
    private var slots: [Int32] = []

    init(_ texts: [String] = []) {
        for text in texts { _ = code(adding: text) }
    }

    /// Returns the code of a text, which it adds if it is new.
    mutating func code(adding text: String) -> Int32 {
        var text = text
        return text.withUTF8 { unsafe code(adding: $0.span) }
    }

    /// Returns the code of a text, which it adds if it is new. The text must be valid UTF-8.
    mutating func code(adding text: Span<UInt8>) -> Int32 {
        let hash = Self.hash(of: text)
        if let code = code(of: text, hash) { return code }
        let code = Int32(texts.count)
        unsafe text.withUnsafeBufferPointer { buffer in
            unsafe texts.append(String(decoding: buffer, as: UTF8.self))
            unsafe bytes.append(contentsOf: buffer)
        }
        ends.append(bytes.count)
        hashes.append(hash)
        if slots.count < 2 * texts.count { grow() } else { place(code, hash) }
        return code
    }

    /// Returns the code of a text; nil if the table does not have it.
    func code(of text: Span<UInt8>) -> Int32? { code(of: text, Self.hash(of: text)) }

    private func code(of text: Span<UInt8>, _ hash: UInt32) -> Int32? {
        guard !slots.isEmpty else { return nil }
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot] >= 0 {
            let code = Int(slots[slot])
            if hashes[code] == hash, isSame(code, text) { return Int32(code) }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private func isSame(_ code: Int, _ text: Span<UInt8>) -> Bool {
        let start = code == 0 ? 0 : ends[code - 1]
        guard ends[code] - start == text.count else { return false }
        let own = bytes.span
        for index in text.indices where own[start + index] != text[index] { return false }
        return true
    }

    private mutating func grow() {
        slots = Array(repeating: -1, count: max(16, 2 * slots.count))
        for (code, hash) in hashes.enumerated() { place(Int32(code), hash) }
    }

    private mutating func place(_ code: Int32, _ hash: UInt32) {
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot] >= 0 { slot = (slot + 1) & mask }
        slots[slot] = code
    }

    /// Different in each run, so that no file can have texts that all share a hash.
    private static let seed = UInt64.random(in: .min ... .max)

    private static func hash(of text: Span<UInt8>) -> UInt32 {
        var hash = seed ^ UInt64(text.count)
        for index in text.indices {
            hash = (hash ^ UInt64(text[index])) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
        }
        return UInt32(truncatingIfNeeded: hash >> 32)
    }

    /// Returns, for each code, its rank when the texts are sorted by name; equal names share a
    /// rank.
    func ranks() -> [Int] {
        Self.ranks(of: texts.map(Folding.order))
    }

    /// Returns, for each key, its rank when the keys are sorted; equal keys share a rank.
    static func ranks(of keys: [[UInt8]]) -> [Int] {
        // The first bytes decide most comparisons.
        let heads = keys.enumerated().map { position, key in
            let bytes = key.prefix(8)
            let head = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return (position: position, head: head << UInt64(64 - 8 * bytes.count))
        }
        let order = heads.sorted { left, right in
            left.head == right.head
                ? keys[left.position].lexicographicallyPrecedes(keys[right.position])
                : left.head < right.head
        }.map(\.position)
        var ranks = Array(repeating: 0, count: keys.count)
        for (position, code) in order.enumerated() {
            let isSame = position > 0 && keys[code] == keys[order[position - 1]]
            ranks[code] = isSame ? ranks[order[position - 1]] : position
        }
        return ranks
    }
}
