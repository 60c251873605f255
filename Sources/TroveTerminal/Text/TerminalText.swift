// What reaches a terminal may move its cursor, set its title or type for its user. So whatever is
// shown passes through this type, and data can become part of it only by an interpolation or an
// initializer that makes control characters visible. A String does not compile where a TerminalText
// is wanted; a literal does, because it is part of the program.

/// A text that is safe to show: nothing in it but characters, line ends and Trove's own colors.
package struct TerminalText: Sendable, Hashable {
    /// The text with its line ends and the codes of its colors.
    package private(set) var rendered: String

    /// Takes a text that holds nothing but characters, line ends and colors.
    init(trusted text: String) {
        rendered = text
    }

    /// Makes every control character of some data visible, line ends included.
    package init(_ data: some StringProtocol) {
        rendered = TextFitting.visible(String(data))
    }

    /// The digits of a number.
    package init(_ number: Int) {
        rendered = "\(number)"
    }

    /// Makes every control character of some data visible, except for its line ends and tabs.
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

    /// One character several times.
    package init(repeating character: TerminalText, count: Int) {
        rendered = String(repeating: character.rendered, count: max(0, count))
    }

    /// Whether there is nothing to write, not even a color.
    package var isEmpty: Bool { rendered.isEmpty }

    /// How many columns it takes in one line; its colors take none.
    package var width: Int { DisplayWidth.ofStyled(rendered) }

    /// Joins two texts, each of which is safe to show already.
    package static func + (first: TerminalText, second: TerminalText) -> TerminalText {
        TerminalText(trusted: first.rendered + second.rendered)
    }

    /// Appends a text that is safe to show already.
    package static func += (text: inout TerminalText, other: TerminalText) {
        text.rendered += other.rendered
    }

    /// Its lines, without their ends.
    package var lines: [TerminalText] {
        rendered.split(separator: "\n", omittingEmptySubsequences: false)
            .map { TerminalText(trusted: String($0)) }
    }

    /// Without the blanks at its end.
    package var trimmedAtEnd: TerminalText {
        var text = rendered
        while text.hasSuffix(" ") { text.removeLast() }
        return TerminalText(trusted: text)
    }

    /// With a capital at its beginning.
    package var capitalized: TerminalText {
        TerminalText(trusted: rendered.prefix(1).uppercased() + rendered.dropFirst())
    }

    /// Returns the text with a backslash before each of some signs.
    ///
    /// It looks at scalars: a sign and an accent behind it are one `Character`, but still a sign for
    /// those who read the text.
    package func escaping(_ signs: Set<Unicode.Scalar>) -> TerminalText {
        var text = String.UnicodeScalarView()
        for scalar in rendered.unicodeScalars {
            if signs.contains(scalar) { text.append("\\") }
            text.append(scalar)
        }
        return TerminalText(trusted: String(text))
    }

    // MARK: Fitting

    /// The text, or its beginning with `…`, never wider than `columns`. It has no colors yet.
    package func truncated(to columns: Int) -> TerminalText {
        TerminalText(trusted: TextFitting.truncated(rendered, to: columns))
    }

    /// The text, or its end behind `…`, never wider than `columns`. It has no colors yet.
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

    /// The text with spaces up to `columns`; one that is wider stays as it is.
    package func padded(
        to columns: Int, alignment: TextFitting.Alignment = .leading
    ) -> TerminalText {
        let spaces = TerminalText(repeating: " ", count: columns - width)
        return alignment == .leading ? self + spaces : spaces + self
    }

    /// The text with its lines broken at blanks where they are wider than `columns`.
    package func wrapped(to columns: Int) -> TerminalText {
        lines.map { line in
            line.width <= columns
                ? line : TerminalText(trusted: LineWrapping.wrap(line.rendered, to: columns))
        }.joined(separator: "\n")
    }
}

extension TerminalText: CustomStringConvertible {
    package var description: String { rendered }
}

extension TerminalText: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) {
        rendered = text
    }

    package init(stringInterpolation: StringInterpolation) {
        rendered = stringInterpolation.text
    }

    /// Keeps the literals as they are, and makes the control characters of the rest visible.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 8 * interpolationCount)
        }

        /// Appends a literal of the program unchanged.
        package mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Appends a text that is safe to show already, with its colors.
        package mutating func appendInterpolation(_ text: TerminalText) {
            self.text += text.rendered
        }

        /// Appends data, with its control characters made visible.
        package mutating func appendInterpolation(_ data: some CustomStringConvertible) {
            text += TextFitting.visible(data.description)
        }
    }
}

extension Sequence<TerminalText> {
    /// Joins the texts, with the separator between each two.
    package func joined(separator: TerminalText = "") -> TerminalText {
        TerminalText(trusted: map(\.rendered).joined(separator: separator.rendered))
    }
}
