/// A line with a part marked by ‹ and ›: `add ‹Dune›: Messiah`.
package struct MarkedLine {
    /// The line without the marks.
    package let line: String
    /// The marked span, in bytes of UTF-8.
    package let span: Range<Int>

    /// Parses a line with marks.
    package init(_ text: String) {
        let parts = text.split(separator: "‹", maxSplits: 1, omittingEmptySubsequences: false)
        let before = String(parts[0])
        let rest = (parts.count > 1 ? parts[1] : "›")
            .split(separator: "›", maxSplits: 1, omittingEmptySubsequences: false)
        let inside = String(rest[0])
        let after = rest.count > 1 ? String(rest[1]) : ""
        line = before + inside + after
        span = before.utf8.count..<before.utf8.count + inside.utf8.count
    }

    /// Returns the text of a span of a line.
    package static func text(_ line: String, at span: Range<Int>) -> String {
        String(decoding: Array(line.utf8)[span], as: UTF8.self)
    }
}
