import TroveCodecs
import TroveCommands
import TroveModel
import TroveStore
import TroveTerminal

/// Writes replies in the format that was chosen.
struct ReplyRenderer {
    let kinds: Kinds
    let format: OutputFormat
    let style: Style
    /// The columns of the terminal, nil for a pipe.
    let width: Int?
    /// Whether it is written to a terminal, be it without a person at a prompt.
    let isForTerminal: Bool
    /// The day that decides what is overdue.
    let today: PartialDate

    func render(_ reply: Reply, into bytes: inout [UInt8]) {
        let start = bytes.count
        switch format {
        case .json, .jsonl:
            renderJSON(reply, into: &bytes)
            if !reply.hasContents { DataGate.escapeJSON(in: &bytes, from: start) }
        case .csv, .tsv:
            renderText(reply, into: &bytes)
            if isForTerminal { DataGate.show(in: &bytes, from: start) }
        case .table, .lines, .markdown: renderText(reply, into: &bytes)
        }
        if isForTerminal, reply.hasContents { DataGate.show(in: &bytes, from: start) }
    }

    private var listingFormat: any ListingFormat {
        switch format {
        case .table: TableFormat(style: style, width: width, today: today)
        case .lines: LinesFormat(today: today)
        case .json: JSONFormat(isLines: false)
        case .jsonl: JSONFormat(isLines: true)
        case .csv: SeparatedFormat(dialect: .csv)
        case .tsv: SeparatedFormat(dialect: .tsv)
        case .markdown: MarkdownFormat(today: today)
        }
    }

    private var reportFormat: ReportFormat {
        ReportFormat(format: format, style: style, width: width)
    }

    // MARK: Text

    /// A message with its lines broken at blanks where the terminal is narrower.
    private func fitted(_ text: TerminalText) -> TerminalText {
        width.map { text.wrapped(to: $0) } ?? text
    }

    private func renderText(_ reply: Reply, into bytes: inout [UInt8]) {
        switch reply {
        case .nothing, .quit, .warning, .script, .codes: break
        case .text(let text): bytes.append(fitted(text) + "\n")
        case .changes(let reports):
            for report in reports { render(report, into: &bytes) }
        case .progress(let item, let page, let total):
            bytes.append(fitted(progress(item, page, total)) + "\n")
        case .listing(let listing): listingFormat.write(listing, into: &bytes)
        case .details(let items, let marks):
            listingFormat.write(items, of: kinds, marks: marks, into: &bytes)
        case .picture(let drawing): bytes.append(drawing)
        case .counts(_, let total): bytes.append("\(total)\n")
        case .log(let records, let total, let reference):
            for record in records { bytes.append(lines(of: record)) }
            if records.count < total {
                let text = Message.logIsCut(records.count, of: total, reference)
                bytes.append(style(.faint, fitted(text)) + "\n")
            }
        case .snapshots(let snapshots):
            if snapshots.isEmpty { bytes.append(fitted(Message.noSnapshots) + "\n") }
            for snapshot in snapshots {
                bytes.append(
                    "\(LocalTime(snapshot.at))  \(snapshot.name)\n")
            }
        case .settings(let entries):
            for entry in entries {
                bytes.append(
                    FieldText.lines("\(entry.name)  ", TerminalText(entry.value), width: width))
            }
        case .report(let report):
            reportFormat.write(report, into: &bytes)
        case .imported(let report):
            ImportReportFormat(reportFormat, kinds).write(report, into: &bytes)
        case .results(let listing):
            reportFormat.write(listing.report, into: &bytes)
            bytes.append(style(.faint, fitted(Message.footer(of: listing))) + "\n")
        case .statistics(let statistics):
            StatisticsFormat(format: format, style: style, width: width)
                .write(statistics, into: &bytes)
        case .reverted(let record):
            let summary = Message.summary(of: record.changes, kinds)
            let done = style(.good, record.isRedo ? "Redone: " : "Undone: ")
            bytes.append(fitted(done + summary) + "\n")
        case .contents(let contents): bytes.append(contentsOf: contents)
        case .sequence(let replies):
            for reply in replies { renderText(reply, into: &bytes) }
        }
    }

    private func render(_ report: ChangeReport, into bytes: inout [UInt8]) {
        let kind = kinds[report.item.kind]
        let name = Message.name(of: report.item, kind)
        guard let change = report.change else {
            bytes.append(fitted(report.note ?? Message.isSoAlready(name)) + "\n")
            return
        }
        switch change.action {
        case .create: line("Added ", name, into: &bytes)
        case .delete: line("Deleted ", name, into: &bytes)
        case .update(let fields):
            line("Changed ", name, into: &bytes)
            let width = fields.map { kind.fields[$0.field].name.count }.max() ?? 0
            for field in fields {
                let name = TerminalText(kind.fields[field.field].name).padded(to: width)
                let before = Message.shown(field.before, kind.fields[field.field])
                let after = Message.shown(field.after, kind.fields[field.field])
                let head: TerminalText = "  \(style(.faint, name))  "
                bytes.append(FieldText.lines(head, "\(before) → \(after)", width: self.width))
            }
        }
    }

    private func line(_ done: TerminalText, _ name: TerminalText, into bytes: inout [UInt8]) {
        bytes.append(fitted(style(.good, done) + name) + "\n")
    }

