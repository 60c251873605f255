/// Text in double quotes, as command lines and the text of kinds have it.
///
/// In quotes, `\"`, `\\`, `\n` and `\t` stand for a quote, a backslash, a line break and a tab.
package enum QuotedText {
    /// Returns a text in double quotes.
    package static func quoted(_ text: String) -> String {
        let quote = UInt8(ascii: "\"")
        let isPlain = text.utf8.allSatisfy { byte in
            byte >= 0x20 && byte != quote && byte != UInt8(ascii: "\\")
        }
        if isPlain {
            // Completion quotes forty titles at once, and appending to a string takes longer.
            var bytes: [UInt8] = []
            bytes.reserveCapacity(text.utf8.count + 2)
            bytes.append(quote)
            bytes.append(contentsOf: text.utf8)
            bytes.append(quote)
            return String(decoding: bytes, as: UTF8.self)
        }
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

    /// Returns the byte that a byte after a backslash stands for; nil if there is no such escape.
    package static func byte(escapedAs byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }
}
