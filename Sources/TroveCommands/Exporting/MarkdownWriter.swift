import TroveModel
import TroveTerminal

/// Writes items as Markdown to share: a table for each kind, without loans.
struct MarkdownWriter: ExportWriter {
    private let context: any CommandContext
    private let fields: [SharedFields]
    private var items: [Item] = []
    private(set) var bytes: [UInt8] = []
    let warnings: [TerminalText] = []

    init(_ context: any CommandContext) {
        self.context = context
        fields = context.kinds.stored.map { SharedFields(of: $0) }
    }

    mutating func removeBytes() { bytes.removeAll(keepingCapacity: true) }

    mutating func append(_ row: some ItemRow, of index: KindIndex) throws {
        items.append(fields[index].stripped(try Item(row, index, context.kinds[index])))
    }

    mutating func finish(flush: (inout MarkdownWriter, Double) throws -> Void) throws {
        // The rows of the catalog are in the order of the items.
        let catalog = Catalog(kinds: context.kinds, items: items)
        let sections = context.kinds.indices.filter { catalog.tables[$0].count > 0 }.map { kind in
            Listing.Section(
                kind: kind, rows: Array(catalog.tables[kind].rows), columns: fields[kind].all,
                isCutShort: false)
        }
        let context = context
        let listing = Listing(
            catalog: catalog, sections: sections, nothing: Message.nothingFound,
            hasChosenColumns: false, marks: [:]
        ) { fraction in
            context.user?.showProgress(fraction, Message.exporting)
            return !context.isInterrupted
        }
        guard !listing.isEmpty else {
            bytes.append(listing.nothing + "\n")
            return
        }
        let format = MarkdownFormat(
            OutputContext(
                kinds: context.kinds, style: Style(isEnabled: false), width: nil,
                isForTerminal: false,
                today: context.day))
        format.write(listing, into: &bytes)
    }
}
