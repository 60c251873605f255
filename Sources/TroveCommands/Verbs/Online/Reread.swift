import TroveLanguage
import TroveModel
import TroveStore

/// Restarts items that were finished or set aside.
struct Reread: ShellCommand {
    var items: [Spanned<Reference>] = []
    /// Whether several items that meet a condition are changed without confirmation.
    var isConfirmed = false

    static let name = "reread"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Reread>(
        .online, "start books over",
        details: """
            A finished or abandoned book is being read again, from today and the first page. The \
            read list keeps its entry, and finishing the book adds another.
            """,
        appliesTo: { $0.completions != nil && $0.ladder != nil },
        arguments: [.items(\.items), .option("--yes", \.isConfirmed)],
        examples: [
            .init(
                "read Dune on:2024",
                """
                Changed book 1: Dune
                  state  wish → finished
                Added read 5: Dune
                """),
            .init(
                "reread Dune",
                """
                Changed book 1: Dune
                  state    finished → reading
                  started  (none) → 2026-11-20
                """),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.library.begin()
        let items = try context.items(items, for: .update) { _ = try state(of: $0) }
        return try context.report(
            context.each(of: items, named: self.items) { item in
                let kind = context.kinds[item.kind]
                let (field, ladder, underway) = try state(of: kind)
                guard let rung = ladder.index(of: item.values[field]), rung > underway else {
                    let state = item.values[field].map { "\($0)" } ?? ""
                    throw CommandFailure(
                        .catalogue(.isNotFinished(item, state: state)), at: self.items[0].span)
                }
                var values = item.values
                values[field] = .text(ladder.rungs[underway].name)
                if let progress = kind.progress { values[progress.current] = nil }
                if let started = kind.index(ofRole: .started) {
                    values[started] = .date(context.surroundings.today)
                }
                do throws(RuleViolation) {
                    try kind.check(values, after: item.values, isReturning: true)
                } catch {
                    throw CommandFailure(.violation(error, kind: kind), at: self.items[0].span)
                }
                return (item, Change.update(from: item, to: values))
            })
    }

    /// Returns the field of the state, its ladder, and the state of an item that has been started.
    private func state(
        of kind: Kind
    ) throws(CommandFailure) -> (field: FieldIndex, ladder: Ladder, underway: Int) {
        guard kind.completions != nil, let (field, ladder) = kind.ladder,
            let underway = ladder.underway
        else {
            throw CommandFailure(.doesNotApply(verb: Self.name, kind: kind), at: items[0].span)
        }
        return (field, ladder, underway)
    }
}
