import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Runs a command that shows items against the library as it was at an earlier time.
struct AsOf: ShellCommand {
    /// A time or a mark.
    var place = Spanned<String>.unread
    /// The command; nil before it is read.
    var command: (any ShellCommand)?

    static let name = "as-of"
    static let effect = Effect.showsItems
    static let syntax = Syntax<AsOf>(
        .history, "show the library as it was at an earlier time",
        details: """
            WHEN is a mark, or a time: 2026-11-01, 2026-11-01T14:00, today, yesterday or \
            "3 days ago". A date stands for its beginning, 00:00. COMMAND is one that shows items, \
            such as list, show, count, stats or export; nothing can be changed. Changes from other \
            devices count from the time when they arrived on this one. Dates in COMMAND, such as \
            today, still refer to the present.
            """,
        arguments: [
            .word("WHEN", \.place, [.place], missing: .time), commandArgument,
        ], takesSource: true,
        examples: [
            .init("as-of yesterday count", "0"),
            .init(
                "mark tidy",
                "Set mark tidy. `undo to:tidy` returns to this state."),
            .init("delete 1 --yes", "Deleted book 1: Dune"),
            .init("as-of tidy count books", "2"),
        ])

    var showsPast: Bool { false }
    var isRepeatable: Bool { command?.isRepeatable ?? false }
    var isRehearsable: Bool { command?.isRehearsable ?? false }

    private static let commandArgument = Argument<AsOf>(
        "COMMAND", [.verb], width: .atLeastOne
    ) { (reader, command) throws(LanguageError) in
        guard let source = reader.takeSource() else { throw reader.missing(.command) }
        do throws(LanguageError) {
            command.command = try Self.command(source, reader)
        } catch {
            let secrecy = Secrecy(CommandTable.vocabulary)
            if let problem = secrecy.problem(ofAlias: source.value, error) {
                throw LanguageError(problem, at: source.span, isSecret: true)
            }
            throw error
        }
    }

    /// Parses the command behind spaces, so that its places are those in the whole line.
    private static func command(
        _ source: Spanned<String>, _ reader: ArgumentReader
    ) throws(LanguageError) -> any ShellCommand {
        let indented = String(repeating: " ", count: source.span.lowerBound) + source.value
        guard case .command(let command) = try CommandTable.parse(indented, in: reader.context)
        else { throw reader.missing(.command) }
        guard command.showsPast else {
            let verb = type(of: command).name
            throw LanguageError(
                .showsNoItems(verb),
                at: source.span.lowerBound..<source.span.lowerBound + verb.utf8.count)
        }
        return command
    }

    func run(in context: any CommandContext) throws -> Reply {
        guard let command else { return .nothing }
        let it = context.session.it
        defer { restore(it, in: context) }
        let library = try context.library.asOf(try context.position(of: place))
        return try command.run(in: PastContext(context, library: library))
    }

    func outline(in context: any CommandContext) throws -> [TerminalText] {
        try command?.outline(in: context) ?? []
    }

    /// Keeps the former `it` if the item that was shown no longer exists.
    private func restore(_ it: ItemNumber?, in context: any CommandContext) {
        guard let shown = context.session.it, shown != it else { return }
        if (try? context.library.item(numbered: shown)) ?? nil == nil { context.session.it = it }
    }
}
