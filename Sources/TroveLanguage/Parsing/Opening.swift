/// What a line begins with: the first step from a line to a command.
package enum Opening: Sendable {
    /// Nothing but blanks and a comment.
    case empty
    /// A verb, whose arguments are to be read.
    case verb(ArgumentReader)
    /// The command goes on in the next line, because a quote is open or a backslash ends it.
    case incomplete(openQuote: Spanned<Character>?)

    /// The longest command, in bytes: an item with every text at its limit fits.
    package static let longestCommand = 1 << 20

    /// Reads the beginning of a command, which may be several lines.
    ///
    /// - Parameters:
    ///   - source: what was typed.
    ///   - vocabulary: the verbs that there are.
    ///   - context: what the words mean at this moment.
    /// - Throws: `LanguageError`, with its place in `source`.
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
            let verb = try Self.verb(of: first, vocabulary)
            self = .verb(try ArgumentReader(tokens, verb: verb, source: source, context: context))
        }
    }

    private static func verb(
        of token: Token, _ vocabulary: Vocabulary
    ) throws(LanguageError) -> Verb {
        if !token.isQuoted, let verb = vocabulary.verb(named: token.text) { return verb }
        let typed = token.text.lowercased()
        if !token.isQuoted, let verb = vocabulary.verb(named: typed) { return verb }
        throw LanguageError(
            .unknownVerb(String(token.text.prefix(40)), nearest: vocabulary.nearest(to: typed)),
            at: token.span)
    }
}
