import Testing
import TroveModel
import TroveTesting

/// The texts of a field that completion suggests.
@Suite struct TextSuggestionTests {
    private static func table() throws -> Table {
        var catalog = Catalog(kinds: Specimen.kinds)
        let remarks = ["Zebra", "éclat", nil, "Eclair", "zebra", "Zebra", "三体"]
        for (index, remark) in remarks.enumerated() {
            var values: [Value?] = Specimen.kind.fields.map { _ in nil }
            values[0] = .text("thing \(index)")
            values[1] = remark.map { .text($0) }
            let item = Item(
                kind: 0, number: ItemNumber(index + 1), id: .of(ItemNumber(index + 1)),
                values: values)
            try catalog.apply([.create(item)])
        }
        let gone = try #require(catalog.item(numbered: 7))
        try catalog.apply([.delete(gone)])
        return catalog.tables[0]
    }

    static let questions: [Case<String, [String]>] = [
        Case("each once", "z", ["Zebra", "zebra"]),
        Case("case does not count", "ZEBRA", ["Zebra", "zebra"]),
        Case("a letter begins its accented one", "e", ["Eclair", "éclat"]),
        Case("decomposed", "e\u{301}", ["éclat"]),
        Case("those that are deleted are not", "三", []), Case("no such", "x", []),
    ]

    @Test(arguments: questions)
    func haveThePrefix(_ test: Case<String, [String]>) throws {
        let found = try Self.table().texts(of: 1, beginningWith: test.input, limit: 9)
        #expect(found == test.expected)
    }

    @Test func areLimited() throws {
        #expect(try Self.table().texts(of: 1, beginningWith: "", limit: 2).count == 2)
        #expect(try Self.table().texts(of: 3, beginningWith: "", limit: 2).isEmpty)
    }
}
