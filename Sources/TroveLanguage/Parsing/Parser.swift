/// From a line to a command of a language.
package struct Parser<Command>: Sendable {
    private let grammar: Grammar<Command>

    package init(_ grammar: Grammar<Command>) {
        self.grammar = grammar
    }

    /// Parses one command, which may be several lines.
    ///
    /// - Parameters:
    ///   - source: what was typed.
    ///   - context: what the words mean at this moment.
    /// - Returns: the command, or what is missing.
    /// - Throws: `LanguageError`, with its place in `source`.
    package func parse(
        _ source: String, in context: ArgumentReader.Context
    ) throws(LanguageError) -> Parsed<Command> {
        do throws(LanguageError) {
            return try parseOpenly(source, in: context)
        } catch {
            throw Secrecy(grammar.vocabulary).guarding(error, in: source)
        }
    }

    private func parseOpenly(
        _ source: String, in context: ArgumentReader.Context
    ) throws(LanguageError) -> Parsed<Command> {
        guard source.utf8.count <= CommandLimit.bytes else {
            throw LanguageError(.commandTooLong(limit: CommandLimit.bytes), at: 0..<0)
        }
        switch try Lexer.tokens(of: source) {
        case .incomplete(let openQuote): return .incomplete(openQuote: openQuote)
        case .complete(let tokens):
            guard let first = tokens.first else { return .empty }
            let verb = try verb(of: first)
            var reader = try ArgumentReader(tokens, verb: verb, source: source, context: context)
            return .command(try grammar.command(&reader), verb)
        }
    }

    private func verb(of token: Token) throws(LanguageError) -> Verb {
        let vocabulary = grammar.vocabulary
        if !token.isQuoted, let verb = vocabulary.verb(named: token.text) { return verb }
        let typed = token.text.lowercased()
        if !token.isQuoted, let verb = vocabulary.verb(named: typed) { return verb }
        throw LanguageError(
            .unknownVerb(String(token.text.prefix(40)), nearest: vocabulary.nearest(to: typed)),
            at: token.span)
    }
}

/// What a line came to.
package enum Parsed<Command> {
    /// Nothing but blanks and a comment.
    case empty
    case command(Command, Verb)
    /// The command goes on in the next line, because a quote is open or a backslash ends it.
    case incomplete(openQuote: Spanned<Character>?)
}

extension Parsed: Sendable where Command: Sendable {}

/// How long a command may be.
package enum CommandLimit {
    /// In bytes: an item with every text at its limit fits.
    package static let bytes = 1 << 20
}
