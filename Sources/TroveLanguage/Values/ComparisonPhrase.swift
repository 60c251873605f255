/// A comparison in the words of English or SQL, such as `pages between 100 and 500`,
/// `title like "Du%"`, `rating is not null` and `without rating`. A condition searches for these
/// words as text.
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
    ///   - takesText: Whether a field has values of several words; nil for a word that does not
    ///     name a field.
    ///   - isExcluded: Whether a word follows `not`.
    package init?(
        _ words: ArraySlice<Spanned<String>>, takesText: (String) -> Bool?,
        isExcluded: (Spanned<String>) -> Bool
    ) {
        let words = Array(words)
        guard let first = words.first else { return nil }
        if let takesText = takesText(first.value) {
            self.init(of: words, takesText, isExcluded)
            return
        }
        guard let isMissing = Self.possessives[first.value.lowercased()], words.count > 1,
            Self.areAdjacent(first, words[1]), let takesText = takesText(words[1].value)
        else { return nil }
        // `with pages over 300`
        if !isMissing,
            let phrase = Self(
                of: Array(words.dropFirst()), takesText, isExcluded, needsOperator: true)
        {
            self = phrase
            return
        }
        self.init(
            "\(first.value) \(words[1].value)", first.span.lowerBound..<words[1].span.upperBound,
            meaning: (isMissing ? "" : "not ") + words[1].value + Operator.equal.rawValue)
    }

    /// Reads a phrase whose first word is a field.
    private init?(
        of words: [Spanned<String>], _ takesText: Bool, _ isExcluded: (Spanned<String>) -> Bool,
        needsOperator: Bool = false
    ) {
        let field = words[0].value
        /// Whether the word at an index follows the one before it, without a keyword between them.
        func follows(_ index: Int) -> Bool {
            index < words.count && Self.areAdjacent(words[index - 1], words[index])
        }
        func comparison(_ symbol: Operator, _ value: String) -> String {
            field + symbol.rawValue + Quoting.argument(value)
        }
        func text(_ range: Range<Int>) -> String {
            words[range].map(\.value).joined(separator: " ")
        }
        if follows(1), words[1].value.lowercased() == "between", follows(2), words.count > 3 {
            let (least, most) = (words[2].value, words[3].value)
            self.init(
                "\(text(0..<3)) and \(most)", words[0].span.lowerBound..<words[3].span.upperBound,
                meaning: comparison(.greaterOrEqual, least) + " " + comparison(.lessOrEqual, most))
            return
        }
        let named = [2, 1].lazy.compactMap { count in
            (1...count).allSatisfy(follows)
                ? Self.operators[text(1..<count + 1).lowercased()].map { (count, $0) } : nil
        }.first
        var symbol = named?.1 ?? .equal
        let start = 1 + (named?.0 ?? 0)
        guard start < words.count, named != nil || !needsOperator else { return nil }
        let isNegated =
            symbol == .equal && Self.areAdjacent(words[start - 1], words[start], around: " not ")
            && isExcluded(words[start])
        guard isNegated || follows(start) else { return nil }
        let isEmpty =
            named != nil && symbol == .equal
            && Self.emptyValues.contains(words[start].value.lowercased())
        var end = start + 1
        // Quotes end a value.
        while takesText, !isEmpty, words[end - 1].isBare, follows(end), words[end].isBare {
            end += 1
        }
        var value = text(start..<end)
        // `pages >300`
        if named == nil, let sign = Self.signs.first(where: { value.hasPrefix($0.rawValue) }) {
            symbol = sign
            value.removeFirst(sign.rawValue.count)
            guard !value.isEmpty, !isNegated else { return nil }
        }
        // The wildcards of SQL and of a shell.
        if symbol == .contains { value.removeAll { $0 == "%" || $0 == "*" } }
        let meaning =
            if isEmpty {
                (isNegated ? "not " : "") + field + symbol.rawValue
            } else if symbol == .equal, !takesText, !isNegated, let ends = Self.range(value) {
                comparison(.greaterOrEqual, ends.least) + " " + comparison(.lessOrEqual, ends.most)
            } else {
                comparison(isNegated ? .notEqual : symbol, value)
            }
        self.init(
            text(0..<start) + (isNegated ? " not " : " ") + text(start..<end),
            words[0].span.lowerBound..<words[end - 1].span.upperBound, meaning: meaning)
    }

    /// Returns the ends of a range of numbers, such as `300-400`; nil for any other text, such as
    /// the month `2024-05`.
    private static func range(_ text: String) -> (least: String, most: String)? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard ends.count == 2, let least = Double(ends[0]), let most = Double(ends[1]),
            least < most
        else { return nil }
        return (ends[0], ends[1])
    }

    /// Whether only this text can be between two words, by its length.
    private static func areAdjacent(
        _ first: Spanned<String>, _ second: Spanned<String>, around text: String = " "
    ) -> Bool {
        first.span.upperBound + text.utf8.count == second.span.lowerBound
    }

    /// Whether a word before a field asks for items without a value.
    private static let possessives = [
        "with": false, "has": false, "having": false, "without": true, "no": true,
    ]

    /// Words that mean "no value".
    private static let emptyValues: Set = ["null", "empty", "none", "missing", "unset", "blank"]

    /// The signs that compare, a longer one before its beginning.
    private static let signs: [Operator] = [
        .notEqual, .lessOrEqual, .less, .greaterOrEqual, .greater, .equal, .contains,
    ]

    /// The operators that words between a field and a value mean.
    private static let operators: [String: Operator] = [
        "is": .equal, "equals": .equal, "in": .equal, "like": .contains, "contains": .contains,
        "includes": .contains, "matches": .contains, "starts with": .contains,
        "begins with": .contains, "ends with": .contains, "over": .greater, "above": .greater,
        "after": .greater, "more than": .greater, "greater than": .greater,
        "longer than": .greater, "later than": .greater, "under": .less, "below": .less,
        "before": .less, "less than": .less, "fewer than": .less, "shorter than": .less,
        "earlier than": .less, "since": .greaterOrEqual, "at least": .greaterOrEqual,
        "until": .lessOrEqual, "at most": .lessOrEqual,
    ]
}
