import TroveLanguage
import TroveModel

/// Shows all fields of items, or the details of search results.
struct Show: ShellCommand {
    var items: [Spanned<Reference>] = []

    static let name = "show"
    static let effect = Effect.showsItems
    static let syntax = Syntax<Show>(
        .look, "show all fields of items",
        details: "For one book, it also shows when it was read, from the read list.",
        arguments: [.itemsOrResults(\.items)],
        examples: [
            .init(
                "show 3",
                """
                gem 3: Ruby
                  color       red
                  hardness    9
                  birthstone  July
                """),
            .init(
                "show the left",
                """
                book 2: The Left Hand of Darkness
                  author  Ursula K. Le Guin
                  genre   sci-fi
                  pages   304
                  page    100  ▓▓▓▓▓▓░░░░░░░░░░░░░░ 32 %
                  state   reading (started progress)
                  added   2026-11-20
                """),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        let namesResult = items.contains { reference in
            if case .result = reference.value { true } else { false }
        }
        if namesResult { return try context.details(of: items) }
        let found = try context.items(items)
        if let last = found.last { context.session.it = last.number }
        let reply = try context.pictured(found)
        let settings = context.session.settings
        // Scripts read the lines.
        let isForScripts = settings.output == .lines && !settings.plain
        guard !context.isForData, !isForScripts, found.count == 1, let item = found.first,
            let (list, records) = try context.records(of: item), !records.isEmpty
        else { return reply }
        let text = Message.records(records, context.kinds[list], of: context.kinds[item.kind])
        return .sequence([reply, .text(text)])
    }
}
