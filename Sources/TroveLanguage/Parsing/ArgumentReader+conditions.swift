extension ArgumentReader {
    /// The limit for nested parentheses and `not`, which protects the stack.
    private static let maximumDepth = 100

    /// Takes all remaining arguments as a condition. Returns nil when there are none.
    mutating func takeCondition() throws(LanguageError) -> Condition? {
        skipWhere()
        guard let first = peek else { return nil }
        if first.kind == .close { throw LanguageError(.closeParenthesis, at: first.span) }
        let condition = try takeAlternatives(after: nil, depth: 0)
        if let token = peek { throw LanguageError(.closeParenthesis, at: token.span) }
        return condition
    }

    /// Skips `where` before a condition, as in `list books where pages>300`. If only words follow,
    /// it is itself a text to search for.
    private mutating func skipWhere() {
        guard let word = peek, word.isKeyword("where"),
            rest.dropFirst().contains(where: \.isOfCondition)
        else { return }
        _ = next()
    }

    private mutating func takeAlternatives(
        after opening: Token?, depth: Int
    ) throws(LanguageError) -> Condition {
        var alternatives = [try takeConjunction(after: opening, depth: depth)]
        while let token = peek, token.isKeyword("or") {
            _ = next()
            guard !isAtEnd else {
                throw LanguageError(.missingCondition(after: "or"), at: token.span)
            }
            alternatives.append(try takeConjunction(after: token, depth: depth))
        }
        return alternatives.count == 1 ? alternatives[0] : .any(alternatives)
    }

    private mutating func takeConjunction(
        after opening: Token?, depth: Int
    ) throws(LanguageError) -> Condition {
        var parts: [Condition] = []
        while let token = peek, token.kind != .close, !token.isKeyword("or") {
            if token.isKeyword("and"), !parts.isEmpty {
                _ = next()
                guard let next = peek, next.kind != .close, !next.isKeyword("or") else {
                    throw LanguageError(.missingCondition(after: "and"), at: token.span)
                }
                continue
            }
            parts.append(try takeTerm(depth: depth))
        }
        guard let first = parts.first else {
            let token = peek ?? opening
            let former = token?.kind == .close ? opening : token
            throw LanguageError(
                .missingCondition(after: former?.text ?? verb.name), at: token?.span ?? 0..<0)
        }
        return parts.count == 1 ? first : .all(parts)
    }

    private mutating func takeTerm(depth: Int) throws(LanguageError) -> Condition {
        guard let token = next() else { throw missing(.condition) }
        guard depth < Self.maximumDepth else { throw LanguageError(.tooDeep, at: token.span) }
        if token.kind == .open {
            let inner = try takeAlternatives(after: token, depth: depth + 1)
            guard let close = next(), close.kind == .close else {
                throw LanguageError(.openParenthesis, at: token.span)
            }
            return inner
        }
        if token.isKeyword("not") {
            guard !isAtEnd else {
                throw LanguageError(.missingCondition(after: "not"), at: token.span)
            }
            return .not(try takeTerm(depth: depth + 1))
        }
        return try comparison(token)
    }

    private mutating func comparison(_ token: Token) throws(LanguageError) -> Condition {
        if let pair = token.pair {
            if let error = foreignComparison(pair) { throw error }
            guard pair.operator != .set, !isOwnName(pair) else {
                throw assignmentForComparison(pair, token)
            }
            // `pages> 300`
            if let value = peek, token.isCompared(with: value) {
                _ = next()
                if isDate(pair.name.value) {
                    try checkDay(Spanned(value.text, value.span), before: rest)
                }
                return .comparison(field: pair.name, pair.operator, value.alternatives)
            }
            if isDate(pair.name.value) { try checkDay(pair.value, before: rest) }
            return .comparison(field: pair.name, pair.operator, pair.alternatives)
        }
        if !token.isQuoted, let sign = peek, !sign.isQuoted,
            let meant = Operator(ofAnotherProgram: sign.text)
        {
            _ = next()
            throw LanguageError(
                .foreignComparison(
                    field: token.text, sign: sign.text, meant, value: peek?.text ?? ""),
                at: sign.span)
        }
        // `pages > 300`, with spaces
        if !token.isQuoted, let sign = peek, !sign.isQuoted, sign.pair == nil,
            let comparison = Operator(rawValue: sign.text), comparison != .set
        {
            _ = next()
            guard let value = next(), value.kind == .word else { throw missing(.value) }
            if isDate(token.text) { try checkDay(Spanned(value.text, value.span), before: rest) }
            return .comparison(
                field: Spanned(token.text, token.span), comparison,
                value.alternatives)
        }
        return .text(Spanned(token.text, token.span))
    }
}

extension Token {
    /// Whether this is a comparison, `or`, `not` or a parenthesis, and not a word to search for.
    var isOfCondition: Bool {
        let sign = pair?.operator ?? (isQuoted ? nil : Operator(rawValue: text))
        return sign.map { $0 != .set }
            ?? (kind == .open || ["or", "not"].contains(where: isKeyword))
    }

    /// Whether this is a comparison, and its value is the next word, as in `pages> 300`. `genre=`
    /// needs none.
    func isCompared(with next: Token) -> Bool {
        guard let pair, pair.value.value.isEmpty, !isQuoted, pair.operator.isOrdering else {
            return false
        }
        return next.kind == .word && next.pair == nil
            && !["and", "or", "not"].contains(where: next.isKeyword)
    }

    /// Whether this is a keyword, unquoted, in all lowercase or all capital letters. `And` is a
    /// word of a text.
    func isKeyword(_ word: String) -> Bool {
        kind == .word && !isQuoted && pair == nil && (text == word || text == word.uppercased())
    }
}
