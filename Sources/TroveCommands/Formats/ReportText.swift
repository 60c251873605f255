import TroveCodecs
import TroveTerminal

/// Writes reports as columns, or as names and values, fitted to the terminal.
struct ReportText {
    let style: Style
    /// Whether rows are written as lines with a name and a value.
    private let isPlain: Bool
    /// The columns of the terminal; nil for a pipe.
    let width: Int?

    /// The width to which a column may be truncated, if others are left out instead.
    private static let narrowestColumn = 10

    init(_ context: OutputContext) {
        style = context.style
        isPlain = context.isPlain
        width = context.width
    }

    func write(_ report: Report, into bytes: inout [UInt8]) {
        guard !report.rows.isEmpty else {
            bytes.append((width.map { report.nothing.wrapped(to: $0) } ?? report.nothing) + "\n")
            return
        }
        if report.isRecord {
            let names = report.columns.map { TerminalText($0) }
            let width = names.map(\.width).max() ?? 0
            for (name, value) in zip(names, report.rows[0]) {
                let head: TerminalText = "\(style(.faint, name.padded(to: width)))  "
                let text = FieldText.paragraphs(value.shown)
                bytes.append(FieldText.lines(head, text, width: self.width))
            }
            return
        }
        if isPlain {
            writeLines(of: report, into: &bytes)
            return
        }
        let rows = report.rows.map { $0.map { TerminalText($0.shown) } }
        writeTable(
            report.columns.map { TerminalText($0) }, rows, title: report.titleColumn ?? 0,
            into: &bytes)
    }

    private func writeTable(
        _ titles: [TerminalText], _ rows: [[TerminalText]], title: Int, into bytes: inout [UInt8]
    ) {
        var columns = titles.enumerated().map { index, name in
            TableColumn(
                title: name, rank: index == title ? 0 : index,
                narrowest: index == title
                    ? TableColumn.narrowestTitle : Self.narrowestColumn)
        }
        for row in rows {
            for (index, cell) in row.enumerated() { columns[index].widen(to: cell) }
        }
        let shown = TableColumn.fit(&columns, to: width)
        bytes.append(
            TableColumn.line(shown.map { columns[$0].fitted(columns[$0].title, style, .faint) }))
        for row in rows {
            bytes.append(TableColumn.line(shown.map { columns[$0].fitted(row[$0]) }))
        }
        let hidden = titles.indices.filter { !shown.contains($0) }.map { titles[$0] }
        guard !hidden.isEmpty else { return }
        let note = Message.hidden(columns: hidden)
        bytes.append(style(.faint, width.map { note.wrapped(to: $0) } ?? note) + "\n")
    }

    /// Writes a line for each value, and an empty line between two rows.
    private func writeLines(of report: Report, into bytes: inout [UInt8]) {
        for (index, row) in report.rows.enumerated() {
            if index > 0 { bytes.append("\n") }
            for (name, value) in zip(report.columns, row) where !value.isNull {
                bytes.append(
                    FieldText.lines(
                        "\(name == "#" ? "number" : name): ", TerminalText(value.shown),
                        width: width))
            }
        }
    }
}

extension JSON {
    /// The value for display.
    var shown: String {
        switch self {
        case .null: ""
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .bool(let flag): flag ? "yes" : "no"
        case .number, .array, .object: written
        }
    }
}
