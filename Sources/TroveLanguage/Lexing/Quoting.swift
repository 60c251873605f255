/// Quotes text so that the lexer reads it back as one argument.
package enum Quoting {
    /// Returns the text unquoted where that is safe, else in double quotes.
    package static func argument(_ text: String) -> String {
        isBare(text[...]) ? text : quoted(text)
    }

    /// Returns a title as a reference, quoted if it looks like a number or a keyword.
    package static func title(_ text: String) -> String {
        let isNumber = text.utf8.first.map { $0 &- 0x30 < 10 } ?? true
        return isBare(text[...]) && !isNumber && text != "it" ? text : quoted(text)
    }

    /// Returns a title that several words without quotes mean as well; nil if it needs quotes.
    static func words(_ title: String) -> String? {
        let words = title.split(separator: " ", omittingEmptySubsequences: false)
        // A reference of numbers, `it` or results is no title, and `where` begins a condition.
        let isTitle = words.contains { word in
            let first = word.utf8.first ?? 0x30
            return first &- 0x30 >= 10 && word != "it"
                && !(first == 0x72 && word.utf8.dropFirst().allSatisfy(\.isASCIIDigit))
        }
        guard isTitle, !words.contains("where") else { return nil }
        // An apostrophe inside of a word does not open a quote.
        let areBare = words.allSatisfy { word in
            !word.hasPrefix("'") && isBare(word, apostrophesToo: true)
        }
        return areBare ? title : nil
    }

    /// Returns the text in double quotes.
    package static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        if isPlain { return "\"" + text + "\"" }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func isBare(_ text: Substring, apostrophesToo: Bool = false) -> Bool {
        guard let first = text.utf8.first, first != 0x23, !text.utf8.starts(with: "--".utf8) else {
            return false
        }
        // The lexer drops semicolons at the end of a command.
        if text.utf8.last == UInt8(ascii: ";") { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case 0...0x20, 0x7F: false
            case UInt8(ascii: "'"): apostrophesToo
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: ":"), UInt8(ascii: "="),
                UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "!"), UInt8(ascii: "~"),
                UInt8(ascii: "|"), UInt8(ascii: "("), UInt8(ascii: ")"):
                false
            default: true
            }
        }
    }
}
