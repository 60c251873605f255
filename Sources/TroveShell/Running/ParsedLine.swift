import TroveCommands
import TroveLanguage
import TroveModel

/// A command as typed, possibly in several lines, and its meaning.
///
/// A line is parsed once; the assembly of lines, the history and the runner share the result. It is
/// an immutable class, because copying a structure retains each of its parts.
final class ParsedLine: Sendable {
    /// The text without its last line end.
    let typed: String
    /// The command with its alias expanded.
    let expansion: AliasExpansion
    let meaning: Meaning

    /// What a line means. A `Result` would do, but it is generic: the program would have to create
    /// its type at each start.
    enum Meaning: Sendable {
        case parsed(Parsed)
        case error(LanguageError)

        init(_ parse: () throws(LanguageError) -> Parsed) {
            do throws(LanguageError) {
                self = .parsed(try parse())
            } catch {
                self = .error(error)
            }
        }

        /// Returns the meaning, or throws the error of the line.
        func get() throws(LanguageError) -> Parsed {
            switch self {
            case .parsed(let parsed): return parsed
            case .error(let error): throw error
            }
        }
    }

    init(_ typed: String, in context: ParsingContext) {
        self.typed = typed
        expansion = AliasExpansion(of: typed, context.aliases)
        let source = expansion.source
        meaning = Meaning { () throws(LanguageError) in
            try CommandTable.parse(source, in: context.language)
        }
    }

    /// Creates a line for a command that was not typed.
    init(command: any ShellCommand) {
        typed = ""
        expansion = AliasExpansion(of: "", [:])
        meaning = .parsed(.command(command))
    }

    /// Creates a line with the same text and another meaning.
    private init(_ line: ParsedLine, _ meaning: Meaning) {
        typed = line.typed
        expansion = line.expansion
        self.meaning = meaning
    }

    /// Returns the item that the command adds, if that follows from the command alone.
    func addDraft(in kinds: Kinds, today: PartialDate) -> AddDraft? {
        guard case .parsed(.command(let command)) = meaning else { return nil }
        return command.addDraft(in: kinds, today: today)
    }

    /// Whether the command continues on the next line.
    var isIncomplete: Bool {
        if case .parsed(.incomplete) = meaning { true } else { false }
    }

    /// Whether the line is a command, blank or a comment, and no more lines can follow.
    var isWhole: Bool {
        switch meaning {
        case .parsed(.command), .parsed(.empty): true
        case .parsed(.incomplete), .error: false
        }
    }

    /// Whether the line has only spaces and a comment.
    var isEmpty: Bool {
        if case .parsed(.empty) = meaning { true } else { false }
    }

    /// The quote that is still open.
    var openQuote: Character? {
        if case .parsed(.incomplete(let quote)) = meaning { quote?.value } else { nil }
    }

    /// Whether the line must not be kept in the history.
    var isSecret: Bool {
        let error: LanguageError? = if case .error(let error) = meaning { error } else { nil }
        return Secrecy(CommandTable.vocabulary)
            .covers(expansion.source, isIncomplete: isIncomplete, error)
    }

    /// The line when no more lines can follow: an incomplete command becomes an error.
    var ended: ParsedLine {
        ParsedLine(
            self,
            Meaning { () throws(LanguageError) in
                try CommandTable.ended(try meaning.get(), expansion.source)
            })
    }

    /// The command for the history: in one line, with the same meaning, and without the space that
    /// completion leaves at its end.
    var asOneLine: String {
        guard case .complete(let tokens)? = try? Lexer.tokens(of: typed) else { return typed }
        let bytes = Array(typed.utf8)
        guard typed.contains("\n") else {
            // A backslash at the end would continue the line.
            guard let end = bytes.lastIndex(where: { $0 != UInt8(ascii: " ") }),
                end + 1 >= tokens.last?.span.upperBound ?? 0, bytes[end] != UInt8(ascii: "\\")
            else { return typed }
            return String(decoding: bytes[...end], as: UTF8.self)
        }
        return tokens.map { token in
            let word = String(decoding: bytes[token.span], as: UTF8.self)
            guard word.contains("\n") else { return word }
            let values = (token.pair?.alternatives ?? token.alternatives)
                .map { Quoting.argument($0.value) }.joined(separator: "|")
            return token.pair.map { $0.name.value + $0.operator.rawValue + values } ?? values
        }.joined(separator: " ")
    }
}
