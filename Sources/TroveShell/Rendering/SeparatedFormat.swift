import TroveCommands
import TroveModel
import TroveStore

/// Values with a sign between them: CSV (RFC 4180, with line feeds) or TSV, in which tabs and line
/// ends inside a value are written `\t` and `\n`. The first line names the columns; each kind has
/// columns of its own, so several kinds are several such tables with a blank line between.
struct SeparatedFormat: ListingFormat {
    enum Dialect {
        case csv, tsv
    }

    let dialect: Dialect

    func write(_ listing: Listing, into bytes: inout [UInt8]) {
        for (index, section) in listing.sections.enumerated() {
            if index > 0 { bytes.append(data: "\n") }
            let table = listing.catalog.tables[section.kind]
            let fields =
                listing.hasChosenColumns ? section.columns : Array(table.kind.fieldIndices)
            write(names: table.kind, fields, into: &bytes)
            listing.forEachRow(of: section) { row in
                write(
                    ["\(table.number(at: row))", table.kind.name]
                        + fields.map { table.value($0, at: row)?.description ?? "" }, into: &bytes)
            }
        }
    }

    func write(
        _ items: [Item], of kinds: Kinds, marks: [ItemNumber: SyncMark], into bytes: inout [UInt8]
    ) {
        var last: KindIndex?
        for item in items {
            let kind = kinds[item.kind]
            if item.kind != last {
                if last != nil { bytes.append(data: "\n") }
                write(names: kind, Array(kind.fieldIndices), into: &bytes)
                last = item.kind
            }
            write(
                ["\(item.number)", kind.name] + item.values.map { $0?.description ?? "" },
                into: &bytes)
        }
    }

    private func write(names kind: Kind, _ fields: [FieldIndex], into bytes: inout [UInt8]) {
        write(["number", "kind"] + fields.map { kind.fields[$0].name }, into: &bytes)
    }

    private func write(_ values: [String], into bytes: inout [UInt8]) {
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(dialect == .csv ? 0x2C : 0x09) }
            switch dialect {
            case .csv: appendQuoted(value, into: &bytes)
            case .tsv: appendEscaped(value, into: &bytes)
            }
        }
        bytes.append(0x0A)
    }

    private func appendQuoted(_ value: String, into bytes: inout [UInt8]) {
        let needsQuotes = value.utf8.contains { byte in
            byte == 0x2C || byte == 0x22 || byte == 0x0A || byte == 0x0D
        }
        guard needsQuotes else {
            bytes.append(data: value)
            return
        }
        bytes.append(0x22)
        for byte in value.utf8 {
            if byte == 0x22 { bytes.append(0x22) }
            bytes.append(byte)
        }
        bytes.append(0x22)
    }

    private func appendEscaped(_ value: String, into bytes: inout [UInt8]) {
        for byte in value.utf8 {
            switch byte {
            case 0x09: bytes.append(data: "\\t")
            case 0x0A: bytes.append(data: "\\n")
            case 0x0D: bytes.append(data: "\\r")
            case 0x5C: bytes.append(data: "\\\\")
            default: bytes.append(byte)
            }
        }
    }
}
