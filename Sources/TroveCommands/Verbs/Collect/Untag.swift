import TroveLanguage
import TroveModel

/// Removes tags from items.
struct Untag: ShellCommand {
    var items: [Spanned<Reference>] = []
    var tags = Spanned<String>.unread
    /// Whether several items that meet a condition are changed without confirmation.
    var isConfirmed = false

    static let name = "untag"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Untag>(
        .collect, "remove tags from items",
        appliesTo: { $0.index(ofRole: .tags) != nil },
        arguments: [
            .items(
                \.items,
                before: [.required("with", "TAG,…", \.tags, .known(.tags), missing: .tag)]),
            .option("--yes", \.isConfirmed),
        ],
        examples: [
            .init("tag 1 with:desert", "Changed book 1: Dune\n  tags  (none) → desert"),
            .init("untag 1 with:desert", "Changed book 1: Dune\n  tags  desert → (none)"),
            .init(
                "untag Dune with:sea",
                "Nothing changed: book 1: Dune does not have the tag \"sea\""),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        let names = try context.tags(in: tags, verb: Self.name)
        return try context.change(
            names, of: items, role: .tags, adds: false, verb: Self.name
        ) { Message.hasNoTags($0, names.value) }
    }
}
