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
        #expect(run.status == .success, "\(run)", sourceLocation: sourceLocation)
        #expect(
            run.text.contains("1 was rejected (\(path))"), "\(run)",
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
}
