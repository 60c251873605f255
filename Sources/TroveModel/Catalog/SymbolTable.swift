/// The different texts of a column that has few of them, each under a small code.
struct SymbolTable: Sendable {
    /// A text that is equal only byte by byte: two writings of "é" are two symbols, and both stay
    /// as they were typed.
    private struct ExactText: Hashable, Sendable {
        let text: String

        static func == (left: ExactText, right: ExactText) -> Bool {
            guard left.text.utf8.count == right.text.utf8.count else { return false }
            var (left, right) = (left.text, right.text)
            return left.withUTF8 { left in
                right.withUTF8 { right in unsafe left.elementsEqual(right) }
            }
        }

        func hash(into hasher: inout Hasher) {
            var text = text
            text.withUTF8 { bytes in
                unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
            }
        }
    }

    /// The text of each code.
    private(set) var texts: [String] = []
    private var codes: [ExactText: Int32] = [:]

    init(_ texts: [String] = []) {
        for text in texts { _ = code(adding: text) }
    }

    /// The code of a text, a new one if it was never seen.
    mutating func code(adding text: String) -> Int32 {
        let key = ExactText(text: text)
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