    private func progress(_ item: Item, _ page: Int, _ total: Int?) -> TerminalText {
        let title = item.title
        guard let total else { return "\(title): page \(page)" }
        return "\(title): page \(page) of \(total)  \(ProgressText.bar(page, of: total))"
    }

    private func lines(of record: CommandRecord) -> TerminalText {
        let time = style(.faint, "\(LocalTime(record.at))")
        let summary = Message.summary(of: record.changes, kinds)
        let mark = style(.faint, Message.mark(of: record))
        return FieldText.lines("\(time)  \(record.by)  ", summary + mark, width: width)
    }

    // MARK: JSON

    private func renderJSON(_ reply: Reply, into bytes: inout [UInt8]) {
        switch reply {
        case .nothing, .quit, .warning, .picture, .script, .codes: break
        case .text(let text): object(["message": text.rendered], into: &bytes)
        case .changes(let reports): things(reports.map(\.item), into: &bytes)
        case .progress(let item, _, _): things([item], into: &bytes)
        case .listing(let listing): listingFormat.write(listing, into: &bytes)
        case .details(let items, let marks): things(items, marks: marks, into: &bytes)
        case .counts(let counts, _):
            array(counts, into: &bytes) { count, json in
                json.append("{\"kind\":")
                json.append(string: count.kind.name)
                json.append(",\"count\":\(count.count)}")
            }
        case .log(let records, _, _): array(records, into: &bytes, appendRecord)
        case .snapshots(let snapshots):
            array(snapshots, into: &bytes) { snapshot, json in
                json.append("{\"name\":")
                json.append(string: snapshot.name)
                json.append(",\"bytes\":\(snapshot.size)}")
            }
        case .settings(let entries):
            object(
                Dictionary(entries.map { ($0.name, $0.value) }) { first, _ in first }, into: &bytes)
        case .report(let report):
            reportFormat.write(report, into: &bytes)
        case .imported(let report):
            ImportReportFormat(reportFormat, kinds).writeJSON(report, into: &bytes)
        case .results(let listing): reportFormat.write(listing.data, into: &bytes)
        case .statistics(let statistics):
            StatisticsFormat(format: format, style: style, width: width)
                .write(statistics, into: &bytes)
        case .reverted(let record): array([record], into: &bytes, appendRecord)
        case .contents(let contents): bytes.append(contentsOf: contents)
        case .sequence(let replies):
            for reply in replies { renderJSON(reply, into: &bytes) }
        }
    }

    /// One thing alone is an object; several are an array.
    private func things(
        _ items: [Item], marks: [Int: SyncMark] = [:], into bytes: inout [UInt8]
    ) {
        if items.count == 1, let item = items.first {
            bytes.append(contentsOf: JSONText(item, kinds[item.kind], marks[item.number]).bytes)
            bytes.append(data: "\n")
        } else {
            listingFormat.write(items, of: kinds, marks: marks, into: &bytes)
        }
    }

    private func array<Element>(
        _ elements: [Element], into bytes: inout [UInt8],
        _ body: (Element, inout JSONText) -> Void
    ) {
        var array = JSONArray(isLines: format == .jsonl)
        for element in elements {
            var json = JSONText()
            body(element, &json)
            array.append(json, into: &bytes)
        }
        array.finish(into: &bytes)
    }

    private func object(_ members: [String: String], into bytes: inout [UInt8]) {
        var json = JSONText()
        json.append("{")
        for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { json.append(",") }
            json.append(string: member.key)
            json.append(":")
            json.append(string: member.value)
        }
        json.append("}\n")
        bytes.append(contentsOf: json.bytes)
    }

    private func appendRecord(_ record: CommandRecord, to json: inout JSONText) {
        json.append("{\"command\":\(record.id)")
        if let reverts = record.reverts { json.append(",\"reverts\":\(reverts)") }
        json.append(",\"at\":")
        json.append(string: record.at.description)
        json.append(",\"by\":")
        json.append(string: record.by)
        json.append(",\"changes\":[")
        for (index, change) in record.changes.enumerated() {
            if index > 0 { json.append(",") }
            json.append("{\"number\":\(change.number),\"kind\":")
            json.append(string: kinds[change.kind].name)
            append(change.action, of: kinds[change.kind], to: &json)
            json.append("}")
        }
        json.append("]}")
    }

    /// `,"action":"create","fields":{"title":"Dune"}`; an update has the value before and after.
    private func append(_ action: Change.Action, of kind: Kind, to json: inout JSONText) {
        json.append(",\"action\":")
        json.append(string: action.operation.rawValue)
        json.append(",\"fields\":{")
        var isFirst = true
        func begin(_ field: Int) {
            if !isFirst { json.append(",") }
            isFirst = false
            json.append(string: kind.fields[field].name)
            json.append(":")
        }
        switch action {
        case .create(let values), .delete(let values):
            for (field, value) in values.enumerated() {
                guard let value else { continue }
                begin(field)
                json.append(value: value)
            }
        case .update(let fields):
            for field in fields {
                begin(field.field)
                json.append("[")
                json.append(value: field.before)
                json.append(",")
                json.append(value: field.after)
                json.append("]")
            }
        }
        json.append("}")
    }
}
