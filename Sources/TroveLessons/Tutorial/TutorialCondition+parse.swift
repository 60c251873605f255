package import TroveLanguage
package import TroveModel

extension TutorialCondition {
    /// Parses a condition.
    ///
    /// - Parameters:
    ///   - source: the text of the condition.
    ///   - kinds: the kinds of the library.
    ///   - earlierSteps: the number of steps before the one with the condition.
    /// - Throws: `LanguageError`, with its place in `source`.
    package init(
        _ source: String, kinds: Kinds, earlierSteps: Int = 0
    ) throws(LanguageError) {
        guard case .complete(let words) = try Lexer.tokens(of: source) else {
            throw LanguageError(.openQuote("\""), at: 0..<source.utf8.count)
        }
        var reader = ConditionReader(
            words: words[...], source: source, kinds: kinds, earlierSteps: earlierSteps)
        self = try reader.condition(depth: 0)
        if let rest = reader.words.first {
            throw LanguageError(.unexpected(rest.text, verb: reader.keyword), at: rest.span)
        }
    }
}

/// Reads the words of one condition.
private struct ConditionReader {
    var words: ArraySlice<Token>
    let source: String
    let kinds: Kinds
    let earlierSteps: Int
    /// The first word of the innermost condition.
    var keyword = "done"

    private static let keywords =
        ["count", "exists", "changed", "shown", "listed", "asked", "offline", "online", "file"]
        + ["step", "not", "once"] + TutorialCondition.Measure.allCases.map(\.rawValue)

    /// The limit for nested `not` and `once`, which protects the stack.
    private static let maximumDepth = 8

    mutating func condition(depth: Int) throws(LanguageError) -> TutorialCondition {
        let end = source.utf8.count
        guard let first = words.first else {
            throw LanguageError(.missingCondition(after: keyword), at: end..<end)
        }
        guard depth < Self.maximumDepth else { throw LanguageError(.tooDeep, at: first.span) }
        if let measure = TutorialCondition.Measure(rawValue: name(of: first)) {
            let name = try takeCompared(.text)
            return .measure(measure, try comparison(name.comparison))
        }
        words.removeFirst()
        keyword = first.text
        switch first.isQuoted ? "" : first.text {
        case "count": return try count()
        case "exists":
            let kind = try kind()
            guard let condition = try filter() else {
                throw LanguageError(.missingCondition(after: kind.value), at: kind.span)
            }
            return .exists(kind: kind, condition)
        case "changed":
            return .changed(title: try word(.title), field: words.isEmpty ? nil : try word(.field))
        case "shown": return .shown(title: words.isEmpty ? nil : try word(.title))
        case "listed": return .listed(kind: try kind(), try filter())
        case "asked": return .asked(try verbs())
        case "offline": return .connection(isOnline: false)
        case "online": return .connection(isOnline: true)
        case "file": return .file(try word(.file))
        case "step": return .step(try step())
        case "not": return .not(try condition(depth: depth + 1))
        case "once": return .once(try condition(depth: depth + 1))
        default:
            throw LanguageError(
                .unknownWord(
                    first.text, known: Self.keywords,
                    nearest: Nearest.names(to: first.text, among: Self.keywords)),
                at: first.span)
        }
    }

    private func name(of token: Token) -> String {
        token.isQuoted ? "" : token.pair?.name.value ?? token.text
    }

    private mutating func count() throws(LanguageError) -> TutorialCondition {
        let kind = try takeCompared(.kind)
        let comparison = try comparison(kind.comparison)
        return .count(kind: kind.name, comparison, try filter())
    }

    // MARK: Words

    private func missing(_ argument: LanguageError.Argument) -> LanguageError {
        let end = source.utf8.count
        return LanguageError(.missing(argument, verb: keyword), at: end..<end)
    }

    private mutating func word(
        _ argument: LanguageError.Argument
    ) throws(LanguageError) -> Spanned<String> {
        guard let token = words.popFirst() else { throw missing(argument) }
        guard token.kind == .word, token.pair == nil else {
            throw LanguageError(.unexpected(token.text, verb: keyword), at: token.span)
        }
        return Spanned(token.text, token.span)
    }

    private mutating func kind() throws(LanguageError) -> Spanned<String> {
        try word(.kind)
    }

    private mutating func verbs() throws(LanguageError) -> [Spanned<String>] {
        guard let token = words.popFirst() else { throw missing(.command) }
        return token.alternatives
    }

    /// The number of an earlier step.
    private mutating func step() throws(LanguageError) -> Int {
        let text = try word(.value)
        guard let number = Int(text.value), number > 0, number <= earlierSteps else {
            throw LanguageError(
                .unknownWord(
                    text.value, known: ["the number of a step above this one"], nearest: []),
                at: text.span)
        }
        return number
    }

    /// The filter after `where`, which may be left out; nil if there is none.
    private mutating func filter() throws(LanguageError) -> Condition? {
        guard let first = words.first else { return nil }
        guard first.text == "where", !first.isQuoted else {
            throw LanguageError(
                .unknownWord(first.text, known: ["where"], nearest: []), at: first.span)
        }
        let condition = try Condition(after: Array(words), in: source, kinds)
        words = []
        return condition
    }

    // MARK: Comparisons

    /// Takes a word; in `queue>=1` the comparison is part of it.
    private mutating func takeCompared(
        _ argument: LanguageError.Argument
    ) throws(LanguageError) -> (name: Spanned<String>, comparison: Token.Pair?) {
        guard let token = words.first, let pair = token.pair else {
            return (try word(argument), nil)
        }
        words.removeFirst()
        return (pair.name, pair)
    }

    private mutating func comparison(
        _ pair: Token.Pair?
    ) throws(LanguageError) -> TutorialCondition.Comparison {
        let signs = ["=", "!=", "<", "<=", ">", ">="]
        if let pair {
            guard signs.contains(pair.operator.rawValue) else {
                throw LanguageError(
                    .unknownWord(pair.operator.rawValue, known: signs, nearest: []),
                    at: pair.name.span.upperBound..<pair.value.span.lowerBound)
            }
            return try comparison(pair.operator, pair.value)
        }
        guard let sign = words.popFirst() else { throw missing(.value) }
        guard signs.contains(sign.text), let relation = Operator(rawValue: sign.text) else {
            throw LanguageError(.unknownWord(sign.text, known: signs, nearest: []), at: sign.span)
        }
        return try comparison(relation, try word(.value))
    }

    private func comparison(
        _ relation: Operator, _ text: Spanned<String>
    ) throws(LanguageError) -> TutorialCondition.Comparison {
        let isRelative = text.value.hasPrefix("+") || text.value.hasPrefix("-")
        guard let number = Int(text.value), (-1_000_000...1_000_000).contains(number) else {
            throw LanguageError(.noNumber(text.value, what: .value), at: text.span)
        }
        return TutorialCondition.Comparison(
            relation: relation, number: number, isRelative: isRelative)
    }
}
