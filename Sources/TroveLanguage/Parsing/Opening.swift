import TroveModel

/// The beginning of a line: the first step from a line to a command.
package enum Opening: Sendable {
    /// Only spaces and a comment.
    case empty
    /// A verb, with a reader for its arguments.
    case verb(ArgumentReader)
    /// The command continues on the next line, because of an open quote or a final backslash.
    case incomplete(openQuote: Spanned<Character>?)

    /// The maximum length of a command in bytes: an item with every text at its limit fits.
    package static let longestCommand = 1 << 20

    /// Reads the beginning of a command, which may span several lines.
    ///
    /// - Parameters:
    ///   - source: The command as typed.
    ///   - vocabulary: The verbs.
    ///   - context: The state that names are resolved against.
    /// - Throws: `LanguageError`, with its position in `source`.
    package init(
        _ source: String, _ vocabulary: Vocabulary, in context: ArgumentReader.Context
    ) throws(LanguageError) {
        guard source.utf8.count <= Self.longestCommand else {
            throw LanguageError(.commandTooLong(limit: Self.longestCommand), at: 0..<0)
        }
        switch try Lexer.tokens(of: source) {
        case .incomplete(let openQuote): self = .incomplete(openQuote: openQuote)
        case .complete(let tokens):
            guard let first = tokens.first else {
                self = .empty
                return
            }
            if let statement = Self.statement(in: tokens, context.kinds) { throw statement }
            let second = Self.secondCommand(in: tokens, vocabulary)
            if let second, first === second.token { throw second.error }
            let verb = try Self.verb(of: first, vocabulary)
            if let second, !verb.takesSource, !verb.takesProse, !verb.guardsPassword {
                throw second.error
            }
            self = .verb(try ArgumentReader(tokens, verb: verb, source: source, context: context))
        }
    }

    /// Returns the error for a statement of SQL.
    private static func statement(in tokens: [Token], _ kinds: Kinds) -> LanguageError? {
        guard tokens.count > 2, !tokens[0].isQuoted, !tokens[1].isQuoted else { return nil }
        let verb = tokens[0].text.lowercased()
        let next = tokens[1].text.lowercased()
        let isKind = kinds.index(of: tokens[2].text) != nil
        let isStatement =
            switch verb {
            case "insert": next == "into"
            case "delete": next == "from" && isKind
            case "create", "alter", "drop", "truncate": next == "table"
            case "select": tokens.contains { $0.text.lowercased() == "from" }
            case "update": tokens[2].text.lowercased() == "set"
            default: false
            }
        return isStatement ? LanguageError(.sql(verb), at: tokens[0].span) : nil
    }

    /// Returns the first word that ends with a sign between two commands in other shells, if a verb
    /// follows it, and the error.
    private static func secondCommand(
        in tokens: [Token], _ vocabulary: Vocabulary
    ) -> (token: Token, error: LanguageError)? {
        guard
            let (token, _) = zip(tokens, tokens.dropFirst()).first(where: { token, next in
                token.endsCommand && !next.isQuoted && vocabulary.place(of: next.text) != nil
            })
        else { return nil }
        let hasSemicolon = token.text.utf8.last == 0x3B
        let end = token.span.upperBound
        return (
            token,
            LanguageError(
                .severalCommands(sign: hasSemicolon ? ";" : token.text),
                at: hasSemicolon ? end - 1..<end : token.span)
        )
    }

    private static func verb(
        of token: Token, _ vocabulary: Vocabulary
    ) throws(LanguageError) -> Verb {
        if !token.isQuoted, let verb = vocabulary.verb(named: token.text) { return verb }
        let typed = token.text.lowercased()
        if !token.isQuoted, let verb = vocabulary.verb(named: typed) { return verb }
        let isCode = ISBN(parsing: token.text) != nil
        throw LanguageError(
            .unknownVerb(String(token.text.prefix(40)), nearest: vocabulary.nearest(to: typed)),
            at: token.span,
            correction: isCode ? Correction(token.span, "isbn \(token.text)") : nil)
    }
}
