package import TroveLanguage
package import TroveModel
package import TroveStore
package import TroveTerminal

/// What a command replies, before a format decides how it looks.
package indirect enum Reply {
    case nothing
    case text(TerminalText)
    /// A hint that the command may not be what the user meant.
    case warning(TerminalText)
    case changes([ChangeReport])
    case progress(Item, page: Int, total: Int?)
    case listing(Listing)
    case details([Item], marks: [ItemNumber: SyncMark])
    /// Drawn for the terminal, in lines; where a machine reads, there is none.
    case picture(TerminalText)
    case counts([(kind: Kind, count: Int)], total: Int)
    /// Commands, newest first, of how many, and of which item if of one.
    case log([CommandRecord], total: Int, reference: ItemNumber?)
    case snapshots([Snapshot])
    case settings([Settings.Entry])
    case report(Report)
    case imported(ImportReport)
    case results(ResultListing)
    case statistics(Statistics)
    case reverted(CommandRecord)
    /// The contents of a file, written unchanged in every format.
    case contents([UInt8])
    case sequence([Reply])
    /// The commands of a file, to be run now.
    case script(Spanned<String>)
    /// The lines that follow are codes; whether they are added without a question.
    case codes(isConfirmed: Bool)
    case quit
}

/// What happened to one item.
package struct ChangeReport {
    /// Nil when the item was as requested already.
    package let change: Change?
    /// The item as it is now; a deleted item as it was.
    package let item: Item
    /// The message when nothing changed; nil for the usual one.
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
    }

    /// The catalog that holds the rows.
    package let catalog: Catalog
    /// The sections, in the order in which they are shown.
    package let sections: [Section]
    /// The message for an empty listing.
    package let nothing: TerminalText
    /// The text below the listing, for people.
    package var summary: TerminalText?
    /// Whether columns were chosen.
    package let hasChosenColumns: Bool
    /// The sync state of items that differ from the server's, by number.
    package let marks: [ItemNumber: SyncMark]
    /// Whether the user has interrupted the output.
    package let isInterrupted: () -> Bool

    /// Calls `body` for the rows of a section, until the user interrupts.
    package func forEachRow(of section: Section, _ body: (RowIndex) -> Void) {
        for (index, row) in section.rows.enumerated() {
            if index & 1023 == 0, isInterrupted() { return }
            body(row)
        }
    }

    /// Whether no section has a row.
    package var isEmpty: Bool { sections.allSatisfy(\.rows.isEmpty) }

    /// Returns the listing with another message for when it is empty.
    package func saying(_ nothing: TerminalText) -> Listing {
        Listing(
            catalog: catalog, sections: sections, nothing: nothing, summary: summary,
            hasChosenColumns: hasChosenColumns, marks: marks, isInterrupted: isInterrupted)
    }
}

extension Reply {
    /// Whether the reply only answers a question, without a change.
    package var isQuestion: Bool {
        switch self {
        case .listing, .details, .log, .counts, .contents, .results: true
        case .sequence(let replies): replies.contains(where: \.isQuestion)
        default: false
        }
    }

    /// Whether the reply has contents that every format writes unchanged.
    package var hasContents: Bool {
        switch self {
        case .contents: true
        case .sequence(let replies): replies.contains(where: \.hasContents)
        default: false
        }
    }

    /// The warnings, which go to standard error.
    package var warnings: [TerminalText] {
        switch self {
        case .warning(let text): [text]
        case .sequence(let replies): replies.flatMap(\.warnings)
        default: []
        }
    }
}
