extension ISBN {
    /// The number as people read it: `978-0-441-17271-9`. Without hyphens if its range is not
    /// assigned.
    package var hyphenated: String {
        let digits = thirteen
        guard let lengths = Self.ranges.lengths(of: digits) else { return digits }
        var (text, rest) = ("", digits[...])
        for length in [3, lengths.group, lengths.registrant] {
            text += rest.prefix(length) + "-"
            rest = rest.dropFirst(length)
        }
        return text + rest.dropLast() + "-" + rest.suffix(1)
    }

    private static let ranges = RangeTable(ISBNRanges.text)

    /// The ranges in order.
    private struct RangeTable: Sendable {
        /// Where a range begins, and the lengths of the parts of its numbers.
        private struct Entry: Sendable {
            /// The first number of the range, without its check digit.
            let start: Int
            let group: Int
            /// 0 for numbers that are not assigned.
            let registrant: Int
        }

        private let entries: [Entry]

        /// Reads the table; see `ISBNRanges.text`.
        init(_ text: String) {
            var entries: [Entry] = []
            var group: Substring = ""
            for word in text.split(whereSeparator: \.isWhitespace) {
                let parts = word.split(separator: ".")
                if parts.count == 2, let length = Int(parts[1]) {
                    let known = group + parts[0]
                    let zeros = String(repeating: "0", count: max(0, 12 - known.count))
                    guard let start = Int(known + zeros) else { continue }
                    entries.append(
                        Entry(start: start, group: group.count - 3, registrant: length))
                } else {
                    group = Substring(word.filter { $0 != "-" })
                }
            }
            self.entries = entries
        }

        /// Returns the lengths of the group and the registrant of a number; nil if it is not
        /// assigned.
        func lengths(of digits: String) -> (group: Int, registrant: Int)? {
            guard let number = Int(digits.dropLast()) else { return nil }
            var (low, high) = (0, entries.count)
            while low < high {
                let middle = (low + high) / 2
                if entries[middle].start <= number { low = middle + 1 } else { high = middle }
            }
            guard low > 0 else { return nil }
            let entry = entries[low - 1]
            // The last range of a group ends with the group: the next group may not exist.
            var width = 1_000_000_000
            for _ in 0..<entry.group { width /= 10 }
            guard entry.registrant > 0, number / width == entry.start / width else { return nil }
            return (entry.group, entry.registrant)
        }
    }
}
