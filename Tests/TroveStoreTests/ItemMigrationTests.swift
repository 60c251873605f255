import Testing
import TroveModel
import TroveStore
import TroveTesting

/// Converting the items of earlier versions.
@Suite struct ItemMigrationTests {
    private static let author = Authorship(by: "ann", at: Timestamp(milliseconds: 0))
    private static let kinds = Kinds.standard

    private static func kind(_ name: String) throws -> KindIndex {
        try #require(kinds.index(named: name))
    }

    /// Returns an item of a kind with these fields.
    private static func item(
        _ name: String, _ number: Int, _ fields: [String: String]
    ) throws -> Item {
        let kind = try kind(name)
        var values: [Value?] = kinds[kind].fields.map { _ in nil }
        for (field, text) in fields {
            let index = try #require(kinds[kind].index(ofField: field))
            let isNumber = kinds[kind].fields[index].content == .isbn
            values[index] =
                isNumber
                ? .text(text)
                : try kinds[kind].fields[index].parse(text, today: PartialDate(packed: 0))
        }
        let id = ItemID(high: UInt64(number), low: 0x8000_0000_0000_0000)
        return Item(kind: kind, number: ItemNumber(number), id: id, values: values)
    }

    /// Returns a library as an earlier version would have left it.
    private static func library(_ items: [Item]) throws -> Library {
        let library = try Library(.memory, kinds: kinds)
        try library.perform(items.map(Change.create), author)
        try library.commit()
        return library
    }

    private static func titles(_ library: Library, _ name: String) throws -> [String] {
        let kind = try kind(name)
        try library.loadAll(kind)
        let table = library.catalog.tables[kind]
        return table.rows.filter(table.isAlive).map { library.catalog.item(kind, at: $0).title }
    }

    @Test func aNewLibraryHasNothingToConvert() throws {
        let library = try Library(.memory, kinds: Self.kinds)
        #expect(!library.mayNeedMigration)
        #expect(try library.migrate(Self.author) == nil)
    }

    @Test func entriesBecomeBooksOrStayEntries() throws {
        let library = try Self.library([
            Self.item("book", 1, ["title": "Dune", "author": "Herbert", "state": "finished"]),
            Self.item("book", 2, ["title": "Emma", "isbn": "0141439580", "state": "reading"]),
            Self.item(
                "planned-read", 3, ["title": "DUNE", "author": "herbert", "on": "2026-10-01"]),
            Self.item("planned-read", 4, ["title": "Emma again", "isbn": "978-0-14-143958-7"]),
            Self.item("planned-read", 5, ["title": "Kim", "author": "Kipling", "on": "2026-09"]),
            Self.item("planned-read", 6, ["title": "Kim", "author": "Kipling"]),
        ])
        #expect(library.mayNeedMigration)
        let summary = try #require(try library.migrate(Self.author))
        #expect(summary.dropped == 2)
        #expect(summary.replaced.values.sorted() == [1, 1])
        #expect(try Self.titles(library, "book") == ["Dune", "Emma", "Kim"])
        #expect(try Self.titles(library, "read") == ["DUNE"])
        #expect(try Self.titles(library, "planned-read") == [])
        let kim = try #require(try library.item(numbered: 8))
        let book = Self.kinds[kim.kind]
        #expect(kim.values[try #require(book.index(ofField: "state"))] == .text("to-read"))
        #expect(kim.values[try #require(book.index(ofField: "added"))]?.description == "2026-09")
        let entry = try #require(try library.item(numbered: 7))
        #expect(entry.values[try #require(Self.kinds[entry.kind].index(ofField: "on"))] == nil)
        #expect(!library.mayNeedMigration)
        #expect(try library.migrate(Self.author) == nil)
    }

