/// A comparison in the words of English or SQL, such as `pages between 100 and 500`, `title like "Du%"`,
/// `rating is not null` and `without rating`. A condition searches for these words as text.
package struct ComparisonPhrase {
    /// The words as they are shown to the user.
    package let words: String
    /// The correction that makes them a comparison.
    package let correction: Correction

    private init(_ words: String, _ span: Range<Int>, meaning comparison: String) {
        self.words = words
        correction = Correction(span, comparison)
    }

    /// Reads the phrase at the beginning of a list of words; nil if there is none.
    ///
    /// - Parameters:
    ///   - words: The words of a condition that are searched for, without keywords such as `and`.
    ///   - isField: Whether a word is the name of a field.
    ///   - isExcluded: Whether a word follows `not`.
    package init?(
        _ words: ArraySlice<Spanned<String>>, isField: (String) -> Bool,
        isExcluded: (Spanned<String>) -> Bool
    ) {
        guard let first = words.first else { return nil }
        guard let isMissing = Self.possessives[first.value.lowercased()] else {
            guard isField(first.value), let phrase = Self(of: words, isExcluded) else { return nil }
            self = phrase
            return
        }
        let rest = words.dropFirst()
        guard let field = rest.first, isField(field.value), Self.isGap(1, first, field) else {
            return nil
        }
        // `with pages over 300`
        if !isMissing, let next = rest.dropFirst().first,
            Self.operators.keys.contains(next.value.lowercased()),
            let phrase = Self(of: rest, isExcluded)
        {
            self = phrase
            return
        }
        self.init(
            "\(first.value) \(field.value)", first.span.lowerBound..<field.span.upperBound,
            meaning: (isMissing ? "" : "not ") + "\(field.value)=")
    }

    /// Reads a phrase whose first word is a field.
    private init?(of words: ArraySlice<Spanned<String>>, _ isExcluded: (Spanned<String>) -> Bool) {
        // At most `pages more than 300`. Keywords, which are no words here, end it, except for `not`
        // before the value, and any one between two bounds.
        var parts = Array(words.prefix(1))
        var isNegated = false
        for word in words.dropFirst().prefix(3) {
            guard let last = parts.last, !isNegated else { break }
            isNegated = Self.isGap(" not ".utf8.count, last, word) && isExcluded(word)
            let isBound = parts.count == 3 && parts[1].value.lowercased() == "between"
            guard isNegated || isBound || Self.isGap(1, last, word) else { break }
            parts.append(word)
        }
        guard parts.count > 1, let phrase = Self(of: parts, isNegated: isNegated) else {
            return nil
        }
        self = phrase
    }

    /// Reads a phrase that is complete. `isNegated` tells whether `not` is before its last word.
    private init?(of words: [Spanned<String>], isNegated: Bool) {
        let field = words[0].value
        /// The phrase of the first words.
        func phrase(_ count: Int, meaning comparison: String) -> Self {
            let typed = words[..<count].map(\.value)
            let hasNot = isNegated && count == words.count
            return Self(
                (typed.dropLast() + (hasNot ? ["not"] : []) + typed.suffix(1))
                    .joined(separator: " "),
                words[0].span.lowerBound..<words[count - 1].span.upperBound, meaning: comparison)
        }
        func comparison(_ symbol: Operator, _ value: String) -> String {
            field + symbol.rawValue + Quoting.argument(value)
        }
        let verb = words[1].value.lowercased()
        guard let symbol = Self.operators[verb] else {
            // `pages >300`
            if let sign = Self.signs.first(where: { verb.hasPrefix($0.rawValue) }) {
                let value = String(words[1].value.dropFirst(sign.rawValue.count))
                guard !value.isEmpty, !isNegated else { return nil }
                self = phrase(2, meaning: comparison(sign, value))
                return
            }
            let isNegated = isNegated && words.count == 2
            self = phrase(2, meaning: comparison(isNegated ? .notEqual : .equal, words[1].value))
            return
        }
        guard words.count > 2 else { return nil }
        let value = words[2].value
        let isEqual = symbol == .equal
        guard !isNegated || isEqual && words.count == 3 else { return nil }
        switch verb {
        case "between":
            guard words.count > 3 else { return nil }
            let (least, most) = (comparison(.greaterOrEqual, value), words[3].value)
            self.init(
                "\(field) between \(value) and \(most)",
                words[0].span.lowerBound..<words[3].span.upperBound,
                meaning: least + " " + comparison(.lessOrEqual, most))
        case "is" where Self.emptyValues.contains(value.lowercased()),
            "equals" where Self.emptyValues.contains(value.lowercased()):
            self = phrase(3, meaning: (isNegated ? "not " : "") + field + symbol.rawValue)
        case _ where isEqual:
            self = phrase(3, meaning: comparison(isNegated ? .notEqual : symbol, value))
        default:
            let isLong = Self.secondWords.contains(value.lowercased())
            guard words.count > (isLong ? 3 : 2) else { return nil }
            let isMost = verb == "at" && value.lowercased() == "most"
            let count = isLong ? 4 : 3
            let text = words[count - 1].value
            self = phrase(
                count,
                meaning: comparison(
                    isMost ? .lessOrEqual : symbol,
                    symbol == .contains ? text.filter { $0 != "%" && $0 != "*" } : text))
        }
    }

    /// Whether this many characters are between two words.
    private static func isGap(
        _ count: Int, _ first: Spanned<String>, _ second: Spanned<String>
    ) -> Bool {
        first.span.upperBound + count == second.span.lowerBound
    }

    /// Whether a word before a field asks for items without a value.
    private static let possessives = [
        "with": false, "has": false, "having": false, "without": true, "no": true,
    ]

    /// Values that stand for none.
    private static let emptyValues: Set = ["null", "empty", "none", "missing", "unset", "blank"]

    /// Words between a word that compares and the value.
    private static let secondWords: Set = ["than", "least", "most", "with"]

    /// The signs that compare, a longer one before its beginning.
    private static let signs: [Operator] = [
        .notEqual, .lessOrEqual, .less, .greaterOrEqual, .greater, .equal, .contains,
    ]

    /// The operators of words between a field and a value.
    private static let operators: [String: Operator] = [
        "is": .equal, "equals": .equal, "in": .equal, "like": .contains, "contains": .contains,
        "includes": .contains, "matches": .contains, "starts": .contains, "begins": .contains,
        "ends": .contains, "between": .greaterOrEqual,
        "over": .greater, "above": .greater, "after": .greater, "more": .greater,
        "greater": .greater, "longer": .greater, "later": .greater, "under": .less,
        "below": .less, "before": .less, "less": .less, "fewer": .less, "shorter": .less,
        "earlier": .less, "since": .greaterOrEqual, "at": .greaterOrEqual,
        "until": .lessOrEqual,
    ]
}
