import TroveLanguage
import TroveModel
import TroveStore

/// Shows what has changed since an earlier time, by item.
struct Diff: ShellCommand {
    /// A time or a mark; nil for the newest mark, or for today.
    var since: Spanned<String>?

    static let name = "diff"
    static let effect = Effect.showsItems
    static let syntax = Syntax<Diff>(
        .history, "show what has changed since an earlier time",
        details: """
            It compares each item that has changed with what it was, whatever happened in between. \
            since: is a mark or a time, as in `help as-of`; by default it is the newest mark, or \
            today if there is none.
            """,
        arguments: [.named("since", "WHEN", \.since, .place)],
        examples: [
            .init(
                "mark tidy",
                "Set mark tidy. `undo to:tidy` returns to this state."),
            .init(
                "set 1 pages:500 year:1965",
                """
                Changed book 1: Dune
                  year   (none) → 1965
                  pages  412 → 500
                """),
            .init(
                "diff since:tidy",
                """
                Changed book 1: Dune
                  year   (none) → 1965
                  pages  412 → 500
                """),
        ])

    var showsPast: Bool { false }

    func run(in context: any CommandContext) throws -> Reply {
        let library = context.library
        let since = try since ?? Self.defaultPlace(in: context)
        let past = try library.history.pastItems(at: try context.position(of: since))
        let differences = try library.changes(since: past).compactMap { change in
            switch change.action {
            case .create(let values), .delete(let values):
                return ChangeReport(
                    change: change,
                    item: Item(
                        kind: change.kind, number: change.number, id: change.id, values: values))
            case .update:
                return try library.item(numbered: change.number, of: change.kind)
                    .map { ChangeReport(change: change, item: $0) }
            }
        }
        return .differences(differences, since: since.value)
    }

    /// The newest mark, or today.
    private static func defaultPlace(in context: any CommandContext) throws -> Spanned<String> {
        Spanned(try context.library.marks.all().last?.name ?? "today", 0..<0)
    }
}
