import TroveLanguage
import TroveModel
import TroveStore

/// Records that lent items are back.
struct Return: ShellCommand {
    var items: [Spanned<Reference>] = []
    /// Whether several items that meet a condition are changed without confirmation.
    var isConfirmed = false

    static let name = "return"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Return>(
        .library, "record that items are back",
        appliesTo: { $0.index(ofRole: .borrower) != nil },
        arguments: [.items(\.items), .option("--yes", \.isConfirmed)],
        examples: [
            .init(
                "lend Dune to:Bob",
                """
                Changed book 1: Dune
                  lent-to  (none) → Bob
                  lent-on  (none) → 2026-11-20
                """),
            .init(
                "return Dune",
                """
                Changed book 1: Dune
                  lent-to  Bob → (none)
                  lent-on  2026-11-20 → (none)
                """),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.library.begin()
        let lent = try context.items(items, for: .update) { _ = try borrower(of: $0) }
        let changes = try lent.map { item -> (item: Item, change: Change?) in
            let kind = context.kinds[item.kind]
            let borrower = try borrower(of: kind)
            return (item, try context.update(item, [context.assignment(kind, borrower, nil)]))
        }
        return try context.report(changes) { item in
            Message.isNotLent(Message.name(of: item, context.kinds[item.kind]))
        }
    }
    private func borrower(of kind: Kind) throws(CommandFailure) -> FieldIndex {
        guard let field = kind.index(ofRole: .borrower) else {
            throw CommandFailure(.doesNotApply(verb: Self.name, kind: kind), at: items[0].span)
        }
        return field
    }
}
