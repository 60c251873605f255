/// Text of several lines in the one line that libedit edits.
///
/// There, private characters stand for newlines and tabs. They are shown as `⏎` and `⇥`, and keep
/// their meaning in the kill buffer and in undo.
enum PastedText {
    /// The mark for a newline, one column wide.
    static let mark: Character = "\u{10FA0A}"
    /// The mark for a tab among several lines, one column wide.
    static let tabMark: Character = "\u{10FA09}"

    /// Whether a scalar is a mark. Text from the keyboard, the clipboard or the library never
    /// brings one into the line: it would end a command.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x10FA0A || scalar.value == 0x10FA09
    }

    /// Returns the text of a paste. Every kind of newline becomes `\n`. A tab stays in several
    /// lines, which may be rows of a table, and becomes a space in one line. Other control
    /// characters, marks, invalid UTF-8 and trailing newlines are dropped.
    static func cleaned(_ bytes: [UInt8]) -> String {
        var text = ""
        var previous: Unicode.Scalar?
        // Decoding puts U+FFFD where a byte is invalid; losing a real U+FFFD does no harm.
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            // While a line is edited, the terminal exchanges carriage returns and line feeds.
            let endsPair = scalar == "\n" && previous == "\r" || scalar == "\r" && previous == "\n"
            switch scalar.value {
            case 0x0A, 0x0D: if !endsPair { text.unicodeScalars.append("\n") }
            case 0x09: text.unicodeScalars.append("\t")
            case 0x00...0x1F, 0x7F...0x9F, 0xFFFD: break
            case _ where isMark(scalar): break
            default: text.unicodeScalars.append(scalar)
            }
            previous = endsPair ? nil : scalar
        }
        while text.last == "\n" { text.removeLast() }
        return text.contains("\n") ? text : String(text.map { $0 == "\t" ? " " : $0 })
    }

    /// Returns the text on one line, with marks for its newlines and tabs, and without other marks.
    static func marked(_ text: String) -> String {
        String(withoutMarks(text).map { $0.isNewline ? mark : $0 == "\t" ? tabMark : $0 })
    }

    private static func withoutMarks(_ text: String) -> String {
        guard mayHaveMarks(text) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isMark($0) }))
    }

    /// Whether a text has the byte that marks begin with.
    private static func mayHaveMarks(_ text: String) -> Bool { text.utf8.contains(0xF4) }

    /// Returns the text with newlines and tabs for the marks.
    static func unmarked(_ text: String) -> String {
        guard mayHaveMarks(text) else { return text }
        // A mark and the combining marks after it are one character.
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    isMark(scalar) ? mark.unicodeScalars.first == scalar ? "\n" : "\t" : scalar
                }))
    }

    /// Returns what a character of the line is shown as.
    static func shown(_ character: Character) -> Character {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, isMark(first) else { return character }
        var shown = String.UnicodeScalarView([mark.unicodeScalars.first == first ? "⏎" : "⇥"])
        shown.append(contentsOf: scalars.dropFirst())
        return String(shown).first ?? character
    }

    /// Returns the text on one line, as it is shown.
    static func shown(_ text: String) -> String {
        String(text.map { $0.isNewline ? "⏎" : $0 == "\t" ? "⇥" : shown($0) })
    }

    /// Returns the highlights of a text for the text with marks, which are longer than newlines and
    /// tabs.
    static func marked(_ highlights: [Highlight], of text: String) -> [Highlight] {
        guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x09 }) else { return highlights }
        /// The offset with marks of each byte of the text, and of its end.
        var offsets = [0]
        offsets.reserveCapacity(text.utf8.count + 1)
        for byte in text.utf8 {
            let length =
                switch byte {
                case 0x0A: mark.utf8.count
                case 0x09: tabMark.utf8.count
                default: 1
                }
            offsets.append(offsets[offsets.count - 1] + length)
        }
        return highlights.map { highlight in
            let range = highlight.range.clamped(to: 0..<text.utf8.count)
            return Highlight(
                offsets[range.lowerBound]..<offsets[range.upperBound], highlight.role)
        }
    }
}
