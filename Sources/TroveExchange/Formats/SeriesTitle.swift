import TroveModel

/// A title with the series in parentheses after it: `Salt (Coast, #2)`.
struct SeriesTitle {
    /// The title without the series. If it equals the series, the number is appended, because all
    /// volumes share that title: `Salt 2` for `Salt (Salt, #2)`.
    let title: String
    let series: String
    /// The number in the series, which may be several: `1-3`.
    let number: String
    /// Further series, with their numbers.
    let others: [String]

    /// Parses a title; nil without a series.
    init?(_ text: String) {
        guard text.utf8.last == UInt8(ascii: ")"), text.hasSuffix(")"),
            let start = Self.start(in: text)
        else { return nil }
        let title = Self.trimmed(text[..<start])
        let inner = text[text.utf8.index(after: start)...].dropLast()
        var parts = inner.utf8.split(separator: UInt8(ascii: ";")).map {
            Self.trimmed(Substring($0))
        }
        guard !title.isEmpty, let first = parts.first,
            let hash = first.utf8.lastIndex(of: UInt8(ascii: "#"))
        else { return nil }
        let series = Self.trimmed(first[..<hash])
        let number = Self.trimmed(first[first.utf8.index(after: hash)...])
        guard !series.isEmpty, number.first?.isNumber ?? false else { return nil }
        parts.removeFirst()
        // The first volume has often given its name to the series.
        let isNumbered = number != "1" && Folding.name(title) == Folding.name(series)
        self.title = isNumbered ? "\(title) \(number)" : title
        self.series = series
        self.number = number
        others = parts
    }

    /// Returns the place of the parenthesis that the last one closes.
    private static func start(in text: String) -> String.Index? {
        var depth = 0
        for index in text.utf8.indices.reversed() {
            switch text.utf8[index] {
            case UInt8(ascii: ")"): depth += 1
            case UInt8(ascii: "("):
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
        }
        return nil
    }

    /// Returns a text without surrounding blanks, and without a comma at the end.
    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while let byte = text.utf8.first, byte <= 0x20 || byte >= 0x80,
            text.first?.isWhitespace ?? false
        {
            text = text.dropFirst()
        }
        while let byte = text.utf8.last, byte <= 0x20 || byte == 0x2C || byte >= 0x80,
            let last = text.last, last.isWhitespace || last == ","
        {
            text = text.dropLast()
        }
        return String(text)
    }
}
