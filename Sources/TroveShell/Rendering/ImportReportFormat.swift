import TroveCodecs
import TroveCommands
import TroveModel
import TroveTerminal

/// Writes what an import did, or would do.
struct ImportReportFormat {
    private let tables: ReportFormat
    private let kinds: Kinds

    init(_ tables: ReportFormat, _ kinds: Kinds) {
        self.tables = tables
        self.kinds = kinds
    }

    // MARK: Text

    func write(_ report: ImportReport, into bytes: inout [UInt8]) {
        let summary =
            report.isPreview ? Message.preview(of: report, kinds) : Message.imported(report, kinds)
        line(summary, into: &bytes)
        if report.isPreview { writeDetails(of: report, into: &bytes) }
        if let problem = Message.isNotWritten(report.rejects) {
            line(problem, into: &bytes)
            writeRejected(of: report, into: &bytes)
        }
        if report.passedOver > 0 { line(Message.passedOver(report.passedOver), into: &bytes) }
        for text in [
            Message.list(Message.newShelves, report.newShelves),
            Message.list(Message.leftOut, report.leftOut),
            Message.list(Message.notUnderstood, report.notUnderstood),
        ].compactMap(\.self) {
            line(text, into: &bytes)
        }
    }

    private func line(_ text: TerminalText, into bytes: inout [UInt8]) {
        bytes.append((tables.width.map { text.wrapped(to: $0) } ?? text) + "\n")
    }

    private func writeDetails(of report: ImportReport, into bytes: inout [UInt8]) {
        for (index, kind) in kinds.all.enumerated() {
            let items = report.first.filter { $0.kind == index }
            guard !items.isEmpty else { continue }
            let fields = kind.fields.indices.filter { field in
                kind.fields[field].isListed && items.contains { $0.values[field] != nil }
            }
            bytes.append("\n")
            tables.write(
                Report(
                    ["line"] + fields.map { kind.fields[$0].name },
                    items.map { item in
                        [.integer(item.line)]
                            + fields.map { field in
                                item.values[field].map { .string("\($0)") } ?? .null
                            }
                    }), into: &bytes)
        }
        writeMore(report.total - report.first.count, into: &bytes)
        if report.sameCount > 0 {
            bytes.append("\n")
            line(Message.hereAlready, into: &bytes)
            tables.write(
                Report(
                    ["line", "title", "same as", "why"],
                    report.firstSame.map { same in
                        [
                            .integer(same.line), .string(same.title),
                            .string(Message.name(of: same.with, kinds)),
                            .string(Message.reason(of: same.with, kinds)),
                        ]
                    }), into: &bytes)
            writeMore(report.sameCount - report.firstSame.count, into: &bytes)
        }
        if report.rejectedCount > 0 {
            bytes.append("\n")
            line(Message.rejected, into: &bytes)
            writeRejected(of: report, into: &bytes)
        }
        if !(report.newShelves + report.leftOut + report.notUnderstood).isEmpty {
            bytes.append("\n")
        }
    }

    private func writeRejected(of report: ImportReport, into bytes: inout [UInt8]) {
        tables.write(
            Report(
                ["line", "reason"],
                report.firstRejected.map { [.integer($0.line), .string($0.reason)] }),
            into: &bytes)
        writeMore(report.rejectedCount - report.firstRejected.count, into: &bytes)
    }

    private func writeMore(_ count: Int, into bytes: inout [UInt8]) {
        if count > 0 { line(Message.moreRows(count), into: &bytes) }
    }

    // MARK: JSON

    /// One object.
    func writeJSON(_ report: ImportReport, into bytes: inout [UInt8]) {
        let counts = zip(kinds.all, report.counts).filter { $1 > 0 }
            .map { JSON.Member($0.name, .integer($1)) }
        var facts: [(name: String, value: JSON)] = [
            ("file", .string(report.path)), ("format", .string(report.format)),
            ("preview", .bool(report.isPreview)), ("imported", .object(counts)),
        ]
        if report.isPreview {
            facts.append(("first", .array(report.first.map(json))))
            facts.append(("newShelves", json(report.newShelves)))
        }
        facts += [
            ("duplicates", .integer(report.sameCount)),
            ("firstDuplicates", .array(report.firstSame.map(json))),
            ("rejected", .integer(report.rejectedCount)),
            (
                "firstRejected",
                .array(
                    report.firstRejected.map {
                        .object([
                            JSON.Member("line", .integer($0.line)),
                            JSON.Member("reason", .string($0.reason)),
                        ])
                    })
            ),
            ("passedOver", .integer(report.passedOver)), ("leftOut", json(report.leftOut)),
            ("notUnderstood", json(report.notUnderstood)),
        ]
        if case .written(let path) = report.rejects { facts.append(("rejects", .string(path))) }
        tables.write(Report(facts), into: &bytes)
    }

    private func json(_ names: [String]) -> JSON { .array(names.map { .string($0) }) }

    private func json(_ item: ImportReport.ImportedItem) -> JSON {
        let kind = kinds[item.kind]
        let fields = zip(kind.fields, item.values).compactMap { field, value in
            value.map { JSON.Member(field.name, $0.json) }
        }
        return .object(
            [JSON.Member("line", .integer(item.line)), JSON.Member("kind", .string(kind.name))]
                + fields)
    }

    private func json(_ same: ImportReport.Same) -> JSON {
        var members = [
            JSON.Member("line", .integer(same.line)), JSON.Member("title", .string(same.title)),
        ]
        switch same.with {
        case .thing(let item, _): members.append(JSON.Member("number", .integer(item.number)))
        case .line(let line): members.append(JSON.Member("sameLine", .integer(line)))
        }
        return .object(
            members + [JSON.Member("reason", .string(Message.reason(of: same.with, kinds)))])
    }
}
