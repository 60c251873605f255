import Testing
import TroveModel
import TroveTesting

/// Random filters over random rows, compared with the simple evaluation of `Reference`.
@Suite struct FilterRandomTests {
    private static let comparisons: [Filter.Comparison] = [
        .equal, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]

    private static func filter(_ depth: Int, using random: inout SeededRandom) -> Filter {
        let kind = Specimen.kind
        let field = Int.random(in: kind.fields.indices, using: &random)
        func values() -> [Value] {
            (0...Int.random(in: 0...1, using: &random)).map { _ in
                Specimen.value(of: kind.fields[field], using: &random)
            }
        }
        func texts() -> [String] {
            values().map { value in
                let text = value.description
                return Bool.random(using: &random) ? text : String(text.prefix(2))
            }
        }
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
        case 0, 1, 2:
            return .compare(
                field: FieldIndex(field), comparisons.randomElement(using: &random) ?? .equal,
                values())
        case 3: return .contains(field: FieldIndex(field), texts())
        case 4: return .isAbsent(field: FieldIndex(field))
        case 5: return .anyText(texts()[0])
        case 6: return .not(filter(depth - 1, using: &random))
        case 7: return .all((0..<2).map { _ in filter(depth - 1, using: &random) })
        default: return .any((0..<2).map { _ in filter(depth - 1, using: &random) })
        }
    }

    @Test func agreesWithTheReference() throws {
        try SeededRandom.run { random in
            var catalog = try Catalog.ofSpecimens(300, using: &random)
            let gone = catalog.items.filter { $0.number.rawValue % 11 == 0 }
            try catalog.apply(gone.map(Change.delete))
            let items = catalog.items
            let reference = Reference(kind: Specimen.kind)
            for _ in 0..<500 {
                let filter = Self.filter(2, using: &random)
                let table = catalog.tables[0]
                let found = table.rows(matching: filter).map { table.number(at: $0) }
                let expected = items.filter { reference.matches(filter, $0.values) }.map(\.number)
                #expect(found == expected, "\(filter)\n\(random.hint)")
                #expect(
                    table.count(matching: filter) == expected.count, "\(filter)\n\(random.hint)")
            }
        }
    }

    @Test func respectsStartAndLimit() throws {
        try SeededRandom.run { random in
            let catalog = try Catalog.ofSpecimens(2500, using: &random)
            let table = catalog.tables[0]
            for _ in 0..<60 {
                let filter = Self.filter(1, using: &random)
                let all = table.rows(matching: filter)
                let start = Int.random(in: 0...2600, using: &random)
                let limit = Int.random(in: 0...40, using: &random)
                #expect(
                    table.rows(matching: filter, from: RowIndex(start), limit: limit)
                        == Array(all.filter { $0.rawValue >= start }.prefix(limit)),
                    "from \(start), limit \(limit), \(filter)\n\(random.hint)")
            }
        }
    }
}
