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
            let hasBy = words.dropFirst(index + 1).first?.value.lowercased() == "by"
            let values = Self.together(words[index...]).dropFirst(hasBy ? 2 : 1)
            guard names.contains(name), let first = values.first else { continue }
            let (value, count) = name == "sort" ? Self.sortKeys(in: values) : (first.value, 1)
            let group = words[index..<values.startIndex + count]
            let span = word.span.lowerBound..<values[values.startIndex + count - 1].span.upperBound
            return (
                group.map(\.value).joined(separator: " "),
                Correction(span, "\(name):\(Quoting.argument(value))")
            )
        }
        return nil
    }

    /// Returns the first words, as long as only one space is between them.
    private static func together(
        _ words: ArraySlice<Spanned<String>>
    ) -> ArraySlice<Spanned<String>> {
        let gaps = zip(words, words.dropFirst()).prefix { $0.isBefore($1) }
        return words.prefix(gaps.count + 1)
    }

    /// Returns the keys at the beginning of these words, as in `author desc, title`, in the form
    /// that `sort:` takes, and the number of their words.
    private static func sortKeys(
        in words: ArraySlice<Spanned<String>>
    ) -> (value: String, count: Int) {
        var keys: [String] = []
        var count = 0
        var needsKey = true
        for word in words.map(\.value) {
            let fields = word.split(separator: ",").map(String.init)
            if fields.count == 1, let last = keys.last,
                let isDescending = directions[fields[0].lowercased()]
            {
                if isDescending { keys[keys.count - 1] = "-" + last }
            } else if needsKey || word.hasPrefix(",") {
                keys += fields
            } else {
                break
            }
            needsKey = word.hasSuffix(",")
            count += 1
        }
        return (keys.joined(separator: ","), count)
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
        case "&", "&&": "and"
        case "||": "or"
        case "!": "not"
        default: nil
        }
    }

    /// The texts that an item must contain; nil if the condition asks for anything else.
    package var onlyTexts: [Spanned<String>]? {
        switch self {
        case .text(let text): return [text]
        case .all(let parts):
            var texts: [Spanned<String>] = []
            for part in parts {
                guard let more = part.onlyTexts else { return nil }
                texts += more
            }
            return texts
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
