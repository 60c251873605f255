import TroveLanguage
import TroveModel

/// Adds tags to items.
struct Tag: ShellCommand {
    var items: [Spanned<Reference>] = []
    var tags = Spanned<String>.unread
    /// Whether several items that meet a condition are changed without confirmation.
    var isConfirmed = false

    static let name = "tag"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Tag>(
        .collect, "add tags to items",
        details: """
            Several tags are separated by commas. `count by:tags` lists all tags, and \
            `list tags=sea` shows the items with one.
            """,
        appliesTo: { $0.index(ofRole: .tags) != nil },
        arguments: [
            .items(
                \.items,
                before: [.required("with", "TAG,…", \.tags, .known(.tags), missing: .tag)]),
            .option("--yes", \.isConfirmed),
        ],
        examples: [
            .init(
                "tag 1 3 with:desert,red",
                """
                Changed book 1: Dune
                  tags  (none) → desert, red
                Changed gem 3: Ruby
                  tags  (none) → desert, red
                """),
            .init("tag Dune with:Red", "Nothing changed: book 1: Dune already has the tag \"Red\""),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        let names = try context.tags(in: tags, verb: Self.name)
        return try context.change(
            names, of: items, role: .tags, adds: true, verb: Self.name
        ) { Message.hasTags($0, names.value) }
    }
}
