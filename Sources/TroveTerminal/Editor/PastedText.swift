/// The rules for text from the clipboard.
enum PastedText {
    /// What stands for a pasted newline in the line, one column wide.
    static let mark: Character = "⏎"

    /// The text of a paste: every kind of newline is `\n`, a tab is a space, other control
    /// characters and bytes that are not UTF-8 are dropped, and so are newlines at the end, which
    /// nobody means.
    static func cleaned(_ bytes: [UInt8]) -> String {
        var text = ""
        var previous: Unicode.Scalar?
        // Repairing puts U+FFFD where a byte is wrong; a real U+FFFD is no loss either.
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x0A where previous == "\r": break
            case 0x0A, 0x0D: text.unicodeScalars.append("\n")
            case 0x09: text.unicodeScalars.append(" ")
            case 0x00...0x1F, 0x7F...0x9F, 0xFFFD: break
            default: text.unicodeScalars.append(scalar)
            }
            previous = scalar
        }
        while text.last == "\n" { text.removeLast() }
        return text
    }

    /// The text as the line shows it, on one line.
    static func marked(_ text: String) -> String {
        String(text.map { $0.isNewline ? mark : $0 })
    }

    /// The text as it was meant, with newlines for the marks.
    static func unmarked(_ text: String) -> String {
        String(text.map { $0 == mark ? "\n" : $0 })
    }
}
