import Testing
import TroveModel

@testable import TroveExchange

/// The import format that CONTRIBUTING adds.
@Suite struct PaperTrailTests {
    private static let header = "Id;Name;Writer;ISBN;Trail;Stars;Labels;Closed on;Where;Gone;Mood\n"

    private func contents(_ text: String, isNamed: Bool = false) throws -> ImportContents? {
        let table = try ImportTable(
            PeekedBytes(MemoryBytes(Array(text.utf8))), called: "books.csv", dialect: nil)
        var request = ImportRequest(kinds: .standard)
        request.isNamed = isNamed
        return try ProgramFormat.paperTrail.open(table, request)
    }

    @Test func readsEveryColumn() throws {
        let row = """
            7;Salt;"Brandt, Ada";9780441172719;closed;9;"sea, home";2026-09-02;Attic;no;calm

            """
        let contents = try #require(try contents(Self.header + row))
        guard case .item(let item)? = try contents.rows.next() else {
            Issue.record("the row is no item")
            return
        }
        let kind = Kinds.standard[item.kind]
        let values = Dictionary(
            uniqueKeysWithValues: zip(kind.fields, item.values).compactMap { field, value in
                value.map { (field.name, "\($0)") }
            })
        #expect(
            values == [
                "title": "Salt", "author": "Ada Brandt", "isbn": "9780441172719",
                "state": "finished", "rating": "4.5", "shelves": "home, sea",
                "note": "Place: Attic",
            ])
        #expect(item.completions.map(\.on) == [PartialDate(year: 2026, month: 9, day: 2)])
        #expect(item.identity == "7")
        #expect(contents.leftOut.isEmpty)
        #expect(contents.notUnderstood == ["Mood"])
        #expect(try contents.rows.next() == nil)
    }

    @Test func leavesOutBooksThatAreGone() throws {
        let contents = try #require(try contents(Self.header + "8;Salt;;;open;;;;;yes;\n"))
        guard case .leftOut(let line)? = try contents.rows.next() else {
            Issue.record("the row is not left out")
            return
        }
        #expect(line == 2)
    }

    @Test func recognizesOnlyItsOwnHeader() throws {
        #expect(try contents("Title;Author;Pages\nSalt;Ada;9\n") == nil)
        #expect(throws: ImportFailure.self) {
            try contents("Title;Author;Pages\nSalt;Ada;9\n", isNamed: true)
        }
    }
}
