package import TroveLanguage
package import TroveModel
package import TroveStore
package import TroveTerminal

/// What a command has to say, before anybody decides how it looks.
package indirect enum Reply {
    case nothing
    case text(TerminalText)
    /// Something that is perhaps not what was meant.
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
    /// What would otherwise stand in a file, as it is, whatever format was chosen.
    case contents([UInt8])
    case sequence([Reply])
    /// The commands of a file, to be run now.
    case script(Spanned<String>)
    /// The lines that follow are codes; whether they are added without a question.
    case codes(isConfirmed: Bool)
    case quit
}

/// What happened to one thing.
package struct ChangeReport {
    /// Nil when it was so already.
    package let change: Change?
    /// The thing as it stands now; as it was, when it is gone.
    package let item: Item
    /// What to say where nothing has changed; nil says that it was so already.
    package var note: TerminalText?
}

/// Things of one or several kinds.
package struct Listing {
    /// The things of one kind, as rows of the catalog.
    package struct Section {
        /// The position of the kind among the kinds.
        package let kind: KindIndex
        /// The positions of the rows in the kind's table, in the order in which they are shown.
        package let rows: [RowIndex]
        /// The fields to show, in order.
        package let columns: [FieldIndex]
        /// Whether more would have matched.
        package let isCutShort: Bool
    }

    /// The catalog that holds the rows.
    package let catalog: Catalog
    /// The sections, in the order in which they are shown.
    package let sections: [Section]
    /// What to say where there is nothing.
    package let nothing: TerminalText
    /// What to say below, for people.
    package var summary: TerminalText?
    /// Whether columns were chosen.
    package let hasChosenColumns: Bool
    /// What is to be said of things that the server does not have so, by number.
    package let marks: [ItemNumber: SyncMark]
    /// Whether somebody has seen enough.
    package let isInterrupted: () -> Bool

    /// Goes through the rows of a section, until somebody has seen enough.
    package func forEachRow(of section: Section, _ body: (RowIndex) -> Void) {
        for (index, row) in section.rows.enumerated() {
            if index & 1023 == 0, isInterrupted() { return }
            body(row)
        }
    }

    /// Whether no section has a row.
    package var isEmpty: Bool { sections.allSatisfy(\.rows.isEmpty) }

    /// The same with other words where there is nothing.
    package func saying(_ nothing: TerminalText) -> Listing {
        Listing(
            catalog: catalog, sections: sections, nothing: nothing, summary: summary,
            hasChosenColumns: hasChosenColumns, marks: marks, isInterrupted: isInterrupted)
    }
}

extension Reply {
    /// Whether this answers a question, and nothing was changed.
    package var isQuestion: Bool {
        switch self {
        case .listing, .details, .log, .counts, .contents, .results: true
        case .sequence(let replies): replies.contains(where: \.isQuestion)
        default: false
        }
    }

    /// Whether it has something that is written as it is.
    package var hasContents: Bool {
        switch self {
        case .contents: true
        case .sequence(let replies): replies.contains(where: \.hasContents)
        default: false
        }
    }

    /// What goes to standard error.
    package var warnings: [TerminalText] {
        switch self {
        case .warning(let text): [text]
        case .sequence(let replies): replies.flatMap(\.warnings)
        default: []
        }
    }
}
