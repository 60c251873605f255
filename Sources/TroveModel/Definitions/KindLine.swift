import TroveCodecs

/// A line of a kind's text, split into words.
///
/// Blanks separate words. Double quotes, which may open inside a word, keep blanks together; in
/// them, `\"`, `\\`, `\n` and `\t` stand for a quote, a backslash, a line break and a tab. A `#` at
/// the beginning of a word begins a comment.
struct KindLine {
    /// A word without its quotes.
    struct Word {
        let text: String
        /// The place in the line, in bytes of UTF-8.
        let span: Range<Int>
        /// The name and the value of `name:value`; nil for another word. A colon in quotes does not
        /// count.
        let option: (name: String, value: String)?
    }

    /// The number of the line, from 1.
    let number: Int
    let words: [Word]
    /// The length in bytes.
    let length: Int

    /// Splits a line.
    ///
    /// - Throws: `KindTextError` for an open quote.
    init(_ line: some StringProtocol, number: Int) throws(KindTextError) {
        self.number = number
        let bytes = Array(line.utf8)
        length = bytes.count
        var words: [Word] = []
        var index = 0
        while index < bytes.count {
            if Self.isBlank(bytes[index]) {
                index += 1
                continue
            }
            if bytes[index] == UInt8(ascii: "#") { break }
            words.append(try Self.word(in: bytes, at: &index, line: number))
        }
        self.words = words
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D
    }

    private static func word(
        in bytes: [UInt8], at index: inout Int, line: Int
    ) throws(KindTextError) -> Word {
        let start = index
        var text: [UInt8] = []
        var colon: Int?
        var quote: Int?
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                quote = quote == nil ? index : nil
            } else if quote != nil, byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
                index += 1
                text.append(QuotedText.byte(escapedAs: bytes[index]) ?? bytes[index])
            } else if quote == nil, isBlank(byte) {
                break
            } else {
                if byte == UInt8(ascii: ":"), quote == nil, colon == nil { colon = text.count }
                text.append(byte)
            }
            index += 1
        }
        if let quote {
            throw KindTextError(.openQuote, line: line, span: quote..<bytes.count)
        }
        let option = colon.map { colon in
            (
                String(decoding: text[..<colon], as: UTF8.self),
                String(decoding: text[(colon + 1)...], as: UTF8.self)
            )
        }
        return Word(
            text: String(decoding: text, as: UTF8.self), span: start..<index, option: option)
    }

    /// Returns a value as a word of a line, in quotes if it needs them.
    static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.first != UInt8(ascii: "#")
            && text.utf8.allSatisfy {
                $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"")
                    && $0 != UInt8(ascii: "\\")
            }
        return isPlain ? text : QuotedText.quoted(text)
    }
}
