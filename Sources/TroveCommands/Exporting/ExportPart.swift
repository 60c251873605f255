import TroveLanguage
import TroveModel
import TroveStore

/// The items of one kind to export, and where they are.
struct ExportPart {
    /// Where the items are.
    enum Place {
        case memory(Table, [RowIndex])
        /// In the library file: the maximum number of items, and the number of the last item.
        case file(limit: Int?, last: ItemNumber)
    }

    let kind: KindIndex
    let place: Place

    private var isEmpty: Bool {
        switch place {
        case .memory(_, let rows): rows.isEmpty
        case .file(let limit, let last): last == 0 || limit == 0
        }
    }

    func count(in context: any CommandContext) throws -> Int {
        switch place {
        case .memory(_, let rows): return rows.count
        case .file(let limit, _):
            try context.loadAll(kind)
            return min(limit ?? .max, context.library.catalog.tables[kind].count)
        }
    }

    /// Returns the items that a query finds: the kinds with items, or all kinds without any. Whole
    /// kinds that are not loaded stay in the file.
    static func found(by query: Query, in context: any CommandContext) throws -> [ExportPart] {
        let library = context.library
        let isWhole = query.condition == nil && query.sort.isEmpty
        var parts: [ExportPart] = []
        for kind in try context.selectedKinds(query) {
            if isWhole, !library.isLoaded(kind), !library.isPast {
                let last = try library.storedItems.lastNumber(of: kind) ?? 0
                parts.append(ExportPart(kind: kind, place: .file(limit: query.limit, last: last)))
            } else {
                var query = query
                query.kind = kind
                let finding = try context.find(query)
                parts.append(
                    ExportPart(
                        kind: kind,
                        place: .memory(
                            finding.catalog.tables[kind], finding.rows.flatMap(\.rows))))
            }
        }
        let found = parts.filter { !$0.isEmpty }
        return found.isEmpty ? parts : found
    }
}
