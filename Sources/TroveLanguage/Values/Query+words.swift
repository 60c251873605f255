/// Bare words of a condition that were probably meant as one of the verb's own names.
extension Query {
    /// Finds the first words that look like an argument of the verb: `limit 3`, `sort by rating`,
    /// `order by rating desc`, and the last word of `sort:rating desc`.
    ///
    /// - Parameter names: the verb's own names.
    /// - Returns: the words, and the correction that makes them an argument; nil if there are none.
    package func wordsForArgument(
        named names: [String]
    ) -> (words: String, correction: Correction)? {
        let words = condition?.bareWords ?? []
        for (index, word) in words.enumerated() {
            if let correction = correction(ofDirection: word) { return (word.value, correction) }
            let name = word.value.lowercased() == "order" ? "sort" : word.value
            guard names.contains(name), var group = Self.group(at: index, in: words),
                var value = group.last?.value
            else { continue }
            // `sort by author, title`
            while value.hasSuffix(","), let next = words[group.endIndex...].first {
                value += next.value
                group = words[index...group.endIndex]
            }
            if name == "sort", let next = words[group.endIndex...].first,
                let isDescending = Self.directions[next.value.lowercased()]
            {
                group = words[index...group.endIndex]
                if isDescending { value = "-" + value }
            }
            let span = word.span.lowerBound..<words[group.endIndex - 1].span.upperBound
            return (
                group.map(\.value).joined(separator: " "),
                Correction(span, "\(name):\(Quoting.argument(value))")
            )
        }
        return nil
    }

    /// Returns a name with its value, or with `by` and its value, if only single spaces are between
    /// them.
    private static func group(
        at index: Int, in words: [Spanned<String>]
    ) -> ArraySlice<Spanned<String>>? {
        let hasBy = words.dropFirst(index + 1).first?.value.lowercased() == "by"
        let group = words[index...].prefix(hasBy ? 3 : 2)
        let isTogether = zip(group, group.dropFirst()).allSatisfy { $0.isBefore($1) }
        return group.count == (hasBy ? 3 : 2) && isTogether ? group : nil
    }

    /// Returns the correction of a direction after `sort:FIELD`; nil for another word.
    private func correction(ofDirection word: Spanned<String>) -> Correction? {
        guard let isDescending = Self.directions[word.value.lowercased()], let first = sort.first,
            let last = sort.last, last.field.isBefore(word)
        else { return nil }
        let keys = sort.dropLast().map(\.spelling) + [(isDescending ? "-" : "") + last.field.value]
        let start = first.span.lowerBound - "sort:".utf8.count
        return Correction(
            start..<word.span.upperBound,
            "sort:" + Quoting.argument(keys.joined(separator: ",")))
    }

    /// Whether a word of SQL sorts by the greatest value first.
    private static let directions = [
        "desc": true, "descending": true, "asc": false, "ascending": false,
    ]
}

extension Query.Sort {
    /// The field as it is typed after `sort:`.
    fileprivate var spelling: String { (isDescending ? "-" : "") + field.value }
}

extension Condition {
    /// Returns the keyword that a word of another program means; nil for any other word.
    package static func keyword(for word: String) -> String? {
        switch word {
        case "&", "&&", "AND": "and"
        case "||", "OR": "or"
        case "!", "NOT": "not"
        default: nil
        }
    }

    /// The texts that an item must contain; nil if the condition asks for anything else.
    package var onlyTexts: [Spanned<String>]? {
        switch self {
        case .text(let text): return [text]
        case .all(let parts):
            let texts = parts.map(\.onlyTexts)
            return texts.contains { $0 == nil } ? nil : texts.flatMap { $0 ?? [] }
        case .comparison, .any, .not: return nil
        }
    }

    /// The words that are searched for and were typed without quotes, in order.
    package var bareWords: [Spanned<String>] { texts.filter(\.isBare) }
}

extension Spanned<String> {
    /// Whether the text was typed without quotes.
    package var isBare: Bool { span.count == value.utf8.count }
}

extension Spanned {
    /// Whether only one space is between this value and another one.
    fileprivate func isBefore(_ other: Self) -> Bool {
        span.upperBound + 1 == other.span.lowerBound
    }
}
