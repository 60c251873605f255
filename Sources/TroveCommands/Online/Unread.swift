import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore

/// Takes items or results off the read list.
struct Unread: ShellCommand {
    var items: [Spanned<Reference>] = []

    static let name = "unread"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Unread>(
        .online, "take books off the read list",
        arguments: [.items(\.items, synopsis: "REF|rN…")],
        examples: [
            .init("read Dune", "Added read 5: Dune"),
            .init("unread Dune", "Deleted read 5: Dune"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        let list = try context.readListKind()
        try context.library.begin()
        var changes: [Change] = []
        for reference in items {
            for item in try listed(reference, in: list, context)
            where !changes.contains(where: { $0.number == item.number }) {
                changes.append(.delete(item))
            }
        }
        return try context.perform(changes)
    }

    /// Returns the item of the read list that a reference names, or that matches the book or the
    /// result it names.
    private func listed(
        _ reference: Spanned<Reference>, in list: KindIndex, _ context: any CommandContext
    ) throws -> [Item] {
        if case .title(let title) = reference.value {
            return [try context.item(titled: title, at: reference.span, among: [list])]
        }
        if case .result = reference.value {
            let entry = try context.entry(reference)
            guard let number = try context.itemNumber(like: entry, among: [list]),
                let item = try context.library.item(numbered: number)
            else {
                throw CommandFailure(.catalogue(.isNotOnReadList(entry.title)), at: reference.span)
            }
            return [item]
        }
        return try context.items(reference, among: [list]).map { item in
            if item.kind == list { return item }
            let same = try context.values(
                named: Spanned(.number(item.number), reference.span), for: list)
            guard let there = try same.first.flatMap({ try context.listed($0, in: list) }) else {
                throw CommandFailure(.catalogue(.isNotOnReadList(item.title)), at: reference.span)
            }
            return there
        }
    }
}
