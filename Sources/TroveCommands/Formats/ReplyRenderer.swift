/// Renders replies in a format.
package struct ReplyRenderer {
    private let format: any OutputFormat
    private let context: OutputContext

    /// Creates a renderer for one format and one output.
    package init(_ choice: OutputChoice, _ context: OutputContext) {
        format = choice.format.init(context)
        self.context = context
    }

    /// Appends a reply, with its data escaped so that it is safe for a terminal.
    package func render(_ reply: Reply, into bytes: inout [UInt8]) {
        let start = bytes.count
        write(reply, in: format, into: &bytes)
        if !reply.hasContents {
            format.secure(&bytes, from: start)
        } else if context.isForTerminal {
            DataGate.show(in: &bytes, from: start)
        }
    }

    /// Returns how many lines at the start of a reply are the head of a table, which a pager can
    /// keep on the screen.
    package func headerLines(of reply: Reply) -> Int {
        guard type(of: format).hasHeaders else { return 0 }
        switch reply {
        case .listing(let listing): return listing.sections.count == 1 ? 2 : 0
        case .report(let report): return report.isRecord || report.rows.isEmpty ? 0 : 1
        case .sequence(let replies): return replies.first.map { headerLines(of: $0) } ?? 0
        case .past(let reply, _, _): return headerLines(of: reply)
        default: return 0
        }
    }

    private func write(
        _ reply: Reply, in format: any OutputFormat, into bytes: inout [UInt8]
    ) {
        switch reply {
        case .nothing, .quit, .warning, .script, .watch, .demo, .tutorial, .codes: break
        case .text(let text): format.write(text, into: &bytes)
        case .changes(let reports): format.write(reports, into: &bytes)
        case .progress(let item, let page, let total):
            format.write(page: page, of: total, in: item, into: &bytes)
        case .listing(let listing): format.write(listing, into: &bytes)
        case .details(let items, let marks): format.write(items, marks: marks, into: &bytes)
        case .picture(let drawing): format.write(picture: drawing, into: &bytes)
        case .counts(let counts, let total):
            format.write(counts: counts, total: total, into: &bytes)
        case .log(let records, let total, let arguments):
            format.write(log: records, total: total, arguments: arguments, into: &bytes)
        case .differences(let differences, let place):
            format.write(differences: differences, since: place, into: &bytes)
        case .snapshots(let snapshots): format.write(snapshots, into: &bytes)
        case .report(let report): format.write(report, into: &bytes)
        case .imported(let report): format.write(report, into: &bytes)
        case .results(let results): format.write(results, into: &bytes)
        case .statistics(let statistics): format.write(statistics, into: &bytes)
        case .reverted(let record, let items, let isMixed):
            format.write(reverted: record, items: items, isMixed: isMixed, into: &bytes)
        case .contents(let contents): bytes.append(contentsOf: contents)
        case .sequence(let replies):
            for reply in replies { write(reply, in: format, into: &bytes) }
        case .past(let reply, let kinds, let date):
            let past = context.having(kinds, on: date)
            write(reply, in: type(of: format).init(past), into: &bytes)
        }
    }
}
