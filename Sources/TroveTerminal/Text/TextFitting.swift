/// Making a text fit a number of columns, and making it safe to show.
package enum TextFitting {
    /// At which end a padded text gets its spaces.
    package enum Alignment: Sendable {
        /// The text first, then spaces.
        case leading
        /// Spaces first, then the text.
        case trailing
    }

    /// The text, or its beginning with `…`, never wider than `columns` and never cut inside a
    /// character.
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

    /// The text with spaces up to `columns`; a text that is wider stays as it is.
    package static func padded(
        _ text: String, to columns: Int, alignment: Alignment = .leading
    ) -> String {
        let missing = columns - DisplayWidth.of(text)
        guard missing > 0 else { return text }
        let spaces = String(repeating: " ", count: missing)
        return alignment == .leading ? text + spaces : spaces + text
    }

    /// The text with every control character in a visible form, so that data can never send an
    /// escape sequence to a terminal: a newline is `⏎`, a tab `␉`, the rest `^X` or `\u{85}`.
    ///
    /// The marks that turn the direction of writing are shown too: they could make a line read
    /// as something else than it is.
    package static func visible(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
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

    /// Whether a character acts on a terminal, or turns the direction of writing.
    package static func isActive(_ scalar: Unicode.Scalar) -> Bool {
        visibleForm(of: scalar) != nil
    }

    /// What is shown for a control character; nil for everything else.
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
