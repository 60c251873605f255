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

    /// Names go in a circle, along a chain, to new items and from deleted ones.
    @Test func aRestoredStateKeepsNamesUniqueAfterEachChange() throws {
        try SeededRandom.run { random in
            for _ in 0..<300 { try restoreNames(using: &random) }
        }
    }

    private func restoreNames(using random: inout SeededRandom) throws {
        let (before, after) = (Self.names(using: &random), Self.names(using: &random))
        var changes: [Change] = []
        for number in Set(before.keys).union(after.keys).sorted().shuffled(using: &random) {
            switch (before[number], after[number]) {
            case (let old?, nil): changes.append(.delete(gem(number, old)))
            case (nil, let new?): changes.append(.create(gem(number, new)))
            case (let old?, let new?) where old != new:
                changes.append(try rename(number, old, new))
            default: break
            }
        }
        var catalog = Catalog(kinds: .standard)
        try catalog.apply(before.map { .create(gem($0.key, $0.value)) })
        let ordered = RestoreOrder(.standard).sorted(changes)
        for change in ordered {
            try catalog.apply([change])
            let names = Set(catalog.items.map { $0.title.lowercased() })
            #expect(names.count == catalog.items.count, "\(change)\n\(random.hint)")
        }
        let found = Dictionary(
            uniqueKeysWithValues: catalog.items.map { ($0.number, $0.title) })
        #expect(found == after, "\(random.hint)")
        // At most every second item gives its name up.
        #expect(ordered.count <= changes.count * 3 / 2, "\(random.hint)")
    }

    /// Returns the names of some items.
    private static func names(using random: inout SeededRandom) -> [ItemNumber: String] {
        var names = ["Ruby", "Opal", "Jade", "Onyx", "Topaz", "Agate", "Garnet"]
            .shuffled(using: &random)
        var owned: [ItemNumber: String] = [:]
        for number in 1...8 where Int.random(in: 0..<6, using: &random) > 0 {
            guard let name = names.popLast() else { break }
            owned[ItemNumber(number)] = Bool.random(using: &random) ? name : name.uppercased()
        }
        return owned
    }

    /// Items may have equal names from before their field became unique.
    @Test func anotherItemMayHaveTheName() throws {
        var catalog = try catalog()
        try catalog.apply([.create(gem(3, "Ruby")), .create(gem(4, "ruby"))])
        #expect(owner(of: "Ruby", in: catalog) == 1)
        #expect(owner(of: "RUBY", in: catalog, except: 1) == 3)
        try catalog.apply([rename(1, "Ruby", "Onyx")])
        // The order of the changes does not matter.
        try catalog.apply([rename(1, "Onyx", "Ruby")])
        #expect(owner(of: "Ruby", in: catalog) == 1)
        try catalog.apply([rename(1, "Ruby", "Onyx")])
        #expect(owner(of: "Ruby", in: catalog) == 3)
        try catalog.apply([rename(4, "ruby", "Jade")])
        #expect(owner(of: "Ruby", in: catalog) == 3)
        try catalog.apply([rename(3, "Ruby", "Opal")])
        #expect(owner(of: "Ruby", in: catalog) == nil)
        // A value that an item had before is not checked again.
        try catalog.apply([.create(gem(5, "Onyx"))])
        try catalog.checkNames(
            of: gem(5, "Onyx").values, kind: 1, except: 5, after: gem(5, "Onyx").values)
        #expect(throws: RuleViolation.self) {
            try catalog.checkNames(
                of: gem(5, "Onyx").values, kind: 1, except: 5, after: gem(5, "Agate").values)
        }
    }
}
