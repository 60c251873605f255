import TroveModel
import TroveStore

/// Writes the cells of a table, and escapes them.
protocol CellWriter {
    /// The bytes written so far.
    var bytes: [UInt8] { get }
    mutating func cell(_ text: String)
    mutating func endRecord()
}

/// A format with a separator between values. The first line names the columns. Kinds have different
/// columns, so each kind gets its own table, with a blank line between tables.
protocol SeparatedFormat: TextFormat {
    associatedtype Writer: CellWriter
    static func makeWriter() -> Writer
}

extension SeparatedFormat {
    static var isForData: Bool { true }

    func write(_ listing: Listing, into bytes: inout [UInt8]) {
        for (index, section) in listing.sections.enumerated() {
            var writer = Self.makeWriter()
            if index > 0 { writer.endRecord() }
            let table = listing.catalog.tables[section.kind]
            let fields =
                listing.hasChosenColumns ? section.columns : table.kind.shownIndices
            writer.record(table.kind.columnNames(fields))
            listing.forEachRow(of: section) { row in
                writer.cell("\(table.number(at: row))")
                writer.cell(table.kind.name)
                for field in fields {
                    writer.cell(table.value(field, at: row)?.description ?? "")
                }
                writer.endRecord()
            }
            bytes.append(contentsOf: writer.bytes)
        }
    }

    func write(_ items: [Item], marks: [ItemNumber: SyncMark], into bytes: inout [UInt8]) {
        var writer = Self.makeWriter()
        var last: KindIndex?
        for item in items {
            let kind = context.kinds[item.kind]
            if item.kind != last {
                if last != nil { writer.endRecord() }
                writer.record(kind.columnNames(kind.shownIndices))
                last = item.kind
            }
            writer.record(
                ["\(item.number)", kind.name]
                    + kind.shownIndices.map { item.values[$0]?.description ?? "" })
        }
        bytes.append(contentsOf: writer.bytes)
    }

    func write(_ results: ResultListing, into bytes: inout [UInt8]) {
        write(results.data, into: &bytes)
    }

    func write(_ snapshots: [Snapshot], into bytes: inout [UInt8]) {
        write(Report(snapshots), into: &bytes)
    }

    func write(
        log: [LoggedCommand], total: Int, arguments: String, into bytes: inout [UInt8]
    ) {
        write(Report(log.map(\.record), context.kinds, isForUsers: false), into: &bytes)
    }

    func write(differences: [ChangeReport], since place: String, into bytes: inout [UInt8]) {
        write(Report(differences, context.kinds, isForUsers: false), into: &bytes)
    }

    func write(_ report: Report, into bytes: inout [UInt8]) {
        guard !report.columns.isEmpty else { return }
        var writer = Self.makeWriter()
        writer.record(report.columns)
        for row in report.rows { writer.record(row.map(\.shown)) }
        bytes.append(contentsOf: writer.bytes)
    }

    package func secure(_ bytes: inout [UInt8], from start: Int) {
        if context.isForTerminal { DataGate.show(in: &bytes, from: start) }
    }
}

extension CellWriter {
    fileprivate mutating func record(_ cells: [String]) {
        for text in cells { cell(text) }
        endRecord()
    }
}

extension Kind {
    fileprivate func columnNames(_ fields: [FieldIndex]) -> [String] {
        ["number", "kind"] + fields.map { self.fields[$0].name }
    }
}
