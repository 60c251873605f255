import TroveModel

/// A title with the series in parentheses after it: `Salt (Coast, #2)`.
struct SeriesTitle {
    /// The title without the series.
    let title: String
    let series: String
    /// The number in the series, which may be several: `1-3`.
    let number: String
    /// Further series, with their numbers.
    let others: [String]

    /// Parses a title; nil without a series.
    init?(_ text: String) {
        guard text.hasSuffix(")"), let start = Self.start(in: text) else { return nil }
        let title = Self.trimmed(text[..<start])
        let inner = text[text.index(after: start)...].dropLast()
        var parts = inner.split(separator: ";").map(Self.trimmed)
        guard !title.isEmpty, let first = parts.first, let hash = first.lastIndex(of: "#") else {
            return nil
        }
        let series = Self.trimmed(first[..<hash])
        let number = Self.trimmed(first[first.index(after: hash)...])
        guard !series.isEmpty, number.first?.isNumber ?? false else { return nil }
        parts.removeFirst()
        self.title = title
        self.series = series
        self.number = number
        others = parts
    }

    /// Returns the place of the parenthesis that the last one closes.
    private static func start(in text: String) -> String.Index? {
        var depth = 0
        for index in text.indices.reversed() {
            if text[index] == ")" { depth += 1 }
            if text[index] == "(" {
                depth -= 1
                if depth == 0 { return index }
            }
        }
        return nil
    }

    /// Returns a text without surrounding blanks, and without a comma at the end.
    private static func trimmed(_ text: some StringProtocol) -> String {
        var text = text.drop(while: \.isWhitespace)
        while let last = text.last, last.isWhitespace || last == "," { text = text.dropLast() }
        return String(text)
    }
}