    /// Two devices that convert the same entry make the same book.
    @Test func newIDsDeriveFromOldOnes() throws {
        let entry = try Self.item("planned-read", 9, ["title": "Kim"])
        let ids = try [[], [Self.item("book", 1, ["title": "Emma"])]].map { others in
            let library = try Self.library(others + [entry])
            _ = try library.migrate(Self.author)
            let kind = try Self.kind("book")
            try library.loadAll(kind)
            let table = library.catalog.tables[kind]
            let row = try #require(table.rows.filter(table.isAlive).last)
            return table.id(at: row)
        }
        #expect(ids[0] == ids[1])
        #expect(ids[0] != entry.id)
        // The version and the variant of a UUID.
        #expect(ids[0].high >> 12 & 0xF == 8)
        #expect(ids[0].low >> 62 == 2)
    }

    @Test func undoIsNotConvertedAgain() throws {
        let library = try Self.library([Self.item("planned-read", 1, ["title": "Kim"])])
        _ = try library.migrate(Self.author)
        try library.commit()
        #expect(try library.revert(isRedo: false))
        #expect(try Self.titles(library, "planned-read") == ["Kim"])
        #expect(!library.mayNeedMigration)
        #expect(try library.revert(isRedo: true))
        #expect(try Self.titles(library, "book") == ["Kim"])
    }

    /// Values that a device with an earlier version or a snapshot brings are converted, also by
    /// the next session.
    @Test func arrivingValuesAreConverted() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path("library.db")
        do {
            let library = try Library(.file(path), kinds: Self.kinds)
            let new = try [
                Self.item("book", 1, ["title": "Emma", "state": "wish", "isbn": "9780141439587"]),
                Self.item("movie", 2, ["name": "Up", "state": "watched"]),
            ].map(Change.create)
            try library.perform(new, Self.author)
            try library.noteEarlierValues(in: new)
            #expect(!library.mayNeedMigration)
            let old = try [
                Self.item("book", 3, ["title": "Dune", "state": "wish", "isbn": "0-441-17271-7"]),
                Self.item("movie", 4, ["name": "Alien"]),
            ].map(Change.create)
            try library.perform(old, Self.author)
            try library.noteEarlierValues(in: old)
            #expect(library.mayNeedMigration)
            try library.commit()
        }
        let library = try Library(.file(path), kinds: Self.kinds)
        #expect(library.mayNeedMigration)
        let summary = try #require(try library.migrate(Self.author))
        #expect((summary.renumbered, summary.stated) == (1, 1))
        try library.commit()
        #expect(try !Library(.file(path), kinds: Self.kinds).mayNeedMigration)
    }

    /// The values of a file whose tables were extended are converted once.
    @Test func valuesOfAnEarlierVersionAreConverted() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path("library.db")
        let earlier = Kinds(
            [
                Kind(
                    name: "book", plural: "books",
                    fields: [Field("title", .text, ""), Field("isbn", .text, "")]),
                Kind(name: "movie", plural: "movies", fields: [Field("name", .text, "")]),
            ])
        do {
            let library = try Library(.file(path), kinds: earlier)
            let values = [
                ["Dune", "0-441-17271-7"], ["Emma", "no number"], ["Kim", "9780141439587"],
            ]
            var changes: [Change] = []
            for (index, value) in values.enumerated() {
                changes.append(
                    .create(
                        Item(
                            kind: 0, number: ItemNumber(index + 1),
                            id: ItemID(high: UInt64(index), low: 1),
                            values: value.map { .text($0) })))
            }
            changes.append(
                .create(
                    Item(
                        kind: 1, number: 9, id: ItemID(high: 9, low: 9), values: [.text("Alien")]))
            )
            try library.perform(changes, Self.author)
            try library.commit()
        }
        let library = try Library(.file(path), kinds: Self.kinds)
        #expect(library.mayNeedMigration)
        let summary = try #require(try library.migrate(Self.author))
        try library.commit()
        #expect(summary.renumbered == 1)
        // No book had a state either.
        #expect(summary.stated == 4)
        let again = try Library(.file(path), kinds: Self.kinds)
        #expect(!again.mayNeedMigration)
        let book = try #require(try again.item(numbered: 1))
        let isbn = try #require(Self.kinds[book.kind].index(ofField: "isbn"))
        #expect(book.values[isbn] == .text("9780441172719"))
    }
}
