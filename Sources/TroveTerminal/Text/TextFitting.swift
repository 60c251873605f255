/// Fits text into columns and makes it safe to display.
package enum TextFitting {
    /// The alignment of a padded text.
    package enum Alignment: Sendable {
        /// The text first, then spaces.
        case leading
        /// Spaces first, then the text.
        case trailing
    }

    /// Returns the text, truncated with `…` to at most `columns`, never inside a character.
    package static func truncated(_ text: String, to columns: Int) -> String {
        guard columns > 0 else { return "" }
        guard DisplayWidth.of(text) > columns else { return text }
        var kept = ""
        var width = 0
        for character in text {
            let next = DisplayWidth.of(character)
            if width + next > columns - 1 { break }
            kept.append(character)
            width += next
        }
        return kept + "…"
    }

    /// Returns the text padded with spaces to `columns`; a wider one stays as it is.
    package static func padded(
        _ text: String, to columns: Int, alignment: Alignment = .leading
    ) -> String {
        let missing = columns - DisplayWidth.of(text)
        guard missing > 0 else { return text }
        let spaces = String(repeating: " ", count: missing)
        return alignment == .leading ? text + spaces : spaces + text
    }

    /// Returns the text with every control character made visible, so that data cannot send an
    /// escape sequence to a terminal: `⏎` for a newline, `␉` for a tab, `^X` or `\u{85}` for the
    /// rest.
    ///
    /// Bidirectional controls are made visible too, because they can make a line read as something
    /// else.
    package static func visible(_ text: String) -> String {
        if text.isPrintableASCII { return text }
        guard text.unicodeScalars.contains(where: { visibleForm(of: $0) != nil }) else {
            return text
        }
        var result = ""
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if scalar == "\n", previous == "\r" {
                // Not the last character: a format sign before the return may have joined it.
                result.unicodeScalars.removeLast()
                result += "⏎"
            } else if scalar == "\r" {
                result += "␍"
            } else if let shown = visibleForm(of: scalar) {
                result += shown
            } else {
                result.unicodeScalars.append(scalar)
            }
            previous = scalar
        }
        return result
    }

    /// Whether a terminal acts on a character, or the character changes the writing direction.
    package static func isActive(_ scalar: Unicode.Scalar) -> Bool {
        visibleForm(of: scalar) != nil
    }

    /// Returns the visible form of a control character, or nil for any other character.
    static func visibleForm(of scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x0A: "⏎"
        case 0x09: "␉"
        case 0x0D: "␍"
        case 0x1B: "␛"
        case 0x00...0x1F: "^" + String(Unicode.Scalar(UInt8(scalar.value) + 0x40))
        case 0x7F: "^?"
        case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E,
            0x2066...0x2069:
            "\\u{" + String(scalar.value, radix: 16) + "}"
        default: nil
        }
    }
}
