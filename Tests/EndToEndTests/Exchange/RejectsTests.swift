import Testing
import TroveTesting

/// Where an import writes the records that it rejects.
@Suite(.timeLimit(.minutes(20))) struct RejectsTests {
    private static let table = "Title,Author,Exclusive Shelf,Bookshelves\n,Nobody,read,\n"
    private let trove: Trove

    init() throws {
        trove = try Trove()
    }

    private func expect(
        _ run: ProgramRun, at place: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let path = trove.scratch.path(place)
        #expect(run.status == .exited(1), "\(run)", sourceLocation: sourceLocation)
        #expect(
            run.errorText.contains("the rejected rows are in \(path), with the reasons"), "\(run)",
            sourceLocation: sourceLocation)
        #expect(
            try trove.scratch.read(place).contains("a book needs a title"),
            sourceLocation: sourceLocation)
    }

    @Test(arguments: ["books.csv", "./books.csv", "./inner/../books.csv"])
    func areBesideTheSource(_ name: String) throws {
        try trove.scratch.makeDirectory("work/inner")
        try trove.scratch.write(Self.table, to: "work/books.csv")
        let run = try trove.run("import \(name)")
        try expect(run, at: "work/books.rejects.csv")
    }

    /// A record whose values break a rule is written as it stands in the source, so that it can be
    /// corrected there and imported.
    @Test(arguments: [
        "Title,Author,Date Read,Exclusive Shelf,Number of Pages,Bookshelves\nEmma,Austen,2099-01-02,read,474,\n",
        "title,author,pages,date read,review\nEmma,Austen,474,2099-01-02,good\n",
    ])
    func areAsInTheSource(_ table: String) throws {
        try trove.scratch.write(table, to: "work/books.csv")
        #expect(try trove.run("import books.csv").errorText.contains("line 2: "))
        let lines = try trove.scratch.read("work/books.rejects.csv").split(separator: "\n")
        let source = table.split(separator: "\n")
        try #require(lines.count == 2)
        #expect(lines[0] == "line,reason," + source[0])
        #expect(lines[1].hasSuffix("," + source[1]) && lines[1].contains("future"), "\(lines)")
        try trove.scratch.write(
            lines.joined(separator: "\n").replacing("2099", with: "2020"), to: "work/mended.csv")
        #expect(try trove.run("import mended.csv").status == .success)
        #expect(try trove.run("show Emma").text.contains("474"))
        #expect(try trove.run("reads").text.contains("2020-01-02"))
    }

    @Test func areBesideASourceInAnotherFolder() throws {
        try trove.scratch.write(Self.table, to: "elsewhere/books.csv")
        try expect(
            try trove.run("import \(trove.scratch.path("elsewhere/books.csv"))"),
            at: "elsewhere/books.rejects.csv")
    }

    /// A source checkout is not a place for unexpected files.
    @Test func areInTheCurrentFolderForASourceInACheckout() throws {
        try trove.scratch.makeDirectory("checkout/.git")
        try trove.scratch.write(Self.table, to: "checkout/samples/books.csv")
        try expect(
            try trove.run("import \(trove.scratch.path("checkout/samples/books.csv"))"),
            at: "work/books.rejects.csv")
        #expect(!trove.scratch.exists("checkout/samples/books.rejects.csv"))
    }

    @Test func areInTheStateFolderIfTheCurrentFolderIsACheckoutToo() throws {
        try trove.scratch.makeDirectory("work/.git")
        try trove.scratch.write(Self.table, to: "work/books.csv")
        try expect(
            try trove.run("import books.csv"), at: "home/.local/state/trove/books.rejects.csv")
        #expect(!trove.scratch.exists("work/books.rejects.csv"))
    }

    @Test(.enabled(if: Tools.canDropRights)) func areElsewhereIfTheFolderIsNotWritable() throws {
        try trove.scratch.write(Self.table, to: "share/books.csv")
        let setpriv = try trove.other("setpriv")
        for folder in ["", "home", "work", "run", "tmp", "share"] {
            try trove.scratch.setPermissions(folder == "share" ? 0o755 : 0o777, of: folder)
        }
        let source = trove.scratch.path("share/books.csv")
        func run() throws -> ProgramRun {
            try setpriv.run([
                "--reuid=65534", "--regid=65534", "--clear-groups", trove.program.path,
                "--ephemeral", "-c", "import \(source)",
            ])
        }
        try expect(try run(), at: "work/books.rejects.csv")
        try trove.scratch.makeDirectory("work/.git")
        try expect(try run(), at: "home/.local/state/trove/books.rejects.csv")
    }

    /// The rejected objects of a JSON file can be corrected and imported.
    @Test(arguments: ["", " as:json"]) func objectsAreImportedAgain(_ format: String) throws {
        try trove.scratch.write(
            """
            {"kind":"book","title":"Dune"}
            {"kind":"book","title":"Emma","pages":"many"}
            {"kind":"book",
            "title":"=Ida","pages":"few"}
            """, to: "work/books.jsonl")
        try trove.run("import books.jsonl").requiring()
        let rejects = try trove.scratch.read("work/books.rejects.csv")
        #expect(rejects.hasPrefix("line,reason,object\n"), "\(rejects)")
        try trove.scratch.write(
            rejects.replacing("\"\"many\"\"", with: "474").replacing(
                "\"\"few\"\"", with: "\"\"90\"\""), to: "work/books.rejects.csv")
        let run = try trove.run("import books.rejects.csv\(format)").requiring()
        #expect(run.text.hasPrefix("Imported 2 books"), "\(run)")
        let items = try trove.run("list books columns:title,pages", ["--output", "csv"])
        #expect(
            items.lines.suffix(3) == ["1,book,Dune,", "2,book,Emma,474", "3,book,=Ida,90"],
            "\(items)")
    }

    /// So can those of LibraryThing, which are members of one object.
    @Test(arguments: ["", " as:librarything-json"])
    func membersAreImportedAgain(_ format: String) throws {
        try trove.scratch.write(
            """
            {"101":{"title":"Salt","books_id":"101"},
            "102":{"title":"","books_id":"102","primaryauthor":"A, B"},
            "103":{"books_id":"103","primaryauthor":"C, D"}}
            """, to: "work/books.json")
        try trove.run("import books.json").requiring()
        let rejects = try trove.scratch.read("work/books.rejects.csv")
        let corrected = rejects.replacing(
            "\"\"title\"\":\"\"\"\"", with: "\"\"title\"\":\"\"Sand\"\"")
        try trove.scratch.write(corrected, to: "work/books.rejects.csv")
        let run = try trove.run("import books.rejects.csv\(format)").requiring()
        #expect(run.text.hasPrefix("Imported 1 book"), "\(run)")
        // The line is that of the table.
        #expect(try trove.scratch.read("work/books.rejects.rejects.csv").contains("\n3,"))
    }

    /// Another program may have saved the table with its own separators and quotes.
    @Test(arguments: ["\u{FEFF}", ";", "\""])
    func thatAnotherProgramSavedAreImported(_ change: String) throws {
        var table =
            "line,reason,Book Id,Title,Primary Author,Collections\n3,none,2,Emma,Austen,Attic\n"
        switch change {
        case ";": table = table.replacing(",", with: ";")
        case "\"":
            table = table.split(separator: "\n").map { line in
                line.split(separator: ",").map { "\"\($0)\"" }.joined(separator: ",") + "\n"
            }.joined()
        default: table = change + table
        }
        try trove.scratch.write(table, to: "work/books.csv")
        let run = try trove.run("import books.csv as:librarything").requiring()
        #expect(run.text.hasPrefix("Imported 1 book"), "\(run)")
    }

    /// The rejected rows of a table with tabs have commas, also where the format is named.
    @Test func theFormatCanBeNamed() throws {
        try trove.scratch.write(
            "Book Id\tTitle\tPrimary Author\tCollections\n1\tDune\tHerbert, Frank\tYour library\n"
                + "2\t\tAusten, Jane\tYour library\n", to: "work/books.tsv")
        try trove.run("import books.tsv").requiring()
        let rejects = try trove.scratch.read("work/books.rejects.csv")
        try trove.scratch.write(
            rejects.replacing("title,2,,", with: "title,2,Emma,"), to: "work/books.rejects.csv")
        let run = try trove.run("import books.rejects.csv as:librarything").requiring()
        #expect(run.text.hasPrefix("Imported 1 book"), "\(run)")
    }
}
