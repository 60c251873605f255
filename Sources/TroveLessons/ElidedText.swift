/// A text in which `…` stands for anything.
package struct ElidedText: Sendable, Equatable {
    /// The texts between the ellipses, with single spaces for white space.
    private let parts: [String]

    /// Creates a pattern from the text as written.
    package init(_ text: String) {
        parts = text.split(separator: "…", omittingEmptySubsequences: true)
            .map { Self.collapsed($0) }.filter { !$0.isEmpty }
    }

    /// Returns whether the parts occur in a text, in their order. All white space is equal.
    package func occurs(in text: String) -> Bool {
        var rest = Self.collapsed(text[...])[...]
        for part in parts {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    private static func collapsed(_ text: Substring) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension Substring {
    /// Returns the first range of a text.
    fileprivate func firstRange(of text: String) -> Range<Index>? {
        guard let first = text.first else { return startIndex..<startIndex }
        var start = startIndex
        while let found = self[start...].firstIndex(of: first) {
            if self[found...].hasPrefix(text) {
                return found..<index(found, offsetBy: text.count)
            }
            start = index(after: found)
        }
        return nil
    }
}
