import TroveModel

/// Items named by a condition: `[KIND] where CONDITION…`.
extension ArgumentReader {
    /// Returns the selection that the words are; nil if they name items in another way. Without a
    /// kind, `where` needs a comparison after it, because it can begin a title:
    /// `Where the Wild Things Are`.
    func selection(in words: [Token]) throws(LanguageError) -> Spanned<Selection>? {
        guard let start = try startOfSelection(in: words), let first = words.first,
            let last = words.last
        else { return nil }
        var reader = reading(Array(words[start.condition...]))
        guard let condition = try reader.takeCondition() else { throw missing(.condition) }
        let selection = Selection(
            kind: start.kind, condition: condition, verb: verb.name,
            needsConfirmation: verb.options.contains("--yes") && !has("--yes"))
        return Spanned(selection, first.span.lowerBound..<last.span.upperBound)
    }

    /// Returns the kind that a selection names, and the position of its condition; nil if the
    /// words are not a selection.
    private func startOfSelection(
        in words: [Token]
    ) throws(LanguageError) -> (kind: KindIndex?, condition: Int)? {
        guard let first = words.first, first.isPlainWord else { return nil }
        if first.isWhere {
            let isCondition = words.count == 1 || words.dropFirst().contains(where: \.compares)
            return isCondition ? (nil, 1) : nil
        }
        guard words.count > 1, words[1].isWhere else { return nil }
        if let kind = context.kinds.index(of: first.text) { return (kind, 2) }
        guard words.dropFirst(2).contains(where: \.compares) else { return nil }
        let known = context.kinds.all.flatMap { [$0.plural, $0.name] }
        throw LanguageError(
            .unknownKind(first.text, nearest: Nearest.names(to: first.text, among: known)),
            at: first.span)
    }

    /// Takes the reference in front of a text: one word, or a selection, whose condition ends with
    /// its last comparison.
    mutating func takeReferenceBeforeText() throws(LanguageError) -> Spanned<Reference> {
        let words = rest
        guard let first = next() else { throw missing(.reference) }
        guard let start = try startOfSelection(in: words), start.condition < words.count else {
            return try oneReference([first])
        }
        let end = endOfCondition(in: words, from: start.condition)
        guard end > start.condition else { return try oneReference([first]) }
        for _ in 1..<end { _ = next() }
        return try oneReference(Array(words[..<end]))
    }

    /// Returns where the condition that begins at `start` ends: after its last comparison and the
    /// closing parentheses that follow it. Returns `start` if there is no comparison. The rest is
    /// text, which may contain parentheses.
    private func endOfCondition(in words: [Token], from start: Int) -> Int {
        var end = start
        var position = start
        var depth = 0
        while position < words.count {
            let word = words[position]
            switch word.kind {
            case .open:
                depth += 1
                position += 1
                continue
            case .close:
                guard depth > 0 else { return end }
                depth -= 1
                position += 1
            case .word where word.isComparison:
                position += 1
            case .word where ["and", "or", "not"].contains(where: word.isKeyword):
                position += 1
                continue
            case .word:
                guard word.isPlainWord, position + 2 < words.count,
                    words[position + 1].isComparisonSign
                else { return end }
                position += 3
            }
            end = position
        }
        return end
    }
}

extension Token {
    /// Whether this is a word that was typed without quotes and without an operator.
    fileprivate var isPlainWord: Bool { kind == .word && !isQuoted && pair == nil }

    /// Whether this is the keyword of a selection.
    fileprivate var isWhere: Bool { isPlainWord && text.isWhere }

    /// Whether this is `field=value`.
    fileprivate var isComparison: Bool { pair.map { $0.operator != .set } ?? false }

    /// Whether this is an operator between spaces.
    fileprivate var isComparisonSign: Bool {
        isPlainWord && text != Operator.set.rawValue
            && (Operator(rawValue: text) != nil || text == "==")
    }

    /// Whether this can only be part of a condition.
    var compares: Bool { isComparison || isComparisonSign }
}

extension String {
    /// Whether the word begins the condition that selects items. SQL has it in capitals, too.
    var isWhere: Bool { self == "where" || self == "WHERE" }
}
