import Testing
import TroveModel
import TroveSQLite
import TroveStore
import TroveTesting

/// Rows that another program wrote incorrectly.
@Suite struct DamagedRowTests {
    private static func library(_ sql: String, in scratch: ScratchDirectory) throws -> Library {
        let path = scratch.path("library.db")
        let writer = try Library(.file(path), kinds: .standard)
        for number in ItemNumber(1)...3 {
            let values: [Value?] = [.text("Book \(number)")] + Array(repeating: nil, count: 14)
            try writer.run(.create(Item(kind: 0, number: number, id: .of(number), values: values)))
        }
        try writer.run(.create(gem(4, "Ruby")))
        try Connection(path: path, access: .readWrite).execute(sql)
        return try Library(.file(path), kinds: .standard)
    }

    static let rows: [Case<String, String>] = [
        Case(
            "text for a number", "UPDATE book SET pages = 'many' WHERE number = 2",
            #"book 2 has "many" as pages"#),
        Case(
            "fraction for a number", "UPDATE book SET pages = 1.5 WHERE number = 2",
            #"book 2 has "1.5" as pages"#),
        Case(
            "too large a number", "UPDATE book SET pages = 9999999999 WHERE number = 3",
            #"book 3 has "9999999999" as pages"#),
        Case(
            "text for a decimal", "UPDATE book SET rating = 'good' WHERE number = 1",
            #"book 1 has "good" as rating"#),
        Case(
            "no date", "UPDATE book SET due = '2026-02-30' WHERE number = 2",
            #"book 2 has "2026-02-30" as due"#),
        Case(
            "a number for a date", "UPDATE book SET due = 20260101 WHERE number = 2",
            #"book 2 has "20260101" as due"#),
        Case(
            "no state", "UPDATE book SET state = 'lost' WHERE number = 2",
            #"book 2 has "lost" as state"#),
        Case(
            "a long name for a state", "UPDATE book SET state = 'want to read' WHERE number = 2",
            #"book 2 has "want to read" as state"#),
        Case(
            "bytes for a text", "UPDATE book SET title = X'414243' WHERE number = 2",
            #"book 2 has "ABC" as title"#),
        Case(
            "no month", "UPDATE gem SET birthstone = 13 WHERE number = 4",
            #"gem 4 has "13" as birthstone"#),
        Case(
            "a month's name", "UPDATE gem SET birthstone = 'July' WHERE number = 4",
            #"gem 4 has "July" as birthstone"#),
        Case(
            "a month and a half", "UPDATE gem SET birthstone = 3.5 WHERE number = 4",
            #"gem 4 has "3.5" as birthstone"#),
        Case(
            "short id", "UPDATE book SET id = X'01' WHERE number = 2",
            "book 2 has an invalid number or id"),
        Case(
            "number too large", "UPDATE book SET number = 9999999999 WHERE number = 2",
            "book 9999999999 has an invalid number or id"),
    ]

    @Test(arguments: rows)
    func areReported(_ test: Case<String, String>) throws {
        let scratch = try ScratchDirectory()
        let library = try Self.library(test.input, in: scratch)
        let expected = LibraryError.isDamaged(scratch.path("library.db"), detail: test.expected)
        #expect(throws: expected) { try library.everything() }
        // A second read reports the same, and does not continue after the row.
        #expect(throws: expected) { try library.everything() }
        #expect(Set(library.catalog.items.map(\.number)).count == library.catalog.items.count)
    }

    @Test func earlierRowsCanStillBeRead() throws {
        let scratch = try ScratchDirectory()
        let library = try Self.library(
            "UPDATE book SET pages = 'many' WHERE number = 3", in: scratch)
        try library.loadMore(0, rows: 2)
        #expect(library.catalog.items.map(\.title) == ["Book 1", "Book 2"])
    }

    static let logs: [Case<String, String>] = [
        Case("no JSON", "UPDATE changes SET fields = '{' WHERE seq = 2", ""),
        Case(
            "a wrong value", #"UPDATE changes SET fields = '{"pages":"many"}' WHERE seq = 2"#,
            #"the log has the invalid value "many" for pages"#),
        Case(
            "short id", "UPDATE changes SET id = X'01' WHERE seq = 2",
            "a change of book 2 has no id"),
        Case(
            "an unknown action", "UPDATE changes SET action = 'burn' WHERE seq = 2",
            #"a change of a book has the unknown operation "burn""#),
    ]

    @Test(arguments: logs)
    func inTheLogAreReported(_ test: Case<String, String>) throws {
        let scratch = try ScratchDirectory()
        let library = try Self.library(test.input, in: scratch)
        let error = #expect(throws: LibraryError.self) { try library.history.commands(limit: 9) }
        guard case .isDamaged(_, let detail)? = error else {
            Issue.record("it is not called damaged, but \(String(describing: error))")
            return
        }
        #expect(test.expected.isEmpty || detail == test.expected)
        #expect(try library.titles().count == 4)
    }
}
