import Testing
import TroveModel

/// The order of the numbers after removals and restorations, and the removal of dead rows.
@Suite struct CatalogOrderTests {
    private func specimen(_ number: ItemNumber) -> Item {
        var values: [Value?] = Specimen.kind.fields.map { _ in nil }
        values[0] = .text("thing \(number)")
        values[3] = .integer(number.rawValue)
        values[8] = .set(["t\(number.rawValue % 3)"])
        return Item(kind: 0, number: number, id: .of(number), values: values)
    }

    private func catalog(_ numbers: some Sequence<ItemNumber>) throws -> Catalog {
        var catalog = Catalog(kinds: Specimen.kinds)
        try catalog.apply(numbers.map { .create(specimen($0)) })
        return catalog
    }

    @Test func restoringKeepsTheOrder() throws {
        var catalog = try catalog(1...5)
        try catalog.apply([.delete(specimen(2)), .delete(specimen(4))])
        #expect(catalog.items.map(\.number) == [1, 3, 5])
        try catalog.apply([.create(specimen(4))])
        try catalog.apply([.create(specimen(2))])
        #expect(catalog.items == (1...5).map(specimen))
    }

    @Test func restoringReplacesTheRowsValues() throws {
        var catalog = try catalog(1...3)
        try catalog.apply([.delete(specimen(2))])
        var other = Item(
            kind: 0, number: 2, id: .of(77), values: Specimen.kind.fields.map { _ in nil })
        other.values[0] = .text("other")
        try catalog.apply([.create(other)])
        #expect(catalog.item(numbered: 2) == other)
    }

    @Test func sortsItemsThatArriveOutOfOrder() throws {
        let shuffled: [ItemNumber] = [5, 1, 9, 3, 7, 2, 8, 4, 6]
        var catalog = try catalog(shuffled)
        #expect(catalog.items == (1...9).map(specimen))
        #expect(catalog.item(numbered: 7) == specimen(7))
        try catalog.apply([.create(specimen(0))])
        #expect(catalog.items.first == specimen(0))
    }

    @Test func findsWithinOneBatchOfChanges() throws {
        var catalog = try catalog([10, 20])
        let five = specimen(5)
        var changed = five
        changed.values[1] = .text("new")
        try catalog.apply([
            .create(five), try #require(Change.update(from: five, to: changed.values)),
            .delete(specimen(10)), .create(specimen(15)), .delete(specimen(20)),
        ])
        #expect(catalog.items == [changed, specimen(15)])
    }

    /// More than 4,096 dead rows, if they outnumber the living, are removed.
    @Test func removingDeadRowsLosesNothing() throws {
        var catalog = try catalog(1...9000)
        let gone = (1...9000).filter { $0 % 9 != 0 }
        try catalog.apply(gone.map { .delete(specimen(ItemNumber($0))) })
        #expect(catalog.tables[0].rows.count == 1000)
        #expect(catalog.items == stride(from: 9, through: 9000, by: 9).map(specimen))
        #expect(catalog.item(numbered: 8991) == specimen(8991) && catalog.item(numbered: 1) == nil)
        #expect(throws: RuleViolation.self) {
            try catalog.checkNames(
                of: [.text("thing 9")] + Array(repeating: nil, count: 8), kind: 0)
        }
        try catalog.apply([.create(specimen(4))])
        #expect(catalog.items.first == specimen(4) && catalog.count == 1001)
    }

    @Test func fewDeadRowsStay() throws {
        var catalog = try catalog(1...100)
        try catalog.apply((1...90).map { .delete(specimen($0)) })
        #expect(catalog.tables[0].rows.count == 100 && catalog.count == 10)
        #expect(!catalog.tables[0].isAlive(0) && catalog.tables[0].isAlive(99))
    }

    /// Rewritten texts leave unused bytes, which are removed from time to time.
    @Test func rewritingLongTextsKeepsThem() throws {
        var catalog = try catalog(1...40)
        var texts: [ItemNumber: String] = [:]
        for round in 0..<30 {
            for number in stride(from: 1, through: 40, by: round % 3 + 1) {
                let item = try #require(catalog.item(numbered: ItemNumber(number)))
                var values = item.values
                let text = String(repeating: "\(number)é\(round) ", count: 100 + number)
                values[1] = (number + round) % 7 == 0 ? nil : .text(text)
                texts[ItemNumber(number)] = (number + round) % 7 == 0 ? nil : text
                guard let change = Change.update(from: item, to: values) else { continue }
                try catalog.apply([change])
            }
        }
        for item in catalog.items {
            #expect(item.values[1] == texts[item.number].map { .text($0) }, "\(item.number)")
            #expect(item.title == "thing \(item.number)")
        }
    }
}
