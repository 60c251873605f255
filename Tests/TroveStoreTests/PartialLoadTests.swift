import Testing
import TroveModel
import TroveStore
import TroveTesting

/// A library that is only partly in memory.
@Suite struct PartialLoadTests {
    private let scratch: ScratchDirectory
    private let library: Library
    /// More than a search loads at first, and less than a page of the loader.
    private static let count = 400

    init() throws {
        scratch = try ScratchDirectory()
        let location = Library.Location.file(scratch.path("library.db"))
        let writer = try Library(location, kinds: .standard)
        try writer.begin()
        for number in 1...Self.count {
            let gem = try gem(writer.takeNumber(), "gem \(number)", color: "red")
            try writer.perform([.create(gem)], Library.authorship)
        }
        try writer.commit()
        library = try Library(location, kinds: .standard)
    }

    private func file() throws -> [Item] {
        try Library(library.location, kinds: .standard).everything()
    }

    @Test func loadsNothingOnItsOwn() {
        #expect(
            library.catalog.count == 0 && !library.isLoaded && library.loadedFraction(gems) == 0)
    }

    @Test func loadsInSlices() throws {
        try library.loadMore(gems, rows: 100)
        #expect(library.catalog.count == 100 && !library.isLoaded(gems))
        #expect(library.loadedFraction(gems) > 0.2 && library.loadedFraction(gems) < 0.3)
        while try library.loadSlice() {}
        #expect(
            library.isLoaded && library.catalog.count == Self.count
                && library.loadedFraction(gems) == 1)
        #expect(try !library.loadSlice())
    }

    @Test func theReadListIsLoadedOnceItIsAskedFor() throws {
        let reads = try #require(Kinds.standard.index(of: "reads"))
        try library.begin()
        let number = try library.takeNumber()
        let read = Item(
            kind: reads, number: number, id: .of(number),
            values: Kinds.standard[reads].fieldIndices.map { $0 == 0 ? .text("Dune") : nil })
        try library.perform([.create(read)], Library.authorship)
        try library.commit()
        while try library.loadSlice() {}
        #expect(library.isLoaded && !library.isLoaded(reads))
        #expect(library.catalog.tables[reads].rows.isEmpty)
        #expect(try library.item(numbered: number) == read)
        try library.beginLoading(reads)
        #expect(library.isLoaded(reads) && library.catalog.item(numbered: number) == read)
    }

    @Test func addsWithoutLoading() throws {
        try library.loadMore(gems, rows: 10)
        #expect(try library.addGem("late") == ItemNumber(Self.count + 1))
        #expect(library.catalog.count == 10)
        #expect(try library.item(numbered: ItemNumber(Self.count + 1))?.title == "late")
        #expect(try library.everything() == file())
    }

    @Test func readsAnItemWithoutLoading() throws {
        #expect(try library.item(numbered: 20)?.title == "gem 20")
        #expect(try library.item(numbered: 999) == nil)
        #expect(!library.isLoaded(gems) && library.catalog.count == 0)
    }

    @Test func findsDuplicatesWithoutLoading() throws {
        let library = try Library(.memory, kinds: .standard)
        func values(_ title: String, _ isbn: String?) -> [Value?] {
            var values: [Value?] = Kind.book.fields.map { _ in nil }
            values[Kind.titleIndex] = .text(title)
            if let field = Kind.book.index(ofRole: .isbn) { values[field] = isbn.map(Value.text) }
            return values
        }
        let dune = values("Dune", "9780441013593")
        try library.run(
            (1...3).map { number in
                .create(
                    Item(
                        kind: 0, number: ItemNumber(number), id: .of(ItemNumber(number)),
                        values: number == 2 ? dune : values("Emma", nil)))
            })
        let search = library.duplicates
        #expect(try search.first(of: values("dune", nil), kind: 0)?.number == 2)
        #expect(
            try search.first(of: values("Kim", "0441013597"), kind: 0)
                == Duplicate(number: 2, reason: .sameISBN))
        #expect(try search.first(of: values("Emma", nil), kind: 0, except: 1)?.number == 3)
        #expect(try search.first(of: values("Kim", nil), kind: 0) == nil)
        let item = Item(kind: 0, number: 2, id: .of(2), values: dune)
        try library.run(try #require(Change.update(from: item, to: values("Ada", nil))))
        #expect(try search.first(of: dune, kind: 0) == nil)
        #expect(try search.first(of: values("ada", nil), kind: 0)?.number == 2)
        #expect(library.catalog.count == 0)
    }

    @Test func updatesAndDeletesUnloadedItems() throws {
        try library.loadMore(gems, rows: 10)
        try library.run(
            rename(30, "gem 30", "changed"), .delete(gem(40, "gem 40")), rename(5, "gem 5", "early")
        )
        #expect(library.catalog.item(numbered: 5)?.title == "early")
        #expect(library.catalog.item(numbered: 30) == nil)
        #expect(try library.item(numbered: 30)?.title == "changed")
        #expect(try library.item(numbered: 40) == nil)
        #expect(try library.everything() == file())
    }

    @Test func undoesChangesOfUnloadedItems() throws {
        #expect(try library.revert(isRedo: false))
        #expect(try library.titles().last == "gem \(Self.count - 1)")
        #expect(try library.everything() == file())
    }

    @Test func readsOthersChangesOfUnloadedItems() throws {
        try library.loadMore(gems, rows: 10)
        let other = try Library(library.location, kinds: .standard)
        try other.run(
            .delete(gem(3, "gem 3")), .delete(gem(45, "gem 45")), rename(46, "gem 46", "x"))
        try other.addGem("theirs")
        try library.refresh()
        #expect(library.catalog.count == 9 && library.takeForeignChanges().count == 4)
        #expect(try library.everything() == file())
    }

    @Test func filtersNoFurtherThanNecessary() throws {
        let late = Filter.contains(field: 0, ["99"])
        #expect(
            try library.storedItems.first(2, of: gems, matching: late).map(\.number) == [99, 199])
        #expect(library.catalog.count == 0)
        #expect(
            try library.storedItems.first(9, of: gems, matching: late).map(\.number) == [
                99, 199, 299, 399,
            ])
        #expect(try library.storedItems.first(0, of: gems, matching: late).isEmpty)
        // Half in memory, the same items are found completely.
        try library.loadMore(gems, rows: 150)
        let found = try library.storedItems.first(3, of: gems, matching: late)
        #expect(found.map(\.number) == [99, 199, 299])
        for item in found { #expect(try library.item(numbered: item.number) == item) }
    }

    /// In the first slice, at the edge of one, or last.
    @Test(arguments: [ItemNumber(1), 128, 129, 384, 385, 400])
    func findsEveryItem(number: ItemNumber) throws {
        let wanted = Filter.compare(field: 0, .equal, [.text("gem \(number)")])
        #expect(
            try library.storedItems.first(1, of: gems, matching: wanted).map(\.number) == [number])
    }

    @Test func checksUniqueNames() throws {
        try library.loadAll(gems)
        #expect(throws: RuleViolation.self) {
            try library.catalog.checkNames(of: gem(99, "GEM 50").values, kind: gems)
        }
    }

    /// Each row that is loaded later would undo the sorting.
    @Test func sortsNothingForCompletionWhileRowsAreLoaded() throws {
        try library.loadMore(gems, rows: 10)
        let isCounting = library.prepareCompletion()
        let isSorting = library.prepareCompletion()
        #expect(isCounting && !isSorting)
        for kind in library.catalog.kinds.storedIndices { try library.loadAll(kind) }
        #expect(library.isLoaded)
        var steps = 0
        while library.prepareCompletion() { steps += 1 }
        #expect(steps > 1)
    }

    @Test func completesLoadedTitles() throws {
        try library.loadMore(gems, rows: 10)
        #expect(library.rows(of: gems, titleBeginningWith: "gem", limit: 3).total == 10)
        try library.loadAll(gems)
        #expect(library.rows(of: gems, titleBeginningWith: "gem 4", limit: 3).total == 12)
        while library.prepareCompletion() {}
    }
}
