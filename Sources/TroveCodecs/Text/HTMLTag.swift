/// A known tag at the start of some bytes.
struct HTMLTag {
    /// What a tag does to plain text.
    enum Effect {
        case none, line, paragraph, link, picture
    }

    let effect: Effect
    let isEnd: Bool
    /// The address of a link or picture; empty when it has none.
    let address: ArraySlice<UInt8>
    /// The length of the tag in bytes.
    let length: Int

    /// The maximum length of a tag after its name, in bytes: an address and a few words.
    private static let longest = 4096

    /// Reads the tag at the first byte, which is `<`; nil if the bytes do not start with a known
    /// tag.
    init?(at bytes: ArraySlice<UInt8>) {
        var index = bytes.startIndex + 1
        isEnd = index < bytes.endIndex && bytes[index] == 0x2F
        if isEnd { index += 1 }
        let start = index
        while index < bytes.endIndex, Self.isLetter(bytes[index]) || bytes[index].isDigit {
            index += 1
        }
        guard index > start, index - start <= 10 else { return nil }
        let name = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
        guard let effect = Self.effects[name],
            let end = bytes[index...].prefix(Self.longest).firstIndex(of: 0x3E)
        else { return nil }
        self.effect = effect
        length = end + 1 - bytes.startIndex
        address = Self.address(in: bytes[index..<end])
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    /// Returns the value of `href` or `src`, in single or double quotes; empty without one.
    private static func address(in attributes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        for name in ["href=", "src="] {
            let name = Array(name.utf8)
            var rest = attributes
            while rest.count > name.count + 1 {
                if rest.prefix(name.count).elementsEqual(name) {
                    let quoted = rest.dropFirst(name.count)
                    guard let quote = quoted.first, quote == 0x22 || quote == 0x27,
                        let end = quoted.dropFirst().firstIndex(of: quote)
                    else { return [] }
                    return quoted[quoted.startIndex + 1..<end]
                }
                rest = rest.dropFirst()
            }
        }
        return []
    }

    private static let effects: [String: Effect] = [
        "br": .line, "hr": .line, "li": .line, "tr": .line, "div": .line,
        "p": .paragraph, "blockquote": .paragraph, "ul": .paragraph, "ol": .paragraph,
        "h1": .paragraph, "h2": .paragraph, "h3": .paragraph, "h4": .paragraph, "pre": .paragraph,
        "a": .link, "img": .picture,
        "b": .none, "i": .none, "u": .none, "s": .none, "em": .none, "strong": .none,
        "span": .none, "strike": .none, "del": .none, "sub": .none, "sup": .none, "small": .none,
        "code": .none, "center": .none, "font": .none, "spoiler": .none, "table": .none,
        "tbody": .none, "td": .none, "cite": .none, "q": .none,
    ]
}
