/// Writing a text so that the lexer reads it back as one argument.
package enum Quoting {
    /// The text as it can be typed: bare where that is safe, else in double quotes.
    package static func argument(_ text: String) -> String {
        isBare(text) ? text : quoted(text)
    }

    /// A title as a reference: a number or a word of the language must not be taken for one.
    package static func title(_ text: String) -> String {
        let isNumber = text.utf8.first.map { $0 &- 0x30 < 10 } ?? true
        return isBare(text) && !isNumber && text != "it" ? text : quoted(text)
    }

    /// The text in double quotes.
    package static func quoted(_ text: String) -> String {
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

    private static func isBare(_ text: String) -> Bool {
        guard let first = text.utf8.first, first != 0x23, !text.utf8.starts(with: "--".utf8) else {
            return false
        }
        // The lexer drops semicolons at the end of a command.
        if text.utf8.last == UInt8(ascii: ";") { return false }
        let special: Set<UInt8> = Set("\"'\\:=<>!~|()".utf8)
        return text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !special.contains($0) }
    }
}
