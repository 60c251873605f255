import TroveCodecs

/// Quotes text so that the lexer reads it back as one argument.
package enum Quoting {
    /// Returns the text unquoted where that is safe, else in double quotes.
    package static func argument(_ text: String) -> String {
        isBare(text.utf8.span) ? text : quoted(text)
    }

    /// Returns a title as a reference, quoted if it looks like a number or a keyword.
    package static func title(_ text: String) -> String {
        let isNumber = text.utf8.first.map { $0 &- 0x30 < 10 } ?? true
        return !isNumber && isBare(text.utf8.span) && text != "it" ? text : quoted(text)
    }

    /// Returns a title that several words without quotes mean as well; nil if it needs quotes.
    static func words(_ title: String) -> String? {
        // Characters would be compared by their Unicode properties.
        let words = Array(title.utf8).split(separator: 0x20, omittingEmptySubsequences: false)
        // A reference of numbers, `it` or results is not a title, and `where` begins a condition.
        let isTitle = words.contains { word in
            let first = word.first ?? 0x30
            return first &- 0x30 >= 10 && !word.elementsEqual("it".utf8)
                && !(first == 0x72 && word.dropFirst().allSatisfy(\.isDigit))
        }
        // An apostrophe inside a word does not open a quote.
        let areWords = words.allSatisfy { word in
            word.first != UInt8(ascii: "'") && isBare(word.span, apostrophesToo: true)
                && !word.elementsEqual("where".utf8) && !word.elementsEqual("WHERE".utf8)
        }
        return isTitle && areWords ? title : nil
    }

    /// Returns the text in double quotes.
    package static func quoted(_ text: String) -> String {
        QuotedText.quoted(text)
    }

    private static func isBare(_ text: Span<UInt8>, apostrophesToo: Bool = false) -> Bool {
        guard !text.isEmpty, text[0] != UInt8(ascii: "#") else { return false }
        let dash = UInt8(ascii: "-")
        if text.count > 1, text[0] == dash, text[1] == dash { return false }
        // The lexer drops semicolons at the end of a command.
        if text[text.count - 1] == UInt8(ascii: ";") { return false }
        for index in 0..<text.count {
            switch text[index] {
            case 0...0x20, 0x7F: return false
            case UInt8(ascii: "'") where !apostrophesToo: return false
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: ":"), UInt8(ascii: "="),
                UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "!"), UInt8(ascii: "~"),
                UInt8(ascii: "|"), UInt8(ascii: "("), UInt8(ascii: ")"):
                return false
            default: break
            }
        }
        return true
    }
}
