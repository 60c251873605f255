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
    package init?(_ words: ArraySlice<Spanned<String>>, isField: (String) -> Bool) {
        guard let first = words.first else { return nil }
        guard let isMissing = Self.possessives[first.value.lowercased()] else {
            guard isField(first.value), let phrase = Self(of: Array(words)) else { return nil }
            self = phrase
            return
        }
        let rest = words.dropFirst()
        guard let field = rest.first, isField(field.value) else { return nil }
        // `with pages over 300`
        if !isMissing, let next = rest.dropFirst().first,
            Self.operators.keys.contains(next.value.lowercased()),
            let phrase = Self(of: Array(rest))
        {
            self = phrase
            return
        }
        self.init(
            "\(first.value) \(field.value)", first.span.lowerBound..<field.span.upperBound,
            meaning: (isMissing ? "" : "not ") + "\(field.value)=")
    }

    /// Reads a phrase whose first word is a field.
    private init?(of words: [Spanned<String>]) {
        guard words.count > 1 else { return nil }
        let field = words[0].value
        /// The phrase of the first words, the last of which is the value.
        func phrase(_ count: Int, meaning comparison: String) -> Self {
            Self(
                words[..<count].map(\.value).joined(separator: " "),
                words[0].span.lowerBound..<words[count - 1].span.upperBound, meaning: comparison)
        }
        func comparison(_ symbol: Operator, _ value: String) -> String {
            field + symbol.rawValue + Quoting.argument(value)
        }
        let verb = words[1].value.lowercased()
        guard let symbol = Self.operators[verb] else {
            self = phrase(2, meaning: comparison(.equal, words[1].value))
            return
        }
        guard words.count > 2 else { return nil }
        let value = words[2].value
        switch (symbol, verb) {
        case (_, "between"):
            guard words.count > 3 else { return nil }
            let (least, most) = (comparison(.greaterOrEqual, value), words[3].value)
            self.init(
                "\(field) between \(value) and \(most)",
                words[0].span.lowerBound..<words[3].span.upperBound,
                meaning: least + " " + comparison(.lessOrEqual, most))
        case (.contains, _):
            let text = value.filter { $0 != "%" && $0 != "*" }
            self = phrase(3, meaning: comparison(.contains, text))
        case (.equal, _):
            // `not` is a keyword, and none of the words.
            let isNegated = words[2].span.lowerBound > words[1].span.upperBound + 1
            let span = words[0].span.lowerBound..<words[2].span.upperBound
            let typed = "\(field) \(words[1].value) \(isNegated ? "not " : "")\(value)"
            let isEmpty = Self.emptyValues.contains(value.lowercased())
            let meant =
                isEmpty
                ? (isNegated ? "not " : "") + field + symbol.rawValue
                : comparison(isNegated ? .notEqual : symbol, value)
            self.init(typed, span, meaning: meant)
        default:
            let hasThan = ["than", "least", "most"].contains(value.lowercased())
            guard words.count > (hasThan ? 3 : 2) else { return nil }
            let count = hasThan ? 4 : 3
            let isAt = verb == "at" && value.lowercased() == "most"
            self = phrase(
                count, meaning: comparison(isAt ? .lessOrEqual : symbol, words[count - 1].value))
        }
    }

    /// Whether a word before a field asks for items without a value.
    private static let possessives = [
        "with": false, "has": false, "having": false, "without": true, "no": true,
    ]

    /// Values that stand for none.
    private static let emptyValues: Set = ["null", "empty", "none", "missing", "unset", "blank"]

    /// The operators of words between a field and a value.
    private static let operators: [String: Operator] = [
        "is": .equal, "equals": .equal, "like": .contains, "contains": .contains,
        "includes": .contains, "matches": .contains, "between": .greaterOrEqual,
        "over": .greater, "above": .greater, "after": .greater, "more": .greater,
        "greater": .greater, "longer": .greater, "later": .greater, "under": .less,
        "below": .less, "before": .less, "less": .less, "fewer": .less, "shorter": .less,
        "earlier": .less, "since": .greaterOrEqual, "at": .greaterOrEqual,
        "until": .lessOrEqual,
    ]
}
