import TroveExchange
import TroveLanguage
import TroveModel
import TroveStore

/// Adds the items of a file.
struct Import: ShellCommand {
    var path = Spanned<String>.unread
    /// Nil detects the format from the file.
    var format: ImportChoice?
    /// Whether nothing is imported, only shown.
    var isPreview = false
    /// Whether items that the library has are updated.
    var isUpdate = false
    /// Nil stands for `skip`.
    var chosenDuplicates: Duplicates?

    /// The treatment of duplicates.
    var duplicates: Duplicates { chosenDuplicates ?? .skip }

    /// The treatment of duplicates. The raw value is typed after `duplicates:`.
    enum Duplicates: String, Sendable, CaseIterable {
        case skip, add
    }

    static let name = "import"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Import>(
        .library, "add the items in a file from Trove or another program",
        details: """
            It reads files that `export` wrote, and exports from Goodreads, StoryGraph, \
            LibraryThing, Calibre, Openreads, BookWyrm and Letterboxd, also as zip archives. The \
            header determines the format, unless as: names it. Values without a field of their own \
            go to the note. Each time that a book was finished becomes an entry of the read list. \
            Several rows about one item are merged: the row with more values wins, and what \
            differs goes to the note. In files that Trove wrote, and for films, rows with \
            different identities stay different items. Items that the library has are skipped; \
            duplicates:add adds them again, and --update brings in what changed: states and pages \
            move forward, shelves and tags are added, empty fields are filled, ratings are \
            replaced, and notes and readings are added. Nothing else that you changed is \
            overwritten, and loans are never updated. With --preview, --update lists each change. \
            Rejected rows \
            go to a file beside the source, whose name is shown. If that folder is not writable, \
            or is in a checkout (it or a folder above it has .git, .hg or .svn), they go to the \
            current folder, otherwise to Trove's state folder. --preview changes nothing. One \
            `undo` reverts the whole import.
            """,
        arguments: [
            .text("FILE", \.path, [.file], missing: .file),
            .choice("as", \.format, placeholder: "FORMAT"),
            .option("--preview", \.isPreview),
            .option("--update", \.isUpdate),
            .choice("duplicates", \.chosenDuplicates),
        ],
        examples: [
            .init(
                "import goodreads.csv --preview",
                """
                goodreads.csv is an export from Goodreads. Nothing was changed.
                Found 1 book to import, 1 duplicate, 1 row to reject.

                line  title    author             state     shelves
                2     Kindred  Octavia E. Butler  finished  owned

                Duplicates
                line  title  same as       why
                3     Dune   book 1: Dune  same title and author

                Rejected
                line  reason
                4     a book needs a title

                New shelves: owned
                The file has changes to 1 item. To bring them in: `import goodreads.csv --update`
                Ignored: Average Rating
                """),
            .init(
                "import goodreads.csv",
                """
                Imported 1 book from goodreads.csv (Goodreads), 1 was a duplicate, 1 was rejected \
                (/home/ann/goodreads.rejects.csv). `undo` reverts the import.
                The file has changes to 1 item. To bring them in: `import goodreads.csv --update`
                Ignored: Average Rating
                """),
            .init(
                "import goodreads.csv --update",
                """
                Imported nothing from goodreads.csv (Goodreads), updated 1 book, 1 was unchanged, \
                1 was rejected (/home/ann/goodreads.rejects.csv). `undo` reverts the import.
                Ignored: Average Rating
                """),
            .init("import missing.csv", "error: missing.csv: no such file"),
        ])

    /// A preview changes nothing.
    var effect: Effect { isPreview ? .readsLibrary : Self.effect }

    func run(in context: any CommandContext) throws -> Reply {
        if isUpdate, duplicates == .add {
            throw CommandFailure(.importing(path.value, .addsAndUpdates), at: path.span)
        }
        let file = HomeFolder.expanding(path.value)
        guard !context.library.isKept(in: file) else {
            throw CommandFailure(.importing(path.value, .isLibrary), at: path.span)
        }
        // A failed import must not revert earlier commands, and opening the file may block.
        try context.commit()
        try context.library.beginReading()
        do {
            let reader = try ImportReader(path: file, as: format, kinds: context.kinds)
            return .imported(
                try ImportRun(self, path: file, reader: reader, context: context).run())
        } catch let failure as ImportFailure {
            throw CommandFailure(.importing(path.value, .failed(failure)), at: path.span)
        }
    }
}
