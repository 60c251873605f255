import TroveCodecs
import TroveModel
import TroveTerminal

// The report of an import, or of its preview, as text.
extension TextFormat {
    package func write(_ report: ImportReport, into bytes: inout [UInt8]) {
        let summary =
            report.isPreview
            ? Message.preview(of: report, report.kinds) : Message.imported(report, report.kinds)
        write(summary, into: &bytes)
        if report.isPreview { writeDetails(of: report, into: &bytes) }
        if let problem = Message.isNotWritten(report.rejects) {
            write(problem, into: &bytes)
            writeRejected(of: report, into: &bytes)
        }
        if report.passedOver > 0 { write(Message.passedOver(report.passedOver), into: &bytes) }
        for unfit in report.unfit { write(Message.unfit(unfit, report.kinds), into: &bytes) }
        for text in [
            Message.list(Message.newShelves, report.newShelves),
            report.differingCount > 0 && !report.isPasted ? Message.differing(report) : nil,
            Message.list(Message.leftOut, report.leftOut),
            Message.list(Message.notUnderstood, report.notUnderstood),
            Message.keepingUnknown(report),
        ].compactMap(\.self) {
            write(text, into: &bytes)
        }
    }

    private func writeDetails(of report: ImportReport, into bytes: inout [UInt8]) {
        for (index, kind) in report.kinds.enumerated() {
            let items = report.first.filter { $0.kind == index }
            guard !items.isEmpty else { continue }
            let fields = kind.shownIndices.filter { field in
                kind.fields[field].isListed && items.contains { $0.values[field] != nil }
            }
            bytes.append("\n")
            write(
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
        writeUpdates(of: report, into: &bytes)
        for (heading, rows, count) in [
            (Message.merged, report.firstMerged, report.mergedCount),
            (Message.duplicates, report.firstSame, report.sameCount),
        ] {
            writeSame(heading, rows, of: count, report.kinds, into: &bytes)
        }
        if report.rejectedCount > 0 {
            bytes.append("\n")
            write(Message.rejected, into: &bytes)
            writeRejected(of: report, into: &bytes)
        }
        if !(report.newShelves + report.leftOut + report.notUnderstood).isEmpty
            || report.differingCount > 0 || !report.unfit.isEmpty
        {
            bytes.append("\n")
        }
    }

    private func writeUpdates(of report: ImportReport, into bytes: inout [UInt8]) {
        guard !report.updates.isEmpty else { return }
        bytes.append("\n")
        write(Message.updates, into: &bytes)
        for update in report.updates {
            let head: TerminalText = "\(update.item.title) (\(update.item.number))  "
            bytes.append(
                FieldText.lines(
                    head, Message.changes(update, report.kinds), width: context.width))
        }
    }

    private func writeSame(
        _ heading: TerminalText, _ rows: [ImportReport.Same], of count: Int, _ kinds: Kinds,
        into bytes: inout [UInt8]
    ) {
        guard !rows.isEmpty else { return }
        bytes.append("\n")
        write(heading, into: &bytes)
        write(
            Report(
                ["line", "title", "same as", "why"],
                rows.map { same in
                    [
                        .integer(same.line), .string(same.title),
                        .string(Message.name(of: same.with, kinds)),
                        .string(Message.reason(of: same.with, kinds)),
                    ]
                }), into: &bytes)
        writeMore(count - rows.count, into: &bytes)
    }

    private func writeRejected(of report: ImportReport, into bytes: inout [UInt8]) {
        write(
            Report(
                ["line", "reason"],
                report.firstRejected.map { [.integer($0.line), .string($0.reason)] }),
            into: &bytes)
        writeMore(report.rejectedCount - report.firstRejected.count, into: &bytes)
    }

    private func writeMore(_ count: Int, into bytes: inout [UInt8]) {
        if count > 0 { write(Message.moreRows(count), into: &bytes) }
    }
}
