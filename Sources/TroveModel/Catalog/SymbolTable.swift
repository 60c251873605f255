import TroveCodecs

/// The distinct texts of a column, each with a small code. Composed and decomposed "é" are two
/// symbols, so texts keep their spelling.
struct SymbolTable: Sendable {
    /// The text of each code.
    private(set) var texts: [String] = []
    private var codes: [ExactText: Int32] = [:]

    init(_ texts: [String] = []) {
        for text in texts { _ = code(adding: text) }
    }

    /// Returns the code of a text, which it adds if it is new.
    mutating func code(adding text: String) -> Int32 {
        let key = ExactText(text)
        if let code = codes[key] { return code }
        let code = Int32(texts.count)
        texts.append(text)
        codes[key] = code
        return code
    }

    /// Returns, for each code, its rank when the texts are sorted by name; equal names share a
    /// rank.
    func ranks() -> [Int] {
        Self.ranks(of: texts.map(Folding.name))
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
