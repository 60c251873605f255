/// A line up to the cursor, split into words even where a quote is still open.
struct PartialLine {
    /// The word at the cursor, which may be empty.
    struct Word {
        /// Its span, in bytes of UTF-8.
        let span: Range<Int>
        /// The word so far, without quotes.
        let text: String
        let isQuoted: Bool
        /// The field's name, if an operator follows one.
        let field: String?
        let `operator`: Operator?
        /// The span of the value after the operator, or of its last alternative.
        let valueSpan: Range<Int>
        let value: String
    }

    /// The words before the one at the cursor.
    let words: [String]
    /// The same words as the lexer has read them.
    let tokens: [Token]
    let current: Word

    /// The words after the verb up to the cursor as one text; nil unless there are several and none
    /// is quoted, a field or a parenthesis.
    let phrase: Spanned<String>?

    /// The verb, once the cursor is past it.
    var verb: String? { words.first }

    /// Splits a line. Returns nil inside a comment or after an error, where nothing can be
    /// completed.
    init?(_ text: String) {
        let end = text.utf8.count
        guard let tokens = Lexer.closedTokens(of: text) else { return nil }
        let lastEnd = tokens.last?.span.upperBound ?? 0
        let rest = text.utf8.dropFirst(lastEnd)
        guard rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }) else { return nil }
        guard let last = tokens.last, last.kind == .word, rest.isEmpty else {
            words = tokens.map(\.text)
            self.tokens = tokens
            phrase = Self.phrase(tokens.dropFirst()).map {
                Spanned($0.value + " ", $0.span.lowerBound..<end)
            }
            current = Word(
                span: end..<end, text: "", isQuoted: false, field: nil, operator: nil,
                valueSpan: end..<end, value: "")
            return
        }
        words = tokens.dropLast().map(\.text)
        self.tokens = Array(tokens.dropLast())
        phrase = tokens.count > 2 ? Self.phrase(tokens.dropFirst()) : nil
        let value = last.pair?.alternatives.last
        current = Word(
            span: last.span.lowerBound..<end, text: last.text, isQuoted: last.isQuoted,
            field: last.pair?.name.value, operator: last.pair?.operator,
            valueSpan: (value?.span.lowerBound ?? end)..<end, value: value?.value ?? "")
    }

    /// Returns the position of the command that the verb takes as typed; nil if the cursor is not
    /// in it.
    func startOfCommand(in verb: Verb) -> Int? {
        guard let place = LineSlots.commandPlace(of: verb, in: tokens), words.count >= place else {
            return nil
        }
        return words.count == place ? current.span.lowerBound : tokens[place].span.lowerBound
    }

    private static func phrase(_ arguments: ArraySlice<Token>) -> Spanned<String>? {
        let isPlain = arguments.allSatisfy { $0.pair == nil && !$0.isQuoted && $0.kind == .word }
        return isPlain ? ArgumentReader.joined(arguments) : nil
    }
}
