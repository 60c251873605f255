import Testing
import TroveModel
import TroveTesting

@Suite struct UniqueNamesTests {
    private func gem(_ number: ItemNumber, _ name: String) -> Item {
        Item(
            kind: 1, number: number, id: .of(number),
            values: [.text(name), nil, nil, nil, nil, nil, nil])
    }

    private func rename(_ number: ItemNumber, _ old: String, _ new: String) throws -> Change {
        try #require(Change.update(from: gem(number, old), to: gem(number, new).values))
    }

    private func owner(of name: String, in catalog: Catalog, except: ItemNumber? = nil)
        -> ItemNumber?
    {
        do throws(RuleViolation) {
            try catalog.checkNames(of: gem(0, name).values, kind: 1, except: except)
            return nil
        } catch {
            guard case .isTaken(let number) = error.rule else { return -1 }
            return error.field == "name" && error.value == name ? number : -1
        }
    }

    private func catalog() throws -> Catalog {
        var catalog = Catalog(kinds: .standard)
        try catalog.apply([.create(gem(1, "Ruby")), .create(gem(2, "Éclat"))])
        return catalog
    }

    static let names: [Case<String, ItemNumber?>] = [
        Case("same", "Ruby", 1), Case("other case", "RUBY", 1),
        Case("decomposed", "e\u{301}clat", 2),
        Case("without accent", "Eclat", nil), Case("longer", "Ruby two", nil),
        Case("free", "Opal", nil),
    ]

    @Test(arguments: names)
    func findsTheItemWithAName(_ test: Case<String, ItemNumber?>) throws {
        #expect(owner(of: test.input, in: try catalog()) == test.expected)
    }

    @Test func anItemKeepsItsOwnName() throws {
        #expect(owner(of: "ruby", in: try catalog(), except: 1) == nil)
        #expect(owner(of: "ruby", in: try catalog(), except: 2) == 1)
    }

    @Test func followsChanges() throws {
        var catalog = try catalog()
        try catalog.apply([try rename(1, "Ruby", "Opal")])
        #expect(owner(of: "Ruby", in: catalog) == nil && owner(of: "opal", in: catalog) == 1)
        try catalog.apply([.delete(gem(1, "Opal"))])
        #expect(owner(of: "Opal", in: catalog) == nil)
        try catalog.apply([.create(gem(1, "Opal"))])
        #expect(owner(of: "Opal", in: catalog) == 1)
    }

    @Test func aChangeOfCaseKeepsTheNameTaken() throws {
        var catalog = try catalog()
        try catalog.apply([try rename(1, "Ruby", "RUBY")])
        #expect(owner(of: "ruby", in: catalog) == 1)
    }

    /// A restored snapshot may swap the names of two items.
    @Test func swappedNamesStayTaken() throws {
        var catalog = try catalog()
        try catalog.apply([try rename(1, "Ruby", "Éclat"), try rename(2, "Éclat", "Ruby")])
        #expect(owner(of: "Ruby", in: catalog) == 2)
        #expect(owner(of: "Éclat", in: catalog) == 1)
    }

    @Test func aReassignedNameStaysTaken() throws {
        var catalog = try catalog()
        try catalog.apply([try rename(1, "Ruby", "Éclat"), try rename(2, "Éclat", "Opal")])
        #expect(owner(of: "Éclat", in: catalog) == 1)
        #expect(owner(of: "Ruby", in: catalog) == nil)
    }

    @Test func otherKindsCanShareTitles() throws {
        var catalog = try catalog()
        let book = Item(
            kind: 3, number: 3, id: .of(3), values: [.text("Ruby"), nil, nil, nil, nil])
        try catalog.apply([.create(book)])
        try catalog.checkNames(of: book.values, kind: 3)
    }

    @Test func loadedNamesAreTaken() throws {
        var catalog = Catalog(kinds: .standard)
        catalog.load(1) { table in
            table.insert(number: 4, id: .of(4), values: gem(4, "Jade").values)
        }
        #expect(owner(of: "JADE", in: catalog) == 4)
    }
}
