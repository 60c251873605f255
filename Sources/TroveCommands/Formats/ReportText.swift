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
    /// The width of a terminal below which rows become blocks instead of having their texts cut.
    private static let widestCut = 80

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
        writeTable(of: report, into: &bytes)
    }

    private func writeTable(of report: Report, into bytes: inout [UInt8]) {
        let whole = measuredColumns(of: report)
        var columns = whole
        let shown = TableColumn.fit(&columns, to: width)
        let cut = shown.filter { columns[$0].width < whole[$0].width }
        if report.headColumns > 0, let width,
            width < ItemPairs.widestTerminal || shown.count < columns.count
                || !cut.isEmpty && width < Self.widestCut
                || report.needsWholeValues && cut.contains(where: { $0 >= report.headColumns })
        {
            return writeBlocks(of: report, width: width, into: &bytes)
        }
        bytes.append(
            TableColumn.line(shown.map { columns[$0].fitted(columns[$0].title, style, .faint) }))
        for row in report.rows.indices {
            let cells = shown.map { index in
                columns[index].fitted(TerminalText(report.rows[row][index].shown))
            }
            bytes.append(TableColumn.line(cells))
        }
        let hidden = columns.indices.filter { !shown.contains($0) }.map { columns[$0].title }
        guard !hidden.isEmpty else { return }
        let note = Message.hidden(columns: hidden)
        bytes.append(style(.faint, width.map { note.wrapped(to: $0) } ?? note) + "\n")
    }

    /// Returns the columns as wide as their texts.
    private func measuredColumns(of report: Report) -> [TableColumn] {
        let title = report.titleColumn ?? 0
        return report.columns.enumerated().map { index, name in
            var column = TableColumn(
                title: TerminalText(name), isNumber: Self.areNumbers(report, index),
                rank: index == title ? 0 : index,
                narrowest: index == title ? TableColumn.narrowestTitle : Self.narrowestColumn)
            for row in report.rows { column.widen(to: TerminalText(row[index].shown)) }
            return column
        }
    }

    private static func areNumbers(_ report: Report, _ column: Int) -> Bool {
        report.rows.allSatisfy { row in
            switch row[column] {
            case .integer, .null: true
            default: false
            }
        }
    }

    /// Writes each row as a block: what names it in one line, and its other values below that.
    private func writeBlocks(of report: Report, width: Int, into bytes: inout [UInt8]) {
        let rows = report.rows.map { $0.map { TerminalText($0.shown) } }
        let numberWidth = rows.map { $0[0].width }.max() ?? 0
        let indent = TerminalText(repeating: " ", count: numberWidth) + TableColumn.gap
        for row in rows {
            let number = style(.number, row[0].padded(to: numberWidth)) + TableColumn.gap
            let name = row[1..<report.headColumns].filter { !$0.isEmpty }
                .joined(separator: TableColumn.gap)
            bytes.append(FieldText.lines(number, name, width: width))
            for (column, value) in zip(report.columns, row).dropFirst(report.headColumns)
            where !value.isEmpty {
                let head = indent + style(.faint, "\(column):") + " "
                bytes.append(FieldText.lines(head, value, width: width))
            }
        }
    }

    /// Writes a line for each value, and an empty line between two rows.
    private func writeLines(of report: Report, into bytes: inout [UInt8]) {
        for (index, row) in report.rows.enumerated() {
            if index > 0 { bytes.append("\n") }
            for (name, value) in zip(report.columns, row)
            where !value.isNull && !(name.isEmpty && value.shown.isEmpty) {
                let label: TerminalText =
                    name.isEmpty ? "" : "\(name == "#" ? "number" : name): "
                bytes.append(
                    FieldText.lines(label, TerminalText(value.shown), width: width))
            }
        }
    }
}

extension JSON {
    var shown: String {
        switch self {
        case .null: ""
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .bool(let flag): flag ? "yes" : "no"
        case .array(let values): values.map(\.shown).joined(separator: "; ")
        case .number, .object: written
        }
    }
}
