// Terminal output can move the cursor, set the title or type commands for the user. So everything
// displayed passes through this type. Data becomes part of it only through an interpolation or an
// initializer that makes control characters visible. A String does not compile where a TerminalText
// is wanted; a literal does, because it is part of the program.

/// Text that is safe to display: characters, line ends and Trove's own colors.
package struct TerminalText: Sendable, Hashable {
    /// The text with its line ends and color codes.
    package private(set) var rendered: String

    /// Wraps a text that contains only characters, line ends and color codes.
    init(trusted text: String) {
        rendered = text
    }

    /// Makes every control character of the data visible, including line ends.
    package init(_ data: some StringProtocol) {
        rendered = TextFitting.visible(String(data))
    }

    /// Formats a number in decimal.
    package init(_ number: Int) {
        rendered = "\(number)"
    }

    /// Formats a number in decimal, with separators: `1,204`.
    package init(grouped number: Int) {
        let digits = "\(number.magnitude)"
        rendered = number < 0 ? "-" : ""
        var following = digits.utf8.count
        for digit in digits {
            rendered.append(digit)
            following -= 1
            if following > 0, following.isMultiple(of: 3) { rendered += "," }
        }
    }

    /// Makes every control character of the data visible, except line ends and tabs.
    package init(lines data: some StringProtocol) {
        rendered = ""
        var plain = ""
        for scalar in data.unicodeScalars {
            guard scalar == "\n" || scalar == "\t" else {
                plain.unicodeScalars.append(scalar)
                continue
            }
            rendered += TextFitting.visible(plain)
            rendered.unicodeScalars.append(scalar)
            plain = ""
        }
        rendered += TextFitting.visible(plain)
    }

    /// Repeats a text.
    package init(repeating character: TerminalText, count: Int) {
        rendered = String(repeating: character.rendered, count: max(0, count))
    }

    /// Whether there is nothing to write, not even a color code.
    package var isEmpty: Bool { rendered.isEmpty }

    /// The number of columns on one line; color codes take none.
    package var width: Int { DisplayWidth.ofStyled(rendered) }

    /// Joins two safe texts.
    package static func + (first: TerminalText, second: TerminalText) -> TerminalText {
        TerminalText(trusted: first.rendered + second.rendered)
    }

    /// Appends a safe text.
    package static func += (text: inout TerminalText, other: TerminalText) {
        text.rendered += other.rendered
    }

    /// The lines, without their line ends.
    package var lines: [TerminalText] {
        rendered.split(separator: "\n", omittingEmptySubsequences: false)
            .map { TerminalText(trusted: String($0)) }
    }

    /// The text without trailing spaces.
    package var trimmedAtEnd: TerminalText {
        let bytes = rendered.utf8
        guard bytes.last == 0x20 else { return self }
        guard let last = bytes.lastIndex(where: { $0 != 0x20 }) else { return "" }
        return TerminalText(trusted: String(rendered[..<bytes.index(after: last)]))
    }

    /// The text with its first letter in upper case.
    package var capitalized: TerminalText {
        TerminalText(trusted: rendered.prefix(1).uppercased() + rendered.dropFirst())
    }

    /// Returns the text with a backslash before each of some signs.
    ///
    /// It looks at scalars: a sign with an accent after it is one `Character`, but a program that
    /// reads the text still sees the sign.
    package func escaping(_ signs: Set<Unicode.Scalar>) -> TerminalText {
        var text = String.UnicodeScalarView()
        for scalar in rendered.unicodeScalars {
            if signs.contains(scalar) { text.append("\\") }
            text.append(scalar)
        }
        return TerminalText(trusted: String(text))
    }

    // MARK: Fitting

    /// Returns the text, truncated with `…` to at most `columns`. It must not contain colors yet.
    package func truncated(to columns: Int) -> TerminalText {
        TerminalText(trusted: TextFitting.truncated(rendered, to: columns))
    }

    /// Returns the text, or its end after `…`, at most `columns` wide. It must not contain colors
    /// yet.
    package func truncatedAtStart(to columns: Int) -> TerminalText {
        guard width > columns else { return self }
        var kept = ""
        for character in rendered.reversed() {
            let longer = String(character) + kept
            if DisplayWidth.of(longer) > columns - 1 { break }
            kept = longer
        }
        return TerminalText(trusted: "…" + kept)
    }

    /// Returns the text padded with spaces to `columns`; a wider one stays as it is.
    package func padded(
        to columns: Int, alignment: TextFitting.Alignment = .leading
    ) -> TerminalText {
        let spaces = TerminalText(repeating: " ", count: columns - width)
        return alignment == .leading ? self + spaces : spaces + self
    }

    /// Returns the text with lines wider than `columns` broken at spaces.
    package func wrapped(to columns: Int) -> TerminalText {
        lines.map { line in
            line.width <= columns
                ? line : TerminalText(trusted: LineWrapping.wrap(line.rendered, to: columns))
        }.joined(separator: "\n")
    }
}

extension TerminalText: CustomStringConvertible {
    /// The text with its colors.
    package var description: String { rendered }
}

extension TerminalText: ExpressibleByStringInterpolation {
    /// Takes a literal of the program, which is trusted.
    package init(stringLiteral text: String) {
        rendered = text
    }

    /// Takes an interpolation, which has made its data safe.
    package init(stringInterpolation: StringInterpolation) {
        rendered = String(decoding: stringInterpolation.bytes, as: UTF8.self)
    }

    /// Keeps literals unchanged and makes the control characters of interpolated data visible.
    package struct StringInterpolation: StringInterpolationProtocol {
        /// The text in UTF-8: bytes are appended faster than strings.
        fileprivate var bytes: [UInt8] = []

        /// Begins an empty text with room for about 16 bytes of data at each place.
        package init(literalCapacity: Int, interpolationCount: Int) {
            bytes.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        /// Appends a literal of the program unchanged.
        package mutating func appendLiteral(_ literal: String) {
            bytes.append(contentsOf: literal.utf8)
        }

        /// Appends a safe text with its colors.
        package mutating func appendInterpolation(_ text: TerminalText) {
            bytes.append(contentsOf: text.rendered.utf8)
        }

        /// Appends data with its control characters made visible.
        package mutating func appendInterpolation(_ data: String) {
            bytes.append(contentsOf: TextFitting.visible(data).utf8)
        }

        /// Appends data with its control characters made visible.
        package mutating func appendInterpolation(_ data: some CustomStringConvertible) {
            appendInterpolation(data.description)
        }
    }
}

extension [TerminalText] {
    /// Joins the texts with a separator.
    package func joined(separator: TerminalText = "") -> TerminalText {
        var joined = ""
        for (place, text) in enumerated() {
            if place > 0 { joined += separator.rendered }
            joined += text.rendered
        }
        return TerminalText(trusted: joined)
    }
}
