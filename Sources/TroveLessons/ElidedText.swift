import TroveCodecs

/// A text in which `…` stands for anything, and all white space is equal.
package struct ElidedText: Sendable, Equatable {
    private let pattern: LinePattern

    /// Creates a pattern from the text as written.
    package init(_ text: String) {
        let mark = LinePattern.ellipsis
        let parts = text.split(separator: mark, omittingEmptySubsequences: false)
            .map { Self.collapsed(String($0)) }
        pattern = LinePattern(mark + parts.joined(separator: mark) + mark)
    }

    /// Returns whether the text occurs in another one.
    package func occurs(in text: String) -> Bool {
        pattern.matches(Self.collapsed(text))
    }

    private static func collapsed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
