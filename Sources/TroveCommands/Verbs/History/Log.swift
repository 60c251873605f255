import TroveLanguage
import TroveModel
import TroveStore

/// Shows the commands that changed the library, or one item, the newest first.
struct Log: ShellCommand {
    /// Nil shows the commands of the whole library.
    var item: Spanned<Reference>?
    /// A time or a mark; nil for the whole log.
    var since: Spanned<String>?
    /// The largest number of commands; nil stands for the default.
    var limit: Int?

    static let name = "log"
    static let effect = Effect.showsItems
    var showsPast: Bool { false }
    static let syntax = Syntax<Log>(
        .history, "show the change log, newest first",
        details: """
            Without limit:N it shows the last 20 commands. since: is a mark or a time, as in \
            `help as-of`. In CSV, TSV and Markdown it has a row for each changed field.
            """,
        arguments: [
            .optionalItem(\.item), .named("since", "WHEN", \.since, .place), .limit(\.limit),
        ],
        examples: [
            .init("log 3", "2026-11-20 12:00  ann  added gem 3: Ruby"),
            .init("log Alien", "2026-11-20 12:00  ann  added movie 4: Alien"),
        ])

    /// The default limits for the whole library and for one item.
    private static let shownCommands = (ofAll: 20, ofItem: 1000)

    func run(in context: any CommandContext) throws -> Reply {
        let number = try numberOfItem(context)
        let shown = Self.shownCommands
        let limit = limit ?? (number == nil ? shown.ofAll : shown.ofItem)
        let history = context.library.history
        let position = try since.map { try context.position(of: $0) } ?? 0
        let records = try history.commands(of: number, after: position, limit: limit)
        if let number, records.isEmpty, limit > 0, try history.count(of: number) == 0 {
            throw CommandFailure(.noSuchNumber(number), at: item?.span)
        }
        let total =
            records.count < limit
            ? records.count : try history.count(of: number, after: position)
        if total == 0, !context.isForData {
            return .text(
                since.map { Message.noDifferences(since: $0.value, ofItem: number) }
                    ?? Message.noChangesYet)
        }
        let log = Reply.log(
            try context.logged(records), total: total, arguments: arguments(number))
        // Users see this below the log; programs would miss the other commands.
        guard context.isForData, self.limit == nil, records.count < total else { return log }
        return .sequence([
            log, .warning(Message.logIsCut(records.count, of: total, arguments(number))),
        ])
    }

    /// Returns the arguments that show the same part of the log again, each with a space after it.
    private func arguments(_ number: ItemNumber?) -> String {
        (number.map { "\($0) " } ?? "")
            + (since.map { "since:\(Quoting.argument($0.value)) " } ?? "")
    }

    /// Returns the number of the item; nil for the whole library.
    private func numberOfItem(_ context: any CommandContext) throws -> ItemNumber? {
        guard let item else { return nil }
        // A deleted item still has a history under its number.
        if case .number(let number) = item.value { return number }
        return try context.item(item).number
    }
}
