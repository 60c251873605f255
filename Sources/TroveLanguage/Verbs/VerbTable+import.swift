extension VerbTable {
    /// What comes from other programs.
    static let importing: [Verb] = [
        Verb(
            "import", .library,
            ["import FILE [as:FORMAT] [--preview] [duplicates:skip|add]"],
            "add the things in a file of Trove or of another program",
            details: """
                It reads what export writes, and what Goodreads, StoryGraph, LibraryThing, Calibre, \
                Openreads, BookWyrm and Letterboxd export, also as zip archives; the header tells \
                which, or as: does. What has no field goes to the note. Things that are there already \
                are passed over unless duplicates:add says otherwise; what cannot be taken is written \
                to a file beside the source, whose name is told; to the current folder where that \
                folder may not be written or is in a checkout (has .git, .hg or .svn in it or above \
                it), else to Trove's state folder. --preview changes nothing. One undo takes it all back.
                """,
            parameters: [
                .file, .choice("as", Import.Format.allCases.map(\.rawValue)),
                .choice("duplicates", Import.Duplicates.allCases.map(\.rawValue)),
            ], options: ["--preview"],
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
            ]
        ) { (reader) throws(LanguageError) in
            .importing(try reader.takeImport())
        }
    ]
}

extension ArgumentReader {
    fileprivate mutating func takeImport() throws(LanguageError) -> Import {
        let format = try takeChoice("as", Import.Format.allCases)
        let duplicates = try takeChoice("duplicates", Import.Duplicates.allCases)
        guard let path = takeText() else { throw missing(.file) }
        return Import(
            path: path, format: format, duplicates: duplicates ?? .skip,
            isPreview: has("--preview"))
    }
}
