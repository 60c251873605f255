/// Text in double quotes, as command lines and the text of kinds have it.
///
/// In quotes, `\"`, `\\`, `\n` and `\t` stand for a quote, a backslash, a line break and a tab.
package enum QuotedText {
    /// Returns a text in double quotes.
    package static func quoted(_ text: String) -> String {
        if let plain = quotedPlain(text.utf8.span) { return plain }
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

    /// Returns a text without anything to escape in double quotes; nil for another one.
    private static func quotedPlain(_ text: Span<UInt8>) -> String? {
        // Completion quotes forty titles at once, and appending to a string takes longer.
        let quote = UInt8(ascii: "\"")
        // The buffer has room for the text and the quotes, and its bytes are counted.
        let quoted = unsafe String(unsafeUninitializedCapacity: text.count + 2) { buffer in
            unsafe buffer[0] = quote
            for index in 0..<text.count {
                let byte = text[index]
                guard byte >= 0x20, byte != quote, byte != UInt8(ascii: "\\") else { return 0 }
                unsafe buffer[index + 1] = byte
            }
            unsafe buffer[text.count + 1] = quote
            return text.count + 2
        }
        return quoted.isEmpty ? nil : quoted
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
