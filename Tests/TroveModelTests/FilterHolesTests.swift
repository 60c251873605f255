import Testing
import TroveModel
import TroveTesting

/// Internally, the smallest integer means "no value"; a query about numbers far below must not
/// match it.
@Suite struct FilterHolesTests {
    private static let kind = Kind(
        name: "a", plural: "as", fields: [Field("t", .text, ""), Field("n", .integer(0...9), "")])

    /// Returns three items, the second without a number.
    private static func table() throws -> Table {
        var catalog = Catalog(kinds: Kinds([kind]))
        for (index, value) in [Value.integer(1), nil, .integer(3)].enumerated() {
            let item = Item(
                kind: 0, number: ItemNumber(index + 1), id: .of(ItemNumber(index + 1)),
                values: [.text("x"), value])
            try catalog.apply([.create(item)])
        }
        return catalog.tables[0]
    }

    static let questions: [Case<(Filter.Comparison, Int), [RowIndex]>] = [
        Case("equal", (.equal, .min), []), Case("less", (.less, .min), []),
        Case("more", (.greater, .min), [0, 2]), Case("at least", (.greaterOrEqual, .min), [0, 2]),
        Case("equal, 32 bits", (.equal, Int(Int32.min)), []),
        Case("at least, 32 bits", (.greaterOrEqual, Int(Int32.min)), [0, 2]),
        Case("at most what is far below", (.lessOrEqual, .min), []),
        Case("at most what is far above", (.lessOrEqual, .max), [0, 2]),
        Case("less than what is far above", (.less, .max), [0, 2]),
    ]

    @Test(arguments: questions)
    func areNotFound(_ test: Case<(Filter.Comparison, Int), [RowIndex]>) throws {
        let (comparison, number) = test.input
        let filter = Filter.compare(field: 1, comparison, [.integer(number)])
        #expect(try Self.table().rows(matching: filter) == test.expected)
    }

    @Test func areAbsent() throws {
        #expect(try Self.table().rows(matching: .isAbsent(field: 1)) == [1])
        #expect(try Self.table().rows(matching: .not(.isAbsent(field: 1))) == [0, 2])
    }
}
