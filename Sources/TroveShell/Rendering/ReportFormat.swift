import TroveCodecs
import TroveCommands
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

    private func escaped(_ text: String) -> String {
        if format == .tsv {
            return text.map { $0 == "\t" ? "\\t" : $0.isNewline ? "\\n" : String($0) }.joined()
        }
        guard text.contains(where: { ",\"\n\r".contains($0) || $0.isNewline }) else { return text }
        return "\""
            + text.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }
}
