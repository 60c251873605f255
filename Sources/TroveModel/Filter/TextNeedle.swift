/// A text to search for in others, regardless of case and accents.
struct TextNeedle: Sendable {
    private let key: [UInt8]

    init(_ text: String) {
        key = Folding.search(text)
    }

    func occurs(in text: String) -> Bool {
        Self.occurs(key, in: Folding.search(text))
    }

    /// Returns whether the text occurs in the bytes of one row of a column.
    func occurs(in bytes: [UInt8], at range: Range<Int>) -> Bool {
        guard !key.isEmpty else { return true }
        let haystack = bytes.span.extracting(range)
        let first = key[0]
        var isPlain = true
        var index = 0
        let last = haystack.count - key.count
        while index < haystack.count {
            let byte = haystack[index]
            if byte >= 0x80 {
                isPlain = false
                break
            }
            if index <= last, Folding.lowercased(byte) == first {
                var matched = 1
                while matched < key.count,
                    Folding.lowercased(haystack[index + matched]) == key[matched]
                { matched += 1 }
                if matched == key.count { return true }
            }
            index += 1
        }
        if isPlain { return false }
        return occurs(in: String(decoding: bytes[range], as: UTF8.self))
    }

    private static func occurs(_ needle: [UInt8], in haystack: [UInt8]) -> Bool {
        guard needle.count <= haystack.count else { return false }
        if needle.isEmpty { return true }
        return (0...(haystack.count - needle.count)).contains { start in
            haystack[start] == needle[0]
                && haystack[start..<start + needle.count].elementsEqual(needle)
        }
    }
}
