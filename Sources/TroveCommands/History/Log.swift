import TroveLanguage
import TroveModel
import TroveStore

/// Shows the commands that changed the library, or one item, the newest first.
struct Log: ShellCommand {
    /// Nil shows the commands of the whole library.
    var item: Spanned<Reference>?
    /// The largest number of commands; nil stands for the default.
    var limit: Int?

    static let name = "log"
    static let effect = Effect.showsItems
    static let syntax = Syntax<Log>(
        .history, "show the change log, newest first",
        details: "Without limit:N it shows the last 20 commands.",
        arguments: [.optionalItem(\.item), .limit(\.limit)],
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
        let records = try context.library.history.commands(of: number, limit: limit)
        if let number, records.isEmpty, limit > 0 {
            throw CommandFailure(.noSuchNumber(number), at: item?.span)
        }
        let total =
            records.count < limit
            ? records.count : try context.library.history.count(of: number)
        return .log(records, total: total, reference: number)
    }

    /// Returns the number of the item; nil for the whole library.
    private func numberOfItem(_ context: any CommandContext) throws -> ItemNumber? {
        guard let item else { return nil }
        // A deleted item still has a history under its number.
        if case .number(let number) = item.value { return number }
        return try context.item(item).number
    }
}
