/// The number of columns that a text takes on a terminal.
///
/// A grapheme cluster is as wide as its base, except that an emoji sequence is always two columns
/// wide, as terminals with emoji draw it.
package enum DisplayWidth {
    /// Returns the columns of a text; a control character counts as what `TextFitting.visible`
    /// shows.
    package static func of(_ text: String) -> Int {
        text.isPrintableASCII ? text.utf8.count : slowWidth(of: text)
    }

    /// Returns the columns of one grapheme cluster: 0 to 2, more for a control character.
    package static func of(_ character: Character) -> Int {
        var width = 0
        var isSequence = false
        var isFirst = true
        for scalar in character.unicodeScalars {
            if isFirst {
                width = of(scalar)
                isFirst = false
            } else if isEmojiJoiner(scalar) {
                isSequence = true
            } else {
                width = max(width, of(scalar))
            }
        }
        // A lone regional indicator is one column wide; the pair is a flag, which takes two.
        if isSequence, width > 0 { return 2 }
        return width
    }

    /// Returns the columns of a text with color codes; `ESC [ … m` takes none.
    package static func ofStyled(_ text: String) -> Int {
        text.isPrintableASCII ? text.utf8.count : of(Style.stripped(text))
    }

    /// Returns the rows that a line with color codes takes on a screen. A wide character does not
    /// begin in the last column.
    static func rows(ofStyled line: String, columns: Int) -> Int {
        if line.isPrintableASCII { return max(1, (line.utf8.count + columns - 1) / columns) }
        var rows = 1
        var column = 0
        for character in Style.stripped(line) {
            let width = of(character)
            if column + width > columns {
                rows += 1
                column = 0
            }
            column += width
        }
        return rows
    }

    /// Returns the columns of one scalar, by the terminal's own table.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x7F, scalar.value >= 0x20 { return 1 }
        if let shown = TextFitting.visibleForm(of: scalar) { return shown.count }
        TextLocale.prepare()
        if let width = ScalarWidth.of(scalar.value) { return width }
        // Newer than the C library's table: emoji are wide, the rest counts as narrow.
        return scalar.properties.isEmojiPresentation ? 2 : 1
    }

    private static func slowWidth(of text: String) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    /// Whether a scalar after the first of its cluster turns it into an emoji.
    private static func isEmojiJoiner(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xFE0F, 0x20E3, 0x1F3FB...0x1F3FF, 0x1F1E6...0x1F1FF: true
        default: false
        }
    }
}

extension String {
    /// Whether each byte is a printable character of ASCII, which takes one column.
    package var isPrintableASCII: Bool {
        // Without an early end, the loop reads many bytes at once.
        unsafe utf8.span.withUnsafeBufferPointer { bytes in
            unsafe bytes.reduce(UInt8(0)) { $0 | ($1 &- 0x20 < 0x5F ? 0 : 1) } == 0
        }
    }
}
