import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Runs a command that shows items against the library as it was at an earlier time.
struct AsOf: ShellCommand {
    /// A time or a mark.
    var place = Spanned<String>.unread
    /// The command as typed, with its alias expanded.
    var source = Spanned<String>.unread
    /// The command parsed with the kinds of the present; nil if it is invalid with them.
    var command: (any ShellCommand)?

    static let name = "as-of"
    static let effect = Effect.showsItems
    static let syntax = Syntax<AsOf>(
        .history, "show the library as it was at an earlier time",
        details: """
            WHEN is a mark, or a time: 2026-11-01, 2026-11-01T14:00, today, yesterday or \
            "3 days ago". A date means the beginning of that day, 00:00. COMMAND is one that shows items, \
            such as list, show, count, stats or export; nothing can be changed. Kinds and fields of \
            your own have the names, types, choices and states that they had. Values that were lost \
            to a later change of their field's type are not shown. Changes from other \
            devices count from the time when they arrived on this one. Dates in COMMAND, such as \
            today, still refer to the present. Overdue marks, and the last year that stats shows, are as \
            of that day.
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
        "COMMAND", [.command], width: .atLeastOne
    ) { (reader, command) throws(LanguageError) in
        guard let inner = try reader.takeCommand() else { throw reader.missing(.command) }
        command.source = inner.source
        do throws(LanguageError) {
            command.command = try Self.command(inner, reader.missing(.command))
        } catch {
            // The command may name kinds of that time.
            guard !reader.context.kinds.known.isEmpty else { throw error }
        }
    }

    /// Returns a command that shows items.
    ///
    /// - Throws: the error in it; `missing` if there is none.
    private static func command(
        _ inner: InnerCommand, _ missing: @autoclosure () -> LanguageError
    ) throws(LanguageError) -> any ShellCommand {
        guard case .command(let command) = try inner.parsed.get() else { throw missing() }
        guard command.showsPast else {
            let (verb, start) = (type(of: command).name, inner.source.span.lowerBound)
            throw LanguageError(.showsNoItems(verb), at: start..<start + verb.utf8.count)
        }
        return command
    }

    func run(in context: any CommandContext) throws -> Reply {
        let it = context.session.it
        defer { restore(it, in: context) }
        let moment = try context.moment(of: place)
        let library = try context.library.asOf(moment.position)
        let past = PastContext(context, library: library, on: LocalTime(moment.time).date)
        if let command, past.kinds == context.kinds {
            return .past(try command.run(in: past), past.kinds, on: past.day)
        }
        let inner = InnerCommand(source, in: past.languageContext)
        let missing = LanguageError(.missing(.command, verb: Self.name), at: source.span)
        return .past(try Self.command(inner, missing).run(in: past), past.kinds, on: past.day)
    }

    func outline(in context: any CommandContext) throws -> [TerminalText] {
        try command?.outline(in: context) ?? []
    }

    /// Keeps the former `it` if the item that was shown no longer exists.
    private func restore(_ it: ItemNumber?, in context: any CommandContext) {
        guard let shown = context.session.it, shown != it else { return }
        if (try? context.library.item(numbered: shown)) == nil { context.session.it = it }
    }
}
