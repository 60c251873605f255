import Glibc
import TroveLoopback
import TroveTesting

/// Measures the table reader alone, in a program of its own, on a Goodreads file in the page cache.
/// 200 MB/s is 5 ns per byte.
func readTable(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    let path = try workshop.goodreadsFile(of: sizes.exchanged)
    workshop.note("exchange: reading a table")
    var status = stat()
    // The path lives until the call returns.
    guard unsafe stat(path, &status) == 0 else { throw SystemCallError("stat \(path)") }
    let run = try ProgramUnderTest(
        try BuiltProgram.path(of: "TableSpeed"), scratch: workshop.sqlite.scratch
    ).run([path]).requiring()
    let figures = run.text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard figures.count == 2, Int(figures[0]) == sizes.exchanged + 1 else {
        throw AnswersDiffer(answers: [run.text, "\(sizes.exchanged + 1) records"])
    }
    let bytes = Double(status.st_size)
    return [
        Comparison(
            what: "read a table of \(sizes.exchanged.grouped) books, the reader alone",
            ours: "\((bytes / figures[1] * 1000).short) MB/s", theirs: "",
            reached: .nanosecondsPerByte(figures[1] / bytes), target: .nanosecondsPerByte(5))
    ]
}

/// Measures the export of all books to CSV as one process, against SQLite's shell on the same file.
/// Trove waits until its file is on the disk; SQLite's shell does not.
func exportBooks(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    let library = try workshop.library(of: sizes.exchanged)
    workshop.note("exchange: writing \(sizes.exchanged.grouped) books")
    let (ours, theirs) = (workshop.path("ours.csv"), workshop.path("theirs.csv"))
    defer { for path in [ours, theirs] { _ = unsafe unlink(path) } }
    let medians = try sideBySide(runs: sizes.runs * 4) { side in
        switch side {
        case .ours:
            try workshop.duration(
                #""$1" --library "$2" -c "export $3 books --yes""#, workshop.trove.path, library,
                ours)
        case .theirs:
            try workshop.duration(
                #"sqlite3 -csv "$1" "$3" >"$2""#, library, theirs, exportStatement)
        }
    }
    return [
        Comparison(
            "export of \(sizes.exchanged.grouped) books, one process", ours: medians.ours,
            "sqlite3 -csv", medians.theirs, target: 0.7)
    ]
}

/// What `export` writes, for SQLite.
let exportStatement = """
    SELECT title, author, isbn, genre, pages, page, description, state, note, rating, shelves, \
    cover, "lent-to", "lent-on", due FROM book
    """

/// Measures the import of a Goodreads file into a new library, against SQLite's shell, which reads
/// the same file into a table and copies the same columns into another. Trove also writes its log,
/// for undo, and compares each book with all others.
func importBooks(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    let path = try workshop.goodreadsFile(of: sizes.exchanged)
    workshop.note("exchange: importing \(sizes.exchanged.grouped) books")
    let statements = try workshop.write(
        [
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
            .mode csv
            .import "\(path)" goodreads
            CREATE TABLE book (
                number INTEGER PRIMARY KEY, title TEXT, author TEXT, isbn TEXT, pages INTEGER,
                state TEXT, rating REAL, shelves TEXT, note TEXT);
            INSERT INTO book (title, author, isbn, pages, state, rating, shelves, note)
            SELECT "Title", "Author", "ISBN13", "Number of Pages", "Exclusive Shelf", "My Rating",
                "Bookshelves", "My Review" || "Publisher" || "Binding" || "Year Published"
                || "Original Publication Year" || "Date Read" || "Date Added" || "Private Notes"
            FROM goodreads;

            """
        ], to: "import.sql")
    let medians = try sideBySide(runs: sizes.runs) { side in
        guard case .theirs = side else { return try workshop.importDuration(path) }
        workshop.remove("new.db")
        return try workshop.duration(
            #"sqlite3 "$1" <"$2" >/dev/null"#, workshop.path("new.db"), statements)
    }
    for name in ["new.db", "import.sql"] { workshop.remove(name) }
    return [
        Comparison(
            "import of \(sizes.exchanged.grouped) books of Goodreads, one process",
            ours: medians.ours, "sqlite3 .import and INSERT", medians.theirs, target: 1.2)
    ]
}

/// Measures `import --update` of a file that was imported before and has not changed, against its
/// first import.
func updateBooks(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    let path = try workshop.goodreadsFile(of: sizes.exchanged)
    workshop.note("exchange: importing \(sizes.exchanged.grouped) books again")
    let imported = try workshop.importedLibrary(path)
    defer { workshop.remove("imported.db") }
    let medians = try sideBySide(runs: sizes.runs) { side in
        switch side {
        case .ours:
            try workshop.duration(
                #""$1" --library "$2" -c "import $3 --update" >/dev/null"#, workshop.trove.path,
                imported, path)
        case .theirs: try workshop.importDuration(path)
        }
    }
    return [
        Comparison(
            "import --update of \(sizes.exchanged.grouped) unchanged books", ours: medians.ours,
            "its first import", medians.theirs, target: 1.5)
    ]
}

/// Measures the undo of an import in a process of its own, against the import.
func undoImport(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    let path = try workshop.goodreadsFile(of: sizes.exchanged)
    workshop.note("exchange: undoing an import of \(sizes.exchanged.grouped) books")
    let imported = try workshop.importedLibrary(path)
    defer { for name in ["imported.db", "undone.db"] { workshop.remove(name) } }
    let medians = try sideBySide(runs: sizes.runs) { side in
        guard case .ours = side else { return try workshop.importDuration(path) }
        let undone = workshop.path("undone.db")
        workshop.remove("undone.db")
        try workshop.run(#"cp "$1" "$2""#, imported, undone)
        return try workshop.duration(
            #""$1" --library "$2" -c undo >/dev/null"#, workshop.trove.path, undone)
    }
    return [
        Comparison(
            "undo of an import of \(sizes.exchanged.grouped) books", ours: medians.ours,
            "the import", medians.theirs, target: 0.8)
    ]
}

extension Workshop {
    /// Imports a file into a new library `imported.db`, and returns its path.
    fileprivate func importedLibrary(_ path: String) throws -> String {
        remove("imported.db")
        try run(
            #""$1" --library "$2" -c "import $3" >/dev/null"#, trove.path,
            self.path("imported.db"), path)
        return self.path("imported.db")
    }

    /// Measures the import of a file into a new library.
    fileprivate func importDuration(_ path: String) throws -> Duration {
        remove("new.db")
        defer { remove("new.db") }
        return try duration(
            #""$1" --library "$2" -c "import $3" >/dev/null"#, trove.path, self.path("new.db"),
            path)
    }

    /// Returns the path of a Goodreads file with this many books, and creates it if it is missing.
    func goodreadsFile(of count: Int) throws -> String {
        let name = "goodreads-\(SampleBook.generation)-\(count).csv"
        let path = path(name)
        guard unsafe access(path, R_OK) != 0 else { return path }
        note("making a table of \(count) books")
        let header = """
            Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average \
            Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date \
            Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,\
            Private Notes,Read Count,Owned Copies

            """
        let lines = (0..<count).lazy.map { SampleBook(at: $0).goodreadsLine(number: $0 + 1) }
        return try write([header] + Array(lines), to: name)
    }
}

extension SampleBook {
    /// The book's line in a Goodreads file; columns without a value are empty.
    fileprivate func goodreadsLine(number: Int) -> String {
        let shelf =
            ["reading": "currently-reading", "finished": "read"][state, default: "to-read"]
        let read = state == "finished" ? "2024/03/17" : ""
        let stars = rating.flatMap { Double($0) }.map { Int($0.rounded()) } ?? 0
        let review = note.map { "\"\($0), and so on\"" } ?? ""
        return "\(number),\(title),\(author),\(author),,\"=\"\"\"\"\",\"=\"\"\"\"\",\(stars),4.01,"
            + "A Publisher,Paperback,\(pages),1999,1987,\(read),2023/11/05,"
            + "\"\(shelf), \(genre)\",\"\(shelf) (#\(number)), \(genre) (#1)\",\(shelf),\(review),,,"
            + "\(state == "finished" ? 1 : 0),0\n"
    }
}
