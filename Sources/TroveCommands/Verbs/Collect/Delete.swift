import TroveLanguage
import TroveModel
import TroveStore

/// Deletes items.
struct Delete: ShellCommand {
    var items: [Spanned<Reference>] = []
    var isConfirmed = false

    static let name = "delete"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Delete>(
        .collect, "delete items",
        details: """
            It asks first; in a script, use --yes. `undo` brings items back. `where` selects items \
            by a condition, as in delete movies where rating<3.
            """,
        arguments: [.items(\.items), .option("--yes", \.isConfirmed)],
        examples: [
            .init("delete 3 --yes", "Deleted gem 3: Ruby"),
            .init(
                "delete 1-2 --yes",
                "Deleted book 1: Dune\nDeleted book 2: The Left Hand of Darkness"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        let references = items
        // Without a question, begin the transaction now, so that the items stay as they are read.
        if isConfirmed { try context.library.begin() }
        let items = try context.items(references, for: .delete)
        try context.mustAsk(items.map(Change.delete))
        let isAnswered = items.count > 1 && references.contains(where: \.isSelection)
        if isConfirmed { return try context.perform(items.map(Change.delete)) }
        if !isAnswered {
            let question = Message.deletion(of: items, context.kinds)
            try context.confirm(
                question, else: CommandFailure(.needsConfirmation(Self.name, question: question)))
        }
        try context.library.begin()
        // Another shell may have changed the library during the question.
        let current = try items.map { item in
            guard let current = try context.library.item(numbered: item.number) else {
                throw CommandFailure(.noSuchNumber(item.number))
            }
            return current
        }
        return try context.perform(current.map(Change.delete))
    }
}
