import TroveLanguage

/// Shows what a command means and would do, without doing it.
struct Explain: ShellCommand {
    /// The command as typed, possibly with an alias or an error.
    var command = Spanned<String>.unread

    static let name = "explain"
    static let effect = Effect.independent
    static let syntax = Syntax<Explain>(
        .shell, "show what a command would do, without doing it",
        details: """
            It shows what each word means, the values that are filled in, the items that would \
            change, the error and its correction, what the offline rules say, the place in the \
            queue, the number in the log and the exit status. The command runs in a rehearsal that \
            is discarded: nothing is changed, asked, sent or written. Commands with effects outside \
            of the library, such as `export` and `connect`, are only outlined.
            """,
        arguments: [.command(\.command, .verb)], takesSource: true,
        examples: [
            .init(
                "explain rate Dune 5",
                """
                word  meaning
                rate  verb: rate items
                Dune  book 1: Dune
                5     number

                changes      change book 1: Dune: rating (none) → 5
                log          command 5 of the log; `undo` then reverts it
                it           book 1: Dune
                exit status  0
                """),
            .init(
                "explain delete 9 --yes",
                """
                word    meaning
                delete  verb: delete items
                9       item 9, which does not exist
                --yes   option

                error        there is no item 9
                             `list` shows the numbers
                exit status  1
                """),
        ])

    /// Returns the command that explains a line which cannot be split into words; nil for a line
    /// that does not begin with the verb, and for one that may contain a password.
    ///
    /// - Parameters:
    ///   - line: the whole command line.
    ///   - mistake: why it cannot be split.
    /// - Returns: the command.
    static func explaining(_ line: String, _ mistake: LanguageError) -> Explain? {
        let rest = line.drop(while: \.isWhitespace)
        guard rest.prefix(while: { !$0.isWhitespace }).lowercased() == name else { return nil }
        let source = String(rest.dropFirst(name.count).drop(while: \.isWhitespace))
        let start = line.utf8.count - source.utf8.count
        // The error must be one of the explained command, and it must not show a password.
        guard !source.isEmpty, mistake.span.lowerBound >= start, mistake.problem.isLexical,
            Secrecy(CommandTable.vocabulary).problem(ofAlias: source, mistake) == nil
        else { return nil }
        var command = Explain()
        command.command = Spanned(source, start..<line.utf8.count)
        return command
    }

    func run(in context: any CommandContext) throws -> Reply {
        let explanation = try CommandRehearsal.explanation(of: command.value, in: context)
        let mistake = explanation.mistake?.report.moved(by: command.span.lowerBound)
        context.session.command.correction = mistake?.correction
        return context.isForPrograms ? explanation.replyForPrograms : explanation.reply
    }
}

extension LanguageError.Problem {
    /// Whether a command with the problem cannot be split into words.
    fileprivate var isLexical: Bool {
        switch self {
        case .openQuote, .unknownEscape, .quoteInWord: true
        case .missing(.command, verb: "\\"): true
        default: false
        }
    }
}
