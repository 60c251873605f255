import TroveLanguage
import TroveModel

/// Puts items on a shelf.
struct Shelve: ShellCommand {
    var items: [Spanned<Reference>] = []
    var shelf = Spanned<String>.unread
    /// Whether several items that meet a condition are changed without confirmation.
    var isConfirmed = false

    static let name = "shelve"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Shelve>(
        .library, "put items on a shelf",
        details: """
            An item can be on several shelves. A shelf exists as long as an item is on it. \
            `shelves` lists them.
            """,
        appliesTo: { $0.index(ofRole: .shelves) != nil },
        arguments: [
            .items(
                \.items,
                before: [.required("on", "SHELF", \.shelf, .known(.shelves), missing: .shelf)]),
            .option("--yes", \.isConfirmed),
        ],
        examples: [
            .init(
                "shelve 1 2 on:favorites",
                """
                Changed book 1: Dune
                  shelves  (none) → favorites
                Changed book 2: The Left Hand of Darkness
                  shelves  (none) → favorites
                """),
            .init(
                #"shelve dune on:"beside the bed""#,
                """
                Changed book 1: Dune
                  shelves  favorites → beside the bed, favorites
                """),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.onShelf(
            items, shelf, adds: true, verb: Self.name, note: Message.isOnShelf)
    }
}
