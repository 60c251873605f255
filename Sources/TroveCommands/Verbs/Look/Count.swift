import TroveCodecs
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
        details: """
            by:FIELD counts the items for each value of a field, the most frequent first. Each tag, \
            shelf and author is counted separately, and dates are counted by year. Without a kind, \
            entries of the read list count as items; the prompt leaves them out.
            """,
        arguments: [.query(\.query, [.kind, .grouping])],
        examples: [
            .init("count", "4"),
            .init("count books state=reading", "1"),
            .init(
                "count books by:state",
                """
                state    count
                wish         1
                reading      1
                """),
        ])

    func check(in context: any CommandContext) throws { try context.check(query) }

    func run(in context: any CommandContext) throws -> Reply {
        if let field = query.grouping { return try groups(by: field, in: context) }
        var counts: [(kind: Kind, count: Int)] = []
        for index in try context.selectedKinds(query) {
            let kind = context.kinds[index]
            let filter = try context.filter(query, of: kind)
            counts.append((kind, try context.count(of: index, matching: filter)))
        }
        let total = counts.reduce(0) { $0 + $1.count }
        if total == 0, query.comparesValues {
            for index in try context.selectedKinds(query) { try context.loadAll(index) }
        }
        if total == 0 { try context.checkKind(of: query) }
        let reply = Reply.counts(counts, total: total)
        let hint =
            total == 0
            ? context.hint(for: query) : context.unknownValue(in: query)
        return hint.map { .sequence([reply, .warning($0)]) } ?? reply
    }

    /// Returns the number of items for each value of a field.
    private func groups(
        by name: Spanned<String>, in context: any CommandContext
    ) throws -> Reply {
        var rows: [[JSON]] = []
        var column = name.value
        let kinds = try context.selectedKinds(query)
        for index in kinds {
            let kind = context.kinds[index]
            let field = try kind.field(named: name)
            let filter = try context.filter(query, of: kind)
            let table = try context.table(of: index, matching: filter, reading: [field])
            for group in table.groups(of: table.rows(matching: filter), by: field) {
                rows.append([
                    .string(kind.name), Self.json(group.value, of: kind.fields[field], context),
                    .integer(group.count),
                ])
            }
            column = kind.fields[field].name
        }
        // The kind that the user named needs no column.
        let namesKind = context.isForData || query.kind == nil
        let report = Report(
            (namesKind ? ["kind"] : []) + [column, "count"],
            namesKind ? rows : rows.map { Array($0.dropFirst()) }, nothing: Message.nothingFound)
        if rows.isEmpty, query.comparesValues { for index in kinds { try context.loadAll(index) } }
        if rows.isEmpty { try context.checkKind(of: query) }
        let hint = rows.isEmpty ? context.hint(for: query) : context.unknownValue(in: query)
        return hint.map { .sequence([.report(report), .warning($0)]) } ?? .report(report)
    }

    private static func json(
        _ value: Value?, of field: Field, _ context: any CommandContext
    ) -> JSON {
        switch value {
        case nil: context.isForData ? .null : .string(Message.noValue)
        case .month(let month)?: .string(month.name)
        case .text(let text)? where !context.isForData: .string(field.shown(.text(text)))
        case let value?: value.json
        }
    }
}
