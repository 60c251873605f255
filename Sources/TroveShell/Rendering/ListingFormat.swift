import TroveCommands
import TroveModel
import TroveStore
import TroveTerminal

/// One way of writing things down; a new format is a new type.
protocol ListingFormat {
    /// Writes a listing.
    func write(_ listing: Listing, into bytes: inout [UInt8])
    /// Writes things one after the other, with every field they have.
    func write(
        _ items: [Item], of kinds: Kinds, marks: [ItemNumber: SyncMark], into bytes: inout [UInt8])
}

extension [UInt8] {
    /// Adds what people read.
    mutating func append(_ text: TerminalText) {
        append(data: text.rendered)
    }

    /// Adds what programs read, as it is.
    mutating func append(data: String) {
        var data = data
        // The bytes are copied before the call returns.
        data.withUTF8 { unsafe append(contentsOf: $0) }
    }
}

extension Listing {
    /// `2 books`, `first 20 books`
    func heading(of section: Section) -> TerminalText {
        let text = Message.count(section.rows.count, of: catalog.kinds[section.kind])
        return section.isCutShort ? Message.cutShort(text) : text
    }
}
