import Testing
import TroveModel
import TroveTesting

@Suite struct CatalogChangeTests {
    private func gem(_ number: ItemNumber, _ name: String, color: String? = nil) -> Item {
        Item(
            kind: 1, number: number, id: .of(number),
            values: [.text(name), nil, nil, color.map { .text($0) }, nil, nil, nil])
    }

    private func catalog(_ items: Item...) throws -> Catalog {
        var catalog = Catalog(kinds: .standard)
        try catalog.apply(items.map(Change.create))
        return catalog
    }

    @Test func createsAndFinds() throws {
        let ruby = gem(3, "Ruby", color: "red")
        let catalog = try catalog(ruby)
        #expect(catalog.count == 1 && catalog.items == [ruby])
        #expect(catalog.item(numbered: 3) == ruby)
        #expect(catalog.item(numbered: 2) == nil && catalog.item(numbered: 4) == nil)
        #expect(catalog.find(3)?.kind == 1)
        #expect(ruby.title == "Ruby")
    }

    @Test func updatesOneFieldAndLeavesTheOthers() throws {
        let old = gem(1, "Ruby", color: "red")
        let new = gem(1, "Ruby", color: "pink")
        let change = try #require(Change.update(from: old, to: new.values))
        #expect(
            change.action == .update([.init(field: 3, before: .text("red"), after: .text("pink"))]))
        var catalog = try catalog(old)
        try catalog.apply([change])
        #expect(catalog.items == [new])
        try catalog.apply([change.inverse])
        #expect(catalog.items == [old])
    }

    @Test func clearsAndSetsAField() throws {
        let bare = gem(1, "Ruby")
        let red = gem(1, "Ruby", color: "red")
        var catalog = try catalog(red)
        try catalog.apply([try #require(Change.update(from: red, to: bare.values))])
        #expect(catalog.items == [bare])
        try catalog.apply([try #require(Change.update(from: bare, to: red.values))])
        #expect(catalog.items == [red])
    }

    @Test func detectsUnchangedValues() {
        #expect(Change.update(from: gem(1, "Ruby"), to: gem(1, "Ruby").values) == nil)
    }

    @Test func undoesADeletion() throws {
        let (ruby, opal) = (gem(1, "Ruby"), gem(2, "Opal", color: "white"))
        var catalog = try catalog(ruby, opal)
        try catalog.apply([.delete(opal)])
        #expect(catalog.items == [ruby] && catalog.item(numbered: 2) == nil)
        try catalog.apply([Change.delete(opal).inverse])
        #expect(catalog.items == [ruby, opal])
    }

    @Test func undoesACreation() throws {
        var catalog = try catalog()
        let change = Change.create(gem(1, "Ruby"))
        try catalog.apply([change])
        try catalog.apply([change.inverse])
        #expect(catalog.items.isEmpty && catalog.count == 0)
        #expect(change.inverse.inverse == change)
    }

    static let misfits: [Case<Change, Catalog.Misfit>] = {
        let there = Item(
            kind: 1, number: 1, id: .of(1), values: [.text("A"), nil, nil, nil, nil, nil])
        let gone = Item(
            kind: 1, number: 9, id: .of(9), values: [.text("B"), nil, nil, nil, nil, nil])
        let field = Change.FieldChange(field: 0, before: .text("B"), after: .text("C"))
        return [
            Case("create twice", .create(there), .itemExists(1)),
            Case("delete what is not there", .delete(gone), .noSuchItem(9)),
            Case(
                "update what is not there",
                Change(kind: 1, number: 9, id: .of(9), action: .update([field])), .noSuchItem(9)),
            Case(
                "delete from another kind",
                Change(kind: 0, number: 1, id: .of(1), action: .delete([])), .noSuchItem(1)),
        ]
    }()

    @Test(arguments: misfits)
    func rejectsInvalidChanges(_ test: Case<Change, Catalog.Misfit>) throws {
        var catalog = try catalog(gem(1, "A"))
        let before = catalog.items
        #expect(throws: test.expected) { try catalog.check([test.input]) }
        #expect(throws: test.expected) { try catalog.apply([test.input]) }
        #expect(catalog.items == before)
    }

    @Test func isAValue() throws {
        let first = try catalog(gem(1, "Ruby"))
        var second = first
        try second.apply([.delete(gem(1, "Ruby")), .create(gem(2, "Opal"))])
        #expect(first.items.map(\.title) == ["Ruby"])
        #expect(second.items.map(\.title) == ["Opal"])
    }

    @Test func keepsKindsApart() throws {
        var catalog = try catalog(gem(2, "Ruby"))
        let movie = Item(
            kind: 2, number: 1, id: .of(1),
            values: [.text("Alien")] + Kind.movie.fields.dropFirst().map { _ in nil })
        try catalog.apply([.create(movie)])
        #expect(catalog.items.map(\.number) == [2, 1])
        #expect(catalog.find(1)?.kind == 2)
        #expect(catalog.tables.map(\.count) == [0, 1, 1, 0, 0, 0])
    }
}
