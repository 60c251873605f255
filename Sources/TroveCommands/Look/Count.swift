import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Counts the items that meet conditions.
struct Count: ShellCommand {
    var query = Query()

    static let name = "count"
    static let effect = Effect.showsItems
    static let syntax = Syntax<Count>(
        .look, "count items",
        arguments: [.query(\.query, .kind)],
        examples: [
            .init("count", "4"),
            .init("count books state=reading", "1"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        var counts: [(kind: Kind, count: Int)] = []
        for index in try context.selectedKinds(query) {
            let kind = context.kinds[index]
            let filter = try context.filter(query, of: kind)
            try context.loadAll(index)
            let table = context.library.catalog.tables[index]
            counts.append((kind, table.count(matching: filter)))
        }
        let total = counts.reduce(0) { $0 + $1.count }
        if total == 0, query.kind == nil { try checkKind(context) }
        let reply = Reply.counts(counts, total: total)
        let hint =
            total == 0
            ? context.hint(for: query) ?? textHint : context.unknownValue(in: query)
        return hint.map { .sequence([reply, .warning($0)]) } ?? reply
    }

    /// Throws if the condition begins with a word that resembles the name of a kind and that no
    /// text contains.
    private func checkKind(_ context: any CommandContext) throws {
        guard let word = query.condition?.leadingWord else { return }
        let kinds = context.kinds
        let near = Nearest.names(to: word.value, among: kinds.all.flatMap { [$0.plural, $0.name] })
        guard !near.isEmpty else { return }
        for kind in kinds.indices {
            try context.loadAll(kind)
            let matching = Filter.anyText(word.value)
            guard context.library.catalog.tables[kind].count(matching: matching) == 0 else {
                return
            }
        }
        throw LanguageError(.unknownKind(word.value, nearest: near), at: word.span)
    }

    /// The hint that a bare word was searched for as text; nil if there is none.
    private var textHint: TerminalText? {
        query.condition?.texts.first.map { Message.wasLookedForAsText($0) }
    }
}
