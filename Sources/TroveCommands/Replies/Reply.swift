package import TroveLanguage
package import TroveModel
package import TroveStore
package import TroveTerminal

/// The reply of a command, before a format renders it.
package indirect enum Reply {
    case nothing
    case text(TerminalText)
    /// A hint that the command may not be what the user meant.
    case warning(TerminalText)
    case changes([ChangeReport])
    case progress(Item, page: Int, total: Int?)
    case listing(Listing)
    case details([Item], marks: [ItemNumber: SyncMark])
    /// A picture drawn for the terminal, in lines; formats for programs omit it.
    case picture(TerminalText)
    case counts([(kind: Kind, count: Int)], total: Int)
    /// Commands of the log, newest first; the total number; the arguments of `log` that chose them.
    case log([LoggedCommand], total: Int, arguments: String)
    /// What has changed since a place in the log, one change for each item.
    case differences([ChangeReport], since: String)
    case snapshots([Snapshot])
    case report(Report)
    case imported(ImportReport)
    case results(ResultListing)
    case statistics(Statistics)
    /// A command that was undone or redone, the number of items that it changed, and whether it did
    /// different things with them. The record has only the first change unless the reply is for
    /// programs.
    case reverted(LoggedCommand, items: Int, isMixed: Bool)
    /// The contents of a file, written unchanged in every format.
    case contents([UInt8])
    case sequence([Reply])
    /// A reply about the past, when kinds or fields had other definitions.
    case past(Reply, Kinds, on: PartialDate)
    /// A script to run now.
    case script(Spanned<String>)
    /// A command to run again and again; the interval is in seconds.
    case watch(Spanned<String>, every: FixedDecimal)
    /// A tutorial to list, start or check.
    case tutorial(TutorialRequest)
    /// A lesson to play.
    case demo(DemoRequest)
    /// The following lines are ISBNs.
    case codes(CodeOptions)
    case quit
}

/// The change of one item.
package struct ChangeReport {
    /// Nil if the item already had the requested values.
    package let change: Change?
    /// The item as it is now; a deleted item as it was.
    package let item: Item
    /// The message if nothing changed, nil for the default one; else a remark on the change.
    package var note: TerminalText?
}

/// Items of one or several kinds.
package struct Listing {
    /// The items of one kind, as rows of the catalog.
    package struct Section {
        /// The position of the kind among the kinds.
        package let kind: KindIndex
        /// The positions of the rows in the kind's table, in the order in which they are shown.
        package let rows: [RowIndex]
        /// The fields to show, in order.
        package let columns: [FieldIndex]
        /// Whether more items match.
        package let isCutShort: Bool
        /// The fields that the query asks about, the most important first: those by which it sorts,
        /// then those that it compares.
        package var asked: [FieldIndex] = []
    }

    /// The catalog that holds the rows.
    package let catalog: Catalog
    /// The sections, in the order in which they are shown.
    package let sections: [Section]
    /// The message for an empty listing.
    package let nothing: TerminalText
    /// The text below the listing, for users.
    package var summary: TerminalText?
    /// Whether the user chose the columns.
    package let hasChosenColumns: Bool
    /// Whether the command that made the listing accepts `columns:`.
    package var takesColumns = false
    /// The sync state of items that differ from the server's, by number.
    package let marks: [ItemNumber: SyncMark]
    /// Takes the share of the listing that is written. Returns whether to go on.
    package let goesOn: (_ fraction: Double) -> Bool

    /// Calls `body` for the rows of a section, until the user interrupts.
    package func forEachRow(of section: Section, _ body: (RowIndex) -> Void) {
        let former = sections.prefix { $0.kind != section.kind }.reduce(0) { $0 + $1.rows.count }
        let total = Double(sections.reduce(0) { $0 + $1.rows.count })
        for (index, row) in section.rows.enumerated() {
            guard index & 1023 != 0 || goesOn(Double(former + index) / total) else { return }
            body(row)
        }
    }

    /// Whether no section has a row.
    package var isEmpty: Bool { sections.allSatisfy { $0.rows.isEmpty } }

    /// Returns the listing with another message for an empty listing.
    package func saying(_ nothing: TerminalText) -> Listing {
        Listing(
            catalog: catalog, sections: sections, nothing: nothing, summary: summary,
            hasChosenColumns: hasChosenColumns, takesColumns: takesColumns, marks: marks,
            goesOn: goesOn)
    }
}

extension Reply {
    /// Whether the reply only shows data, without a change.
    package var isQuestion: Bool {
        switch self {
        case .listing, .details, .log, .differences, .counts, .contents, .results: true
        case .sequence(let replies): replies.contains(where: \.isQuestion)
        case .past(let reply, _, _): reply.isQuestion
        default: false
        }
    }

    /// Whether the reply has contents that every format writes unchanged.
    package var hasContents: Bool {
        switch self {
        case .contents: true
        case .sequence(let replies): replies.contains(where: \.hasContents)
        case .past(let reply, _, _): reply.hasContents
        default: false
        }
    }

    /// The warnings, which go to standard error.
    package var warnings: [TerminalText] {
        switch self {
        case .warning(let text): [text]
        case .sequence(let replies): replies.flatMap(\.warnings)
        case .past(let reply, _, _): reply.warnings
        default: []
        }
    }
}
