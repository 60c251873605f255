import TroveModel
import TroveStore
import TroveTerminal

/// The data of retired kinds and fields, which the library keeps but exports leave out.
struct RetiredData {
    /// The retired kinds that have items, and the number of items.
    private var kinds: [(kind: Kind, count: Int)] = []
    /// The retired fields that have values, and the number of values.
    private var fields: [(kind: Kind, field: Field, count: Int)] = []

    /// Counts what is retired.
    ///
    /// - Parameters:
    ///   - exported: the kind that is exported; nil for all.
    ///   - context: the library.
    /// - Throws: `LibraryError` if the library cannot be read; `isInterrupted`.
    init(of exported: KindIndex?, in context: any CommandContext) throws {
        let stored = context.kinds.stored
        for index in context.kinds.storedIndices where stored[index].isOwn && exported == nil {
            guard stored[index].isRetired else { continue }
            let count = try context.library.storedItems.count(of: index)
            if count > 0 { kinds.append((stored[index], count)) }
        }
        for index in exported.map({ [$0] }) ?? context.kinds.indices {
            let kind = context.kinds[index]
            for field in kind.fieldIndices where kind.fields[field].isRetired {
                let count = try context.count(of: index, matching: .not(.isAbsent(field: field)))
                if count > 0 { fields.append((kind, kind.fields[field], count)) }
            }
        }
    }

    /// A warning about each retired kind and field.
    var warnings: [TerminalText] {
        kinds.map { Message.isNotExported($0.kind, $0.count) }
            + fields.map { Message.isNotExported($0.field, of: $0.kind, $0.count) }
    }
}
