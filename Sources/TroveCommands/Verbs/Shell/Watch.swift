import TroveLanguage
import TroveModel

/// Runs a command again and again, and shows its output in place.
struct Watch: ShellCommand {
    /// In seconds.
    var interval = FixedDecimal(0)
    /// The command as typed, possibly with an alias.
    var command = Spanned<String>.unread

    static let name = "watch"
    static let effect = Effect.independent
    static let syntax = Syntax<Watch>(
        .shell, "run a command again and again",
        details: """
            It runs a command that only shows data every SECONDS, until you press a key or \
            Ctrl-C. It needs a terminal.
            """,
        arguments: [intervalArgument, .command(\.command, .command)], takesSource: true,
        examples: [
            .init("watch 5 loans", "error: watch needs a terminal"),
            .init("watch 0.5 count books", "error: watch needs a terminal"),
        ])

    /// The possible intervals, in milliseconds.
    private static let intervals = 100...86_400_000

    /// `5`, `0.5`
    private static let intervalArgument = Argument<Watch>("SECONDS", width: .one) {
        (reader, command) throws(LanguageError) in
        guard let token = reader.next() else { throw reader.missing(.interval) }
        guard let interval = FixedDecimal(parsing: token.text),
            intervals.contains(interval.thousandths)
        else {
            // `watch loans`
            let isVerb = CommandTable.vocabulary.verb(named: token.text) != nil
            let start = token.span.lowerBound
            throw LanguageError(
                .noNumber(token.text, what: .interval), at: token.span,
                correction: isVerb ? Correction(start..<start, "5 ") : nil)
        }
        command.interval = interval
    }

    func run(in context: any CommandContext) throws -> Reply {
        guard context.user != nil else { throw CommandFailure(.needsTerminal(Self.name)) }
        return .watch(command, every: interval)
    }
}
