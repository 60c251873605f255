import TroveCodecs

/// The different texts of a column that has few of them, each under a small code. Two writings of
/// "é" are two symbols, and both stay as they were typed.
struct SymbolTable: Sendable {
    /// The text of each code.
    private(set) var texts: [String] = []
    private var codes: [ExactText: Int32] = [:]

    init(_ texts: [String] = []) {
        for text in texts { _ = code(adding: text) }
    }

    /// The code of a text, a new one if it was never seen.
    mutating func code(adding text: String) -> Int32 {
        let key = ExactText(text)
        if let code = codes[key] { return code }
        let code = Int32(texts.count)
        texts.append(text)
        codes[key] = code
        return code
    }

    /// For each code its place when the texts are sorted by name; the same name has one place.
    func ranks() -> [Int] {
        let keys = texts.map(Folding.name)
        let order = texts.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
        var ranks = Array(repeating: 0, count: texts.count)
        for (position, code) in order.enumerated() {
            let isSame = position > 0 && keys[code] == keys[order[position - 1]]
            ranks[code] = isSame ? ranks[order[position - 1]] : position
        }
        return ranks
    }
}
