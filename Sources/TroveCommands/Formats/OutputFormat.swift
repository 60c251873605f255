package import TroveModel
package import TroveStore
package import TroveTerminal

/// An output format: a type in its own file, listed in `OutputChoice`.
///
/// Each function appends one kind of reply. `TextFormat` implements most of them as text for users,
/// so a format implements only the differences.
package protocol OutputFormat: Sendable {
    /// The name of the format as typed, in lower case.
    static var name: String { get }
    /// What the format is, without a period.
    static var summary: String { get }
    /// Whether the output is read by programs, so its wording must be stable.
    static var isForPrograms: Bool { get }
    /// Whether the values of a table are for programs: one fact in a cell, and times in full.
    static var isForData: Bool { get }
    /// Whether pictures can be drawn between the lines.
    static var drawsPictures: Bool { get }

    /// Whether tables begin with a heading and the names of the columns, in a line each.
    static var hasHeaders: Bool { get }

    /// Creates the format for an output.
    init(_ context: OutputContext)

    /// Writes a message for users.
    func write(_ message: TerminalText, into bytes: inout [UInt8])
    /// Writes items in rows or objects, with the chosen fields.
    func write(_ listing: Listing, into bytes: inout [UInt8])
    /// Writes items with all their fields, and the sync state of those in `marks`.
    func write(_ items: [Item], marks: [ItemNumber: SyncMark], into bytes: inout [UInt8])
    /// Writes a table that does not consist of items.
    func write(_ report: Report, into bytes: inout [UInt8])
    /// Writes a page of search results.
    func write(_ results: ResultListing, into bytes: inout [UInt8])
    /// Writes the charts of `stats`.
    func write(_ statistics: Statistics, into bytes: inout [UInt8])
    /// Writes what an import did, or what its preview would do.
    func write(_ report: ImportReport, into bytes: inout [UInt8])
    /// Writes what a command did to each item.
    func write(_ changes: [ChangeReport], into bytes: inout [UInt8])
    /// Writes the current page of an item; `total` is the number of pages, nil if unknown.
    func write(page: Int, of total: Int?, in item: Item, into bytes: inout [UInt8])
    /// Writes how many items each kind has, and their sum.
    func write(counts: [(kind: Kind, count: Int)], total: Int, into bytes: inout [UInt8])
    /// Writes the newest of `total` commands of the log, which `log` shows with these arguments.
    func write(
        log: [LoggedCommand], total: Int, arguments: String, into bytes: inout [UInt8])
    /// Writes how items differ from what they were at a time or a mark.
    func write(differences: [ChangeReport], since place: String, into bytes: inout [UInt8])
    /// Writes a command that was undone or redone, and that changed this number of items; `isMixed`
    /// tells whether it changed them in different ways.
    func write(
        reverted: LoggedCommand, items: Int, isMixed: Bool, into bytes: inout [UInt8]
    )
    /// Writes the names and times of snapshots.
    func write(_ snapshots: [Snapshot], into bytes: inout [UInt8])
    /// Writes a picture that was drawn for the terminal.
    func write(picture: TerminalText, into bytes: inout [UInt8])

    /// Escapes the data written from `start` on, so that it is safe for a terminal.
    func secure(_ bytes: inout [UInt8], from start: Int)
}

extension OutputFormat {
    package static var isForPrograms: Bool { false }
    package static var isForData: Bool { isForPrograms }
    package static var drawsPictures: Bool { false }
    package static var hasHeaders: Bool { false }
    package func secure(_ bytes: inout [UInt8], from start: Int) {}
}

extension [UInt8] {
    /// Appends text for users.
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
