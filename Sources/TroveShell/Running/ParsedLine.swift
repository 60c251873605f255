import TroveCommands
import TroveLanguage
import TroveModel

/// A command as typed, possibly in several lines, and its meaning.
///
/// A line is parsed once; the assembly of lines, the history and the runner share the result. It is an
/// immutable class, because a copy of a structure retains each of its parts.
final class ParsedLine: Sendable {
    /// The text without its last line end.
    let typed: String
    /// The command with its alias expanded.
    let expansion: AliasExpansion
    let parsed: Result<Parsed, LanguageError>

    init(_ typed: String, in context: ParsingContext) {
        self.typed = typed
        expansion = AliasExpansion(of: typed, context.aliases)
        let source = expansion.source
        parsed = Result { () throws(LanguageError) in
            try CommandTable.parse(source, in: context.language)
        }
    }

    /// Creates a line for a command that was not typed.
    init(command: any ShellCommand) {
        typed = ""
        expansion = AliasExpansion(of: "", [:])
        parsed = .success(.command(command))
    }

    /// Creates a line with the same text and another meaning.
    private init(_ line: ParsedLine, _ parsed: Result<Parsed, LanguageError>) {
        typed = line.typed
        expansion = line.expansion
        self.parsed = parsed
    }

    /// Returns the item that the command adds, if that follows from the command alone.
    func addDraft(in kinds: Kinds, today: PartialDate) -> AddDraft? {
        guard case .success(.command(let command)) = parsed else { return nil }
        return command.addDraft(in: kinds, today: today)
    }

    /// Whether the command continues on the next line.
    var isIncomplete: Bool {
        if case .success(.incomplete) = parsed { true } else { false }
    }

    /// Whether the line has only spaces and a comment.
    var isEmpty: Bool {
        if case .success(.empty) = parsed { true } else { false }
    }

    /// The quote that is still open.
    var openQuote: Character? {
        if case .success(.incomplete(let quote)) = parsed { quote?.value } else { nil }
    }

    /// Whether the line must not be kept in the history.
    var isSecret: Bool {
        let error: LanguageError? = if case .failure(let error) = parsed { error } else { nil }
        return Secrecy(CommandTable.vocabulary)
            .covers(expansion.source, isIncomplete: isIncomplete, error)
    }

    /// The line when no more lines can follow: an incomplete command becomes an error.
    var ended: ParsedLine {
        ParsedLine(
            self,
            Result { () throws(LanguageError) in
                try CommandTable.ended(try parsed.get(), expansion.source)
            })
    }

    /// The command for the history: in one line, with the same meaning.
    var asOneLine: String {
        guard typed.contains("\n"), case .complete(let tokens)? = try? Lexer.tokens(of: typed)
        else { return typed }
        let bytes = Array(typed.utf8)
        return tokens.map { token in
            let word = String(decoding: bytes[token.span], as: UTF8.self)
            guard word.contains("\n") else { return word }
            guard let pair = token.pair else { return Quoting.quoted(token.text) }
            return pair.name.value + pair.operator.rawValue + Quoting.quoted(pair.value.value)
        }.joined(separator: " ")
    }
}
