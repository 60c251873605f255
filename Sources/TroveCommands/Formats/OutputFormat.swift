package import TroveModel
package import TroveStore
package import TroveTerminal

/// One way of writing replies: a type in a file of its own, listed in `OutputChoice`.
///
/// Each function appends one sort of reply. `TextFormat` writes most of them as text for people, so
/// that a format states only how it differs.
package protocol OutputFormat: Sendable {
    /// What is typed for the format, in lower case.
    static var name: String { get }
    /// Whether programs read the output, so that its words must stay the same.
    static var isForPrograms: Bool { get }
    /// Whether pictures can be drawn between the lines.
    static var drawsPictures: Bool { get }

    init(_ context: OutputContext)

    func write(_ message: TerminalText, into bytes: inout [UInt8])
    func write(_ listing: Listing, into bytes: inout [UInt8])
    /// Writes items one after the other, with every field they have, and the sync state of those
    /// whose numbers are in `marks`.
    func write(_ items: [Item], marks: [ItemNumber: SyncMark], into bytes: inout [UInt8])
    func write(_ report: Report, into bytes: inout [UInt8])
    func write(_ results: ResultListing, into bytes: inout [UInt8])
    func write(_ statistics: Statistics, into bytes: inout [UInt8])
    func write(_ report: ImportReport, into bytes: inout [UInt8])
    func write(_ changes: [ChangeReport], into bytes: inout [UInt8])
    /// Writes the current page of an item, of `total` pages where that is known.
    func write(page: Int, of total: Int?, in item: Item, into bytes: inout [UInt8])
    func write(counts: [(kind: Kind, count: Int)], total: Int, into bytes: inout [UInt8])
    /// Writes commands of the log, out of `total`; those of one item, when `reference` is its number.
    func write(
        log: [CommandRecord], total: Int, reference: ItemNumber?, into bytes: inout [UInt8])
    /// Writes a command that was undone or redone.
    func write(reverted: CommandRecord, into bytes: inout [UInt8])
    func write(_ snapshots: [Snapshot], into bytes: inout [UInt8])
    func write(_ settings: [Settings.Entry], into bytes: inout [UInt8])
    /// Writes a picture that was drawn for the terminal.
    func write(picture: TerminalText, into bytes: inout [UInt8])

    /// Makes data harmless to a terminal that was written from `start` on.
    func secure(_ bytes: inout [UInt8], from start: Int)
}

extension OutputFormat {
    package static var isForPrograms: Bool { false }
    package static var drawsPictures: Bool { false }
    package func secure(_ bytes: inout [UInt8], from start: Int) {}
}

extension [UInt8] {
    /// Appends text for people.
    package mutating func append(_ text: TerminalText) {
        append(data: text.rendered)
    }

    /// Appends text for programs, unchanged.
    package mutating func append(data: String) {
        var data = data
        // The bytes are copied before the call returns.
        data.withUTF8 { unsafe append(contentsOf: $0) }
    }
}
