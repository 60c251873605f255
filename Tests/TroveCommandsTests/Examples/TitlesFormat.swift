import TroveModel
import TroveStore
import TroveTerminal

@testable import TroveCommands

/// One title on each line, in the order of the listing.
struct TitlesFormat: TextFormat {
    static let name = "titles"
    static let summary = "the titles alone"
    let context: OutputContext

    init(_ context: OutputContext) {
        self.context = context
    }

    func write(_ listing: Listing, into bytes: inout [UInt8]) {
        for section in listing.sections {
            listing.forEachRow(of: section) { row in
                write(listing.catalog.item(section.kind, at: row), into: &bytes)
            }
        }
    }

    func write(_ items: [Item], marks: [ItemNumber: SyncMark], into bytes: inout [UInt8]) {
        for item in items { write(item, into: &bytes) }
    }

    func write(_ report: Report, into bytes: inout [UInt8]) {
        ReportText(context).write(report, into: &bytes)
    }

    private func write(_ item: Item, into bytes: inout [UInt8]) {
        bytes.append("\(item.title)\n")
    }
}
