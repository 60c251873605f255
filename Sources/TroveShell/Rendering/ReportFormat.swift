import TroveCommands
import TroveModel
import TroveTerminal

/// Writes reports.
struct ReportFormat {
    let format: OutputFormat
    let style: Style
    /// The columns of the terminal, nil for a pipe.
    let width: Int?

    func write(_ report: Report, into bytes: inout [UInt8]) {
        switch format {
        case .json, .jsonl: writeJSON(report, into: &bytes)
        case .csv, .tsv:
            let separator = format == .csv ? "," : "\t"
            for row in [report.columns] + report.rows.map({ $0.map(Self.text) }) {
                bytes.append(data: row.map(escaped).joined(separator: separator) + "\n")
            }
        case .markdown:
            func row(_ cells: [String]) -> TerminalText {
                let escaped = cells.map { MarkdownFormat.escaped(TerminalText($0)) }
                return "| \(escaped.joined(separator: " | ")) |\n"
            }
            bytes.append(row(report.columns))
            bytes.append("|\(TerminalText(repeating: " --- |", count: report.columns.count))\n")
            for cells in report.rows { bytes.append(row(cells.map(Self.text))) }
        case .table, .lines: writeText(report, into: &bytes)
        }
    }

    private func writeText(_ report: Report, into bytes: inout [UInt8]) {
        guard !report.rows.isEmpty else {
            bytes.append((width.map { report.nothing.wrapped(to: $0) } ?? report.nothing) + "\n")
            return
        }
        let rows = report.rows.map { $0.map { TerminalText(Self.text($0)) } }
        if report.isRecord {
            let names = report.columns.map { TerminalText($0) }
            let width = names.map(\.width).max() ?? 0
            for (name, value) in zip(names, report.rows[0]) {
                let head: TerminalText = "\(style(.faint, name.padded(to: width)))  "
                let text = FieldText.paragraphs(Self.text(value))
                bytes.append(FieldText.lines(head, text, width: self.width))
            }
            return
        }
        var columns = report.columns.map { TableColumn(title: TerminalText($0)) }
        for row in rows {
            for (index, cell) in row.enumerated() { columns[index].widen(to: cell) }
        }
        TableColumn.fit(&columns, to: width)
        bytes.append(TableColumn.line(columns.map { style(.faint, $0.fitted($0.title)) }))
        for row in rows {
            bytes.append(TableColumn.line(zip(columns, row).map { $0.fitted($1) }))
        }
    }

    private func writeJSON(_ report: Report, into bytes: inout [UInt8]) {
        func object(_ row: [JSON]) -> JSONText {
            var json = JSONText()
            let members = zip(report.columns, row).filter { !$1.isNull }
                .map { JSON.Member($0, $1) }
            json.append(JSON.object(members))
            return json
        }
        if report.isRecord {
            bytes.append(contentsOf: object(report.rows[0]).bytes)
            bytes.append(data: "\n")
            return
        }
        var array = JSONArray(isLines: format == .jsonl)
        for row in report.rows { array.append(object(row), into: &bytes) }
        array.finish(into: &bytes)
    }

    /// A value as people read it.
    private static func text(_ value: JSON) -> String {
        switch value {
        case .null: ""
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .bool(let flag): flag ? "yes" : "no"
        case .number, .array, .object: value.written
        }
    }

    /// Returns a cell of CSV or TSV. It looks at scalars: a separator and an accent behind it are
    /// one `Character`, but still a separator for the program that reads the cell.
    private func escaped(_ text: String) -> String {
        var cell = String.UnicodeScalarView()
        if format == .tsv {
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\t": cell.append(contentsOf: "\\t".unicodeScalars)
                case "\n": cell.append(contentsOf: "\\n".unicodeScalars)
                case "\r": cell.append(contentsOf: "\\r".unicodeScalars)
                case "\\": cell.append(contentsOf: "\\\\".unicodeScalars)
                default: cell.append(scalar)
                }
            }
            return String(cell)
        }
        guard text.utf8.contains(where: { [0x2C, 0x22, 0x0A, 0x0D].contains($0) }) else {
            return text
        }
        for scalar in text.unicodeScalars {
            if scalar == "\"" { cell.append(scalar) }
            cell.append(scalar)
        }
        return "\"\(String(cell))\""
    }
}
