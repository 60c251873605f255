import TroveExchange
import TroveLanguage
import TroveModel
import TroveStore

/// Adds the items of a file.
struct Import: ShellCommand {
    var path = Spanned<String>.unread
    /// Nil where the file tells.
    var format: ImportChoice?
    /// Whether it is only told what would come in.
    var isPreview = false
    /// Nil stands for `skip`.
    var chosenDuplicates: Duplicates?

    /// What becomes of items that are there already.
    var duplicates: Duplicates { chosenDuplicates ?? .skip }

    /// What becomes of items that are there already. The raw value is what is typed behind
    /// `duplicates:`.
    enum Duplicates: String, Sendable, CaseIterable {
        case skip, add
    }

    static let name = "import"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Import>(
        .library, "add the things in a file of Trove or of another program",
        details: """
            It reads what export writes, and what Goodreads, StoryGraph, LibraryThing, Calibre, \
            Openreads, BookWyrm and Letterboxd export, also as zip archives; the header tells \
            which, or as: does. What has no field goes to the note. Things that are there already \
            are passed over unless duplicates:add says otherwise; what cannot be taken is written \
            to a file beside the source, whose name is told; to the current folder where that \
            folder may not be written or is in a checkout (has .git, .hg or .svn in it or above \
            it), else to Trove's state folder. --preview changes nothing. One undo takes it all \
            back.
            """,
        arguments: [
            .text("FILE", \.path, [.file], missing: .file),
            .choice("as", \.format, placeholder: "FORMAT"),
            .option("--preview", \.isPreview),
            .choice("duplicates", \.chosenDuplicates),
        ],
        examples: [
            .init(
                "import goodreads.csv --preview",
                """
                goodreads.csv is an export of Goodreads. Nothing was changed.
                1 book would come in, 1 is here already, 1 is rejected.

                line  title    author             state     shelves
                2     Kindred  Octavia E. Butler  finished  owned

                Here already
                line  title  same as       why
                3     Dune   book 1: Dune  same title and author

                Rejected
                line  reason
                4     a book needs a title

                New shelves: owned
                Left out: Average Rating
                """),
            .init(
                "import goodreads.csv",
                """
                Imported 1 book from goodreads.csv (Goodreads), 1 was here already, 1 was rejected \
                (/home/ann/goodreads.rejects.csv). undo takes it back.
                Left out: Average Rating
                """),
            .init("import missing.csv", "error: missing.csv: there is no such file"),
        ])

    /// A preview changes nothing.
    var effect: Effect { isPreview ? .readsLibrary : Self.effect }

    func run(in context: any CommandContext) throws -> Reply {
        let file = HomeFolder.expanding(path.value)
        guard !context.library.isKept(in: file) else {
            throw CommandFailure(.importing(path.value, .isLibrary), at: path.span)
        }
        // What came before is not the file's to lose, and opening it may wait.
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
