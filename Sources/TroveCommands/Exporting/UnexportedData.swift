import TroveModel
import TroveStore
import TroveTerminal

/// The data that the library keeps but exports leave out: those of retired kinds and fields, and
/// values that do not fit the type that their field has now.
struct UnexportedData {
    /// The retired kinds that have items, and the number of items.
    private var kinds: [(kind: Kind, count: Int)] = []
    /// The retired fields that have values, and the number of values.
    private var fields: [(kind: Kind, field: Field, count: Int)] = []

    /// The fields with values that do not fit, and the number of these values.
    private var misfits: [(kind: Kind, field: Field, count: Int)] = []

    /// Counts what is left out.
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
            for place in kind.fieldIndices where kind.fields[place].isOwn {
                let field = kind.fields[place]
                let shown = try context.count(of: index, matching: .not(.isAbsent(field: place)))
                if field.isRetired {
                    if shown > 0 { fields.append((kind, field, shown)) }
                    continue
                }
                let all = try context.library.storedItems.valueCount(of: place, index)
                if all > shown { misfits.append((kind, field, all - shown)) }
            }
        }
    }

    /// A warning about each kind and field.
    var warnings: [TerminalText] {
        kinds.map { Message.isNotExported($0.kind, $0.count) }
            + fields.map { Message.isNotExported($0.field, of: $0.kind, $0.count) }
            + misfits.map { Message.misfitsAreNotExported($0.field, of: $0.kind, $0.count) }
    }
}
