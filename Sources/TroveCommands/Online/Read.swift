import TroveLanguage
import TroveModel

/// Puts items or results on the read list.
struct Read: ShellCommand {
    var items: [Spanned<Reference>] = []

    static let name = "read"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Read>(
        .online, "put books on the read list",
        details: """
            The read list holds what to read next: search results, or books you have. `reads` \
            shows it, also offline.
            """,
        arguments: [.items(\.items, synopsis: "REF|rN…")],
        examples: [
            .init("read Dune", "Added read 5: Dune"),
            .init("read 2", "Added read 6: The Left Hand of Darkness"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        let list = try context.readListKind()
        var replies: [Reply] = []
        for reference in items {
            try context.beginChanging(list)
            for found in try context.values(named: reference, for: list) {
                if let there = try context.listed(found, in: list) {
                    throw CommandFailure(.catalogue(.isOnReadList(there)), at: reference.span)
                }
                var values = context.initialValues(of: context.kinds[list])
                for (field, value) in found.enumerated() where value != nil {
                    values[field] = value
                }
                replies.append(
                    try context.addItem(
                        values, of: list, isConfirmed: true, blaming: reference.span))
            }
        }
        return .sequence(replies)
    }
}
