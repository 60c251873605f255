import Testing
import TroveModel
import TroveTesting

/// The values of a field that completion offers.
@Suite struct ValueMatchTests {
    private static func item(_ number: ItemNumber, using random: inout SeededRandom) -> Item {
        var values = Specimen.kind.fields.map { field in
            Bool.random(using: &random) ? Specimen.value(of: field, using: &random) : nil
        }
        values[Kind.titleIndex] = .text("thing \(number)")
        return Item(kind: 0, number: number, id: .of(number), values: values)
    }

    /// Returns how many items have each value.
    private static func counts(_ catalog: Catalog, _ field: FieldIndex) -> [String: Int] {
        var counts: [String: Int] = [:]
        for item in catalog.items where item.kind == 0 {
            switch item.values[field] {
            case .text(let text)?: counts[text, default: 0] += 1
            case .set(let names)?: for name in names { counts[name, default: 0] += 1 }
            default: break
            }
        }
        return counts
    }

    @Test func followsTheItems() throws {
        let fields = ["remark", "genus", "grade", "tags", "finder"].map(Specimen.field)
        try SeededRandom.run { random in
            var catalog = Catalog(kinds: Specimen.kinds)
            for _ in 0..<400 {
                let items = catalog.items
                let item = items.randomElement(using: &random)
                switch (Int.random(in: 0..<7, using: &random), item) {
                case (0, let item?): try catalog.apply([.delete(item)])
                case (1, let item?):
                    let changed = Self.item(item.number, using: &random)
                    if let change = Change.update(from: item, to: changed.values) {
                        try catalog.apply([change])
                    }
                case (2, _): _ = catalog.prepareCompletion(rows: 7)
                case (3, _): while catalog.sortForCompletion() {}
                default:
                    let free = (1...80).map { ItemNumber($0) }
                        .filter { number in !items.contains { $0.number == number } }
                    guard let number = free.randomElement(using: &random) else { continue }
                    try catalog.apply([.create(Self.item(number, using: &random))])
                }
                let field = fields.randomElement(using: &random) ?? fields[0]
                let expected = Self.counts(catalog, field)
                let found = catalog.values(of: field, kind: 0, matching: TextPattern(""), limit: 99)
                // Composed and decomposed texts are two values, but equal strings.
                let counts = Dictionary(
                    found.elements.map { ($0.text, $0.count) }, uniquingKeysWith: +)
                let ranked = found.elements.map(\.count)
                #expect(counts == expected, "\(random.hint)")
                #expect(ranked == ranked.sorted(by: >), "\(random.hint)")
                for name in ["三", "Zebra", "red"] {
                    let isThere = expected.keys.contains {
                        Folding.search($0) == Folding.search(name)
                    }
                    #expect(
                        catalog.tables[0].hasValue(name, in: field) == isThere, "\(random.hint)")
                }
            }
        }
    }

    private static func catalog(_ remarks: [String?]) throws -> Catalog {
        var catalog = Catalog(kinds: Specimen.kinds)
        for (index, remark) in remarks.enumerated() {
            var values: [Value?] = Specimen.kind.fields.map { _ in nil }
            values[0] = .text("thing \(index)")
            values[1] = remark.map { .text($0) }
            let number = ItemNumber(index + 1)
            try catalog.apply(
                [.create(Item(kind: 0, number: number, id: .of(number), values: values))])
        }
        return catalog
    }

    static let questions: [Case<String, [String]>] = [
        Case("the most frequent first", "z", ["Zebra", "zebra"]),
        Case("case does not count", "ZEBRA", ["Zebra", "zebra"]),
        Case("accents do not count", "ecl", ["Eclair", "éclat"]),
        Case("a word", "crossing", ["a crossing"]), Case("inside", "ross", ["a crossing"]),
        Case("none", "x", []),
    ]

    @Test(arguments: questions)
    func match(_ test: Case<String, [String]>) throws {
        var catalog = try Self.catalog(
            ["zebra", "Zebra", "éclat", nil, "Eclair", "Zebra", "三体", "a crossing"])
        let found = catalog.values(
            of: 1, kind: 0, matching: TextPattern(test.input), limit: 9)
        #expect(found.elements.map(\.text) == test.expected)
    }

    @Test func areLimited() throws {
        var catalog = try Self.catalog(["a", "b", "c", "b"])
        let found = catalog.values(of: 1, kind: 0, matching: TextPattern(""), limit: 2)
        #expect(found.elements == [KnownValue("b", count: 2), KnownValue("a", count: 1)])
        #expect(found.total == 3)
    }

    /// A long text is not offered, and neither are titles, numbers and dates.
    @Test func areShortTexts() throws {
        var catalog = try Self.catalog([String(repeating: "x", count: 81), "short"])
        let found = catalog.values(of: 1, kind: 0, matching: TextPattern(""), limit: 9)
        #expect(found.elements.map(\.text) == ["short"])
        for field in [0, 3, 4, 5, 6] as [FieldIndex] {
            let none = catalog.values(of: field, kind: 0, matching: TextPattern(""), limit: 9)
            #expect(none.total == 0)
        }
    }
}
