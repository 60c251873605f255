import TroveLanguage
import TroveModel

/// Takes items off a shelf.
struct Unshelve: ShellCommand {
    var items: [Spanned<Reference>] = []
    var shelf = Spanned<String>.unread
    /// Whether several items that meet a condition are changed without confirmation.
    var isConfirmed = false

    static let name = "unshelve"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Unshelve>(
        .library, "take items off a shelf",
        appliesTo: { $0.index(ofRole: .shelves) != nil },
        arguments: [
            .items(
                \.items,
                before: [.required("from", "SHELF", \.shelf, .known(.shelves), missing: .shelf)]),
            .option("--yes", \.isConfirmed),
        ],
        examples: [
            .init(
                "shelve 1 on:favorites",
                "Changed book 1: Dune\n  shelves  (none) → favorites"),
            .init(
                "unshelve 1 from:favorites",
                "Changed book 1: Dune\n  shelves  favorites → (none)"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.onShelf(
            items, shelf, adds: false, verb: Self.name, note: Message.isNotOnShelf)
    }
}
