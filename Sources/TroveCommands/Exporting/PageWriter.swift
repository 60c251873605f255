import TroveLanguage
import TroveLookup
import TroveModel
import TroveTerminal

/// Writes items as a page to share: one HTML file with its pictures, without scripts, which loads
/// nothing from the network.
struct PageWriter: ExportWriter {
    private let context: any CommandContext
    private let condition: Condition?
    private let fields: [SharedFields]
    private var items: [Item] = []
    private(set) var bytes: [UInt8] = []
    private(set) var warnings: [TerminalText] = []
    private var kindsWithCovers: Set<KindIndex> = []
    /// The items whose pictures have caused a warning.
    private var warned: Set<ItemNumber> = []

    /// Creates a writer; `condition` chose the items.
    init(_ context: any CommandContext, chosenBy condition: Condition?) {
        self.context = context
        self.condition = condition
        fields = context.kinds.stored.map { SharedFields(of: $0) }
    }

    mutating func removeBytes() { bytes.removeAll(keepingCapacity: true) }

    mutating func append(_ row: some ItemRow, of index: KindIndex) throws {
        items.append(try Item(row, index, context.kinds[index]))
    }

    mutating func finish(flush: (inout PageWriter, Double) throws -> Void) throws {
        let groups = PageGroups(items, context.kinds, chosenBy: condition).groups
        write(head(groups))
        var written = 0
        for (index, group) in groups.enumerated() {
            write(
                """
                <section id="s\(index + 1)" aria-labelledby="h\(index + 1)">
                <h2 id="h\(index + 1)" dir="auto">\(group.heading) \
                <span class="count">\(group.items.count)</span></h2>
                <div class="items">

                """)
            for place in group.items {
                write(card(of: items[place]))
                written += 1
                if bytes.count > 1 << 18 { try flush(&self, Double(written) / Double(items.count)) }
            }
            write("</div>\n</section>\n")
        }
        if groups.isEmpty { write("<p>\(Message.nothingFound)</p>\n") }
        write("</main>\n\(footer)</body>\n</html>\n")
    }

    private mutating func write(_ markup: HTMLMarkup) { bytes += markup.bytes }

    private mutating func card(of item: Item) -> HTMLMarkup {
        let kind = context.kinds[item.kind]
        var picture: HTMLMarkup?
        switch PagePicture.find(for: item, in: context) {
        case .picture(let found):
            picture = found.markup
            if kind.index(ofRole: .cover) != nil { kindsWithCovers.insert(item.kind) }
        case .none: break
        case .isMissing(let name): warn(Message.isNotExported(name), of: item)
        case .isTooLarge: warn(Message.isTooLargeForPage(item.title), of: item)
        }
        return PageCard(fields[item.kind].stripped(item), kind, picture: picture).markup
    }

    private mutating func warn(_ text: TerminalText, of item: Item) {
        if warned.insert(item.number).inserted { warnings.append(text) }
    }

    // MARK: Head and foot

    private func head(_ groups: [PageGroups.Group]) -> HTMLMarkup {
        let title = groups.count == 1 ? groups[0].heading : Message.pageTitle
        var counts: [KindIndex: Int] = [:]
        for item in items { counts[item.kind, default: 0] += 1 }
        let counted = context.kinds.enumerated().compactMap { index, kind in
            counts[index].map { Message.count($0, of: kind) }
        }
        let links = groups.enumerated().map { index, group -> HTMLMarkup in
            "<li><a href=\"#s\(index + 1)\" dir=\"auto\">\(group.heading)</a></li>\n"
        }
        let contents: HTMLMarkup =
            groups.count > 1
            ? "<nav><ul>\n\(HTMLMarkup(joining: links, ""))</ul></nav>\n" : ""
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="Content-Security-Policy" \
            content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
            <title>\(title)</title>
            <style>
            \(PageStyle.sheet)
            </style>
            </head>
            <body>
            <header>
            <h1 dir="auto">\(title)</h1>
            <p>\(counted.joined(separator: ", "))</p>
            \(contents)</header>
            <main>

            """
    }

    private var footer: HTMLMarkup {
        let attributions = kindsWithCovers.compactMap { context.kinds[$0].catalogue }
            .flatMap { subject in
                CatalogueServices.all.filter { $0.subject == subject }.compactMap(\.attribution)
            }
        let lines = [Message.madeOn(context.surroundings.today)] + attributions.map { "\($0)" }
        let paragraphs = lines.map { "<p>\($0)</p>\n" as HTMLMarkup }
        return "<footer>\n\(HTMLMarkup(joining: paragraphs, ""))</footer>\n"
    }
}
