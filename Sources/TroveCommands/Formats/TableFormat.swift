import TroveModel
import TroveStore
import TroveTerminal

/// Aligned columns for users, with a heading and a header row for each kind. Tables are fitted to
/// the width of a terminal, but not in a pipe.
struct TableFormat: TextFormat {
    static let name = "table"
    static let summary = "columns that fit the width of the terminal; the default"
    static let drawsPictures = true
    static let hasHeaders = true
    let context: OutputContext

    init(_ context: OutputContext) {
        self.context = context
    }

    func write(_ report: Report, into bytes: inout [UInt8]) {
        ReportText(context).write(report, into: &bytes)
    }

    func write(_ statistics: Statistics, into bytes: inout [UInt8]) {
        StatisticsChart(context).write(statistics, into: &bytes)
    }

    private var style: Style { context.style }
    private var width: Int? { context.width }
    private var today: PartialDate { context.today }

    func write(_ listing: Listing, into bytes: inout [UInt8]) {
        guard !listing.isEmpty else {
            write(listing.nothing, into: &bytes)
            return
        }
        for (index, section) in listing.sections.enumerated() {
            if index > 0 { bytes.append("\n") }
            bytes.append(
                style(.heading, context.fitted(listing.heading(of: section))) + "\n")
            write(section, of: listing, into: &bytes)
        }
        if let summary = listing.summary { write(summary, into: &bytes) }
    }

    private func write(
        _ section: Listing.Section, of listing: Listing, into bytes: inout [UInt8]
    ) {
        let items = ListedItems(section, of: listing, context)
        if let width = context.width, width < ItemPairs.widestTerminal {
            ItemPairs(items, width: width).write(into: &bytes)
        } else {
            ItemTable(items).write(into: &bytes)
        }
    }

    // MARK: Details

    func write(
        _ items: [Item], marks: [ItemNumber: SyncMark], into bytes: inout [UInt8]
    ) {
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append("\n") }
            let kind = context.kinds[item.kind]
            bytes.append(
                style(.heading, context.fitted(Message.name(of: item, kind))) + "\n")
            let fields = kind.shownIndices.filter {
                $0 != Kind.titleIndex && item.values[$0] != nil
            }
            let nameWidth = fields.map { kind.fields[$0].name.count }.max() ?? 0
            for field in fields {
                let name = TerminalText(kind.fields[field].name)
                let padding = TerminalText(repeating: " ", count: nameWidth - name.width)
                let head: TerminalText = "  \(style(.faint, name))\(padding)  "
                let room = FieldText.room(behind: head, width: width)
                bytes.append(
                    FieldText.lines(
                        head, detail(of: item, field, kind, columns: room), width: width))
            }
            if let mark = marks[item.number] {
                bytes.append("  \(style(.faint, Message.legend(of: mark)))\n")
            }
        }
    }

    /// Returns a value with an explanation: the long name of a state, the share of pages read. Its
    /// bar fits into the columns; nil if they are not limited.
    private func detail(
        of item: Item, _ field: FieldIndex, _ kind: Kind, columns: Int?
    ) -> TerminalText {
        let shown =
            item.values[field].map { FieldText.paragraphs(kind.fields[field].shown($0)) }
            ?? Message.shown(nil, kind.fields[field])
        let role = ValueDisplay(of: kind, today: today).role(field) { item.values[$0] }
        if role == .overdue { return style(.overdue, Message.overdue(shown)) }
        let text = role.map { style($0, shown) } ?? shown
        if case .ladder(let ladder) = kind.fields[field].content,
            let rung = ladder.index(of: item.values[field])
        {
            let meaning = ladder.rungs[rung].longName
            return meaning == ladder.rungs[rung].name ? text : "\(text) (\(meaning))"
        }
        // A finished item may have been left at any page.
        if let progress = kind.progress, progress.current == field, !item.isFinished(kind),
            case .integer(let page)? = item.values[field],
            case .integer(let total)? = item.values[progress.total]
        {
            let text: TerminalText = "\(page)  "
            return text
                + ProgressText.bar(
                    page, of: total, isPlain: context.isPlain,
                    columns: columns.map { $0 - text.width })
        }
        return text
    }
}
