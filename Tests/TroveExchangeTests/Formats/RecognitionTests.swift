import Glibc
import Testing
import TroveExchange
import TroveModel
import TroveTesting

struct RecognitionTests {
    private func failure(_ text: String, as format: String? = nil) throws -> ImportFailure? {
        let directory = try ScratchDirectory()
        let path = try directory.write(text, to: "file.csv")
        let choice = try format.map { try #require(ImportChoice(rawValue: $0)) }
        return #expect(throws: ImportFailure.self) {
            _ = try ImportReader(path: path, as: choice, kinds: .standard)
        }
    }

    @Test func anUnknownHeaderIsShown() throws {
        #expect(
            try failure("Nom, Auteur \nSel,Ada\n") == .isUnknown(header: ["Nom", "Auteur"]))
    }

    @Test(arguments: ["", "\n\n", "\u{FEFF}", " \n,,\n"])
    func anEmptyFileIsEmpty(text: String) throws {
        let problem = try failure(text)
        #expect(problem == .isEmpty)
    }

    @Test func anExplicitFormatNeedsATitle() throws {
        #expect(
            try failure("Name,Author\nSalt,Ada\n", as: "goodreads")
                == .isNot(format: "goodreads", header: ["Name", "Author"]))
        #expect(ImportChoice(rawValue: "excel") == nil)
        let named = try ImportedFile("Title\nSalt\n", as: "goodreads")
        #expect(named.items == [["kind": "book", "title": "Salt"]])
    }

    @Test func specialFilesAreReported() throws {
        let directory = try ScratchDirectory()
        #expect(throws: ImportFailure.read(.system(ENOENT))) {
            _ = try ImportReader(path: directory.path("none.csv"), kinds: .standard)
        }
        #expect(throws: ImportFailure.read(.isFolder)) {
            _ = try ImportReader(path: directory.path, kinds: .standard)
        }
    }

    @Test func otherKindsImportTheirOwnFields() throws {
        let kinds = Kinds([
            Kind(
                name: "scroll", plural: "scrolls", catalogue: .books,
                fields: [
                    Field("title", .text, ""), Field("remark", .text, "", role: .note),
                    Field("grade", .integer(1...10), "", role: .rating),
                ])
        ])
        let directory = try ScratchDirectory()
        let path = try directory.write(
            "Title,Author,My Rating,Bookshelves,Exclusive Shelf,ISBN,Number of Pages,Date Read\n"
                + "Salt,Ada,3.5,sea,read,0441172717,12,2020/01/02\n", to: "file.csv")
        let file = try ImportedFile(path: path, kinds: kinds)
        #expect(
            file.items == [
                [
                    "kind": "scroll", "title": "Salt", "grade": "7",
                    "remark": """
                    Author: Ada
                    ISBN: 0441172717
                    Number of Pages: 12
                    Date Read: 2020-01-02
                    Shelves: read, sea
                    """,
                ]
            ])
    }
}
