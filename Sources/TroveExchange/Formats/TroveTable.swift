import TroveCodecs
package import TroveModel

/// Reads the table that Trove writes. Its header has a column `kind`, and the column `id` tells
/// items apart. Each other column holds the field of this name, for all kinds that have one.
package struct TroveTable: RecordReader {
    private enum Column {
        case kind
        case id
        /// The number, which is assigned anew.
        case ignored
        /// The position of the field in each kind; nil for a kind without it.
        case field(String, [FieldIndex?])
        /// A column that no kind has, with its name.
        case unknown(String)
    }

    /// The name of the first column after those for numbers and ids.
    static let kindColumn = "kind"
    /// The name of the column with the permanent id.
    static let idColumn = "id"
    private static let numberColumn = "number"

    private let kinds: Kinds
    private let columns: [Column]
    /// The names of the columns that no kind has.
    package let unknownColumns: [String]

    /// Whether the values of unknown columns become lines of the note.
    private let keepsUnknown: Bool

    /// Creates a reader; nil if the header is not one of Trove's. With `keepsUnknown`, the values
    /// of unknown columns become lines of the note.
    package init?(header: TableRecord, kinds: Kinds, keepsUnknown: Bool = false) {
        self.kinds = kinds
        self.keepsUnknown = keepsUnknown
        let names = header.cells.map { String(Self.trimmed($0)).lowercased() }
        let first = names.first { $0 != Self.numberColumn && $0 != Self.idColumn }
        guard first == Self.kindColumn else { return nil }
        var unknown: [String] = []
        var seen: Set<String> = []
        columns = names.enumerated().map { index, name in
            let isNew = seen.insert(name).inserted
            if isNew, name == Self.kindColumn { return .kind }
            if isNew, name == Self.idColumn { return .id }
            if name == Self.numberColumn || name == Self.idColumn { return .ignored }
            let fields = kinds.stored.map { $0.index(ofField: name) }
            if isNew, fields.contains(where: { $0 != nil }) { return .field(name, fields) }
            let title = String(Self.trimmed(header[index]))
            if !title.isEmpty { unknown.append(title) }
            return .unknown(title.isEmpty ? "Column \(index + 1)" : title)
        }
        guard columns.contains(where: { if case .field = $0 { true } else { false } }) else {
            return nil
        }
        unknownColumns = unknown
    }

    /// Converts a record to an item, or to the reason for its rejection.
    package func row(from record: TableRecord) -> ImportedRow {
        do throws(ImportRejection) {
            return .item(try item(from: record))
        } catch {
            return .rejected(line: record.line, error, cells: record.cells)
        }
    }

    private func item(from record: TableRecord) throws(ImportRejection) -> ImportedItemRow {
        var name = ""
        var identity: String?
        for (index, column) in columns.enumerated() {
            switch column {
            case .kind: name = String(Self.trimmed(record[index]))
            case .id where !record.isEmpty(index):
                identity = String(Self.trimmed(record[index]))
            default: break
            }
        }
        guard let kind = kinds.index(of: name) else { throw .noKind(name) }
        guard (columns.count..<max(columns.count, record.count)).allSatisfy(record.isEmpty) else {
            throw .hasMoreCells
        }
        var values: [Value?] = Array(repeating: nil, count: kinds[kind].fields.count)
        var others = UnknownValues()
        for (index, column) in columns.enumerated() where !record.isEmpty(index) {
            if keepsUnknown, case .unknown(let name) = column {
                others.add(name, CellGuard.text(of: record.bytes[record.range(of: index)]))
            }
            guard case .field(let name, let fields) = column else { continue }
            guard let field = fields[kind] else { throw .hasNoField(name, kind: kinds[kind].name) }
            let text = CellGuard.text(of: record.bytes[record.range(of: index)])
            do throws(RuleViolation) {
                values[field] = try kinds[kind].fields[field]
                    .value(fromFile: .string(text), isExported: identity != nil)
            } catch {
                throw .violation(error, kind: kinds[kind].name)
            }
        }
        try others.append(to: &values, of: kinds[kind])
        return ImportedItemRow(kind: kind, values: values, identity: identity, line: record.line)
    }

    private static func trimmed(_ text: String) -> Substring {
        let rest = text.drop(while: \.isWhitespace)
        return rest.prefix(
            upTo: rest.lastIndex { !$0.isWhitespace }.map(rest.index(after:)) ?? rest.endIndex)
    }
}
