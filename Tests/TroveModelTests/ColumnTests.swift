import Testing
import TroveModel
import TroveTesting

/// Columns become wider as values need it, and keep every value.
@Suite struct ColumnTests {
    private static let kind = Kind(
        name: "thing", plural: "things",
        fields: [
            Field("name", .text, "what it is called"),
            Field("count", .integer(-2_000_000_000...2_000_000_000), "how many"),
            Field("genus", .choice(suggestions: []), "what it belongs to"),
        ])

    private static let limits = [0, 127, 128, 255, 32_767, 32_768, 2_000_000_000]

    private static func values(_ width: Int, using random: inout SeededRandom) -> [Value?] {
        let limit = limits[Int.random(in: 0...width, using: &random)]
        let name = String(repeating: "é", count: Int.random(in: 0...3, using: &random))
        func maybe(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
        return [
            maybe(.text(name)),
            maybe(.integer(Bool.random(using: &random) ? limit : -limit)),
            maybe(.text("genus \(Int.random(in: 0...(width * 60), using: &random))")),
        ]
    }

    @Test func keepAllValues() throws {
        try SeededRandom.run { random in
            for width in Self.limits.indices {
                var catalog = Catalog(kinds: Kinds([Self.kind]))
                var expected: [Item] = []
                for number in 1...300 {
                    let number = ItemNumber(number)
                    let item = Item(
                        kind: 0, number: number, id: .of(number),
                        values: Self.values(width, using: &random))
                    expected.append(item)
                    try catalog.apply([.create(item)])
                    let place = Int.random(in: expected.indices, using: &random)
                    let values = Self.values(width, using: &random)
                    guard let change = Change.update(from: expected[place], to: values) else {
                        continue
                    }
                    expected[place].values = values
                    try catalog.apply([change])
                }
                #expect(catalog.items == expected, "\(random.hint)")
                for limit in Self.limits {
                    let filter = Filter.compare(field: 1, .greaterOrEqual, [.integer(limit)])
                    let count = expected.count { item in
                        if case .integer(let number)? = item.values[1] {
                            number >= limit
                        } else {
                            false
                        }
                    }
                    #expect(catalog.tables[0].count(matching: filter) == count, "\(random.hint)")
                }
            }
        }
    }

    /// More changed and empty texts than a column keeps aside.
    @Test func manyTextsCanChange() throws {
        let count = 6000
        var catalog = Catalog(
            kinds: Kinds([Self.kind]),
            items: (1...count).map { number in
                Item(
                    kind: 0, number: ItemNumber(number), id: .of(ItemNumber(number)),
                    values: [.text(number % 2 == 0 ? "" : "thing \(number)"), nil, nil])
            })
        for round in 0..<2 {
            for item in catalog.items {
                let text: Value? = item.number.rawValue % 3 == round ? nil : .text("\(item.number)")
                try catalog.apply(
                    [
                        Change.update(from: item, to: [text, nil, nil])
                    ].compactMap(\.self))
            }
        }
        for item in catalog.items {
            let number = item.number
            #expect(item.values[0] == (number.rawValue % 3 == 1 ? nil : .text("\(number)")))
        }
    }
}
