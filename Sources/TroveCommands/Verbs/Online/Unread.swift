import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore

/// Takes items or results off the read list.
struct Unread: ShellCommand {
    var items: [Spanned<Reference>] = []
    /// Whether several items that meet a condition are changed without confirmation.
    var isConfirmed = false

    static let name = "unread"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Unread>(
        .online, "take books off the read list",
        details: """
            Of several entries for a book, it deletes the one with the latest date. The book itself \
            keeps its state.
            """,
        arguments: [
            .records(\.items, synopsis: "REF|rN…"), .option("--yes", \.isConfirmed),
        ],
        examples: [
            .init(
                "read Dune on:2024",
                """
                Changed book 1: Dune
                  state  wish → finished
                Added read 5: Dune
                """),
            .init("unread Dune", "Deleted read 5: Dune (book 1 stays finished)"),
        ])

    /// An entry to delete, and what is left.
    private struct Target {
        let entry: Item
        /// The number of other entries for the same item.
        var others = 0
        var item: Item?
    }

    func run(in context: any CommandContext) throws -> Reply {
        let list = try context.readListKind()
        try context.library.begin()
        var made = Consequences()
        var deleted: Set<ItemNumber> = []
        for reference in items {
            for target in try targets(of: reference, in: list, context)
            where deleted.insert(target.entry.number).inserted {
                made.changes.append(.delete(target.entry))
                made.notes[target.entry.number] = Message.afterUnread(
                    others: target.others, item: target.item, context.kinds)
            }
        }
        try context.apply(made.changes)
        return .changes(try context.reports(of: made))
    }

    /// Returns the entries that a reference names: by number or title, else the latest ones for the
    /// items or the result.
    private func targets(
        of reference: Spanned<Reference>, in list: KindIndex, _ context: any CommandContext
    ) throws -> [Target] {
        switch reference.value {
        case .title(let title):
            return [try target(titled: title, at: reference.span, in: list, context)]
        case .result:
            let entry = try context.entry(reference)
            let values = context.values(of: entry, for: list)
            return [
                try latest(like: values, entry.title, at: reference.span, in: list, context)
            ]
        default:
            return try context.items(reference).map { item in
                if item.kind == list {
                    return Target(entry: item, item: try owner(of: item, context))
                }
                let values = context.kinds[item.kind].carry(
                    item.values, to: context.kinds[list])
                return try latest(
                    like: values, item.title, at: reference.span, in: list, context, of: item)
            }
        }
    }

    /// Returns the entry with a title; of several for the same item, the latest.
    private func target(
        titled title: String, at span: Range<Int>, in list: KindIndex,
        _ context: any CommandContext
    ) throws -> Target {
        do {
            let entry = try context.item(titled: title, at: span, among: [list])
            return Target(entry: entry, item: try owner(of: entry, context))
        } catch let failure as CommandFailure {
            if case .reference(.noSuchTitle) = failure.problem {
                throw CommandFailure(.catalogue(.isNotOnReadList(title)), at: span)
            }
            guard case .reference(.ambiguousTitle(_, let found, let total, _)) = failure.problem,
                let first = found.first
            else { throw failure }
            let same = try context.records(like: first.values, in: list)
            guard same.count == total,
                found.allSatisfy({ item in same.contains { $0.number == item.number } })
            else { throw failure }
            return try latest(
                like: first.values, title, at: span, in: list, context,
                of: try owner(of: first, context))
        }
    }

    private func latest(
        like values: [Value?], _ title: String, at span: Range<Int>, in list: KindIndex,
        _ context: any CommandContext, of item: Item? = nil
    ) throws -> Target {
        var entries = try context.records(like: values, in: list)
        let fields = RecordFields(context.kinds[list])
        if entries.contains(where: { fields.shareKey($0.values, values) }) {
            // Entries with another ISBN are those of another edition.
            entries.removeAll { fields.differInISBN($0.values, values) }
        }
        guard let last = entries.max(by: { $0.isBefore($1, context.kinds[list]) }) else {
            throw CommandFailure(.catalogue(.isNotOnReadList(title)), at: span)
        }
        return Target(entry: last, others: entries.count - 1, item: item)
    }

    /// Returns the item of the library that an entry records; nil if there is none.
    private func owner(of entry: Item, _ context: any CommandContext) throws -> Item? {
        let kinds = context.kinds
        for index in kinds.indices where kinds[index].completions == kinds[entry.kind].name {
            let values = kinds[entry.kind].carry(entry.values, to: kinds[index])
            guard let same = try context.library.duplicates.first(of: values, kind: index) else {
                continue
            }
            return try context.library.item(numbered: same.number)
        }
        return nil
    }
}
