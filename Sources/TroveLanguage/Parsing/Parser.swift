import TroveModel

/// From a line to a command.
package enum Parser {
    /// The longest command, in bytes: as long as a thing with every text at its limit.
    package static let longestCommand = 1 << 20

    /// What a line came to.
    package enum Outcome: Sendable {
        /// Nothing but blanks and a comment.
        case empty
        case command(Command, Verb)
        /// The command goes on in the next line, because a quote is open or a backslash ends it.
        case incomplete(openQuote: Spanned<Character>?)
    }

    /// Parses one command, which may be several lines.
    ///
    /// - Throws: `LanguageError`, with its place in `source`.
    package static func parse(
        _ source: String, in context: ArgumentReader.Context
    ) throws(LanguageError) -> Outcome {
        do throws(LanguageError) {
            return try parseOpenly(source, in: context)
        } catch {
            throw Secrecy.guarding(error, in: source)
        }
    }

    private static func parseOpenly(
        _ source: String, in context: ArgumentReader.Context
    ) throws(LanguageError) -> Outcome {
        guard source.utf8.count <= longestCommand else {
            throw LanguageError(.commandTooLong(limit: longestCommand), at: 0..<0)
        }
        switch try Lexer.tokens(of: source) {
        case .incomplete(let openQuote): return .incomplete(openQuote: openQuote)
        case .complete(let tokens):
            guard let first = tokens.first else { return .empty }
            let verb = try verb(of: first)
            var reader = try ArgumentReader(
                tokens, verb: verb, source: source, context: context)
            return .command(try verb.parse(&reader), verb)
        }
    }

    private static func verb(of token: Token) throws(LanguageError) -> Verb {
        if !token.isQuoted, let verb = VerbTable.verb(named: token.text) { return verb }
        let typed = token.text.lowercased()
        if !token.isQuoted, let verb = VerbTable.verb(named: typed) { return verb }
        throw LanguageError(
            .unknownVerb(String(token.text.prefix(40)), nearest: VerbTable.nearest(to: typed)),
            at: token.span)
    }
}
