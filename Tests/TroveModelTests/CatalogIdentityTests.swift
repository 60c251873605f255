import Testing
import TroveModel
import TroveTesting

/// Tables keep every number, ID and text, however they are stored.
@Suite struct CatalogIdentityTests {
    private static func values(_ text: String?) -> [Value?] {
        var values: [Value?] = Specimen.kind.fields.map { _ in nil }
        values[0] = .text("thing")
        values[1] = text.map { .text($0) }
        return values
    }

    /// Returns an ID as a program makes it in the same millisecond, the next one, or any other.
    private static func id(after last: ItemID, using random: inout SeededRandom) -> ItemID {
        switch Int.random(in: 0..<14, using: &random) {
        case 0: ItemID(high: random.next(), low: random.next())
        case 4...7:
            ItemID(
                high: (last.high >> 16 &+ .random(in: 0...66_000, using: &random)) << 16
                    | random.next() & 0xFFFF,
                low: random.next())
        case 1: ItemID(high: last.high, low: last.low &- 1)
        case 2: ItemID(high: last.high, low: last.low &+ 1 << 32)
        case 3: last
        default:
            ItemID(
                high: last.high, low: last.low &+ UInt64(UInt32(truncatingIfNeeded: random.next())))
        }
    }

    /// Returns a text: short, long, empty or none.
    private static func text(using random: inout SeededRandom) -> String? {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: nil
        case 1: ""
        case 3: String(repeating: "x", count: Int.random(in: 253...257, using: &random))
        case 2: String(repeating: "long ", count: Int.random(in: 1...6000, using: &random))
        default: String(repeating: "é", count: Int.random(in: 1...20, using: &random))
        }
    }

    /// Returns items whose numbers rise by a little, seldom by much.
    private static func items(_ count: Int, using random: inout SeededRandom) -> [Item] {
        var number = 0
        var id = ItemID(high: 7, low: 0)
        return (0..<count).map { _ in
            number +=
                Int.random(in: 0..<50, using: &random) == 0
                ? Int.random(in: 1...200_000, using: &random)
                : Int.random(in: 1...3, using: &random)
            id = Self.id(after: id, using: &random)
            return Item(
                kind: 0, number: ItemNumber(number), id: id,
                values: values(text(using: &random)))
        }
    }

    @Test func keepsNumbersAndIDs() throws {
        try SeededRandom.run { random in
            var items = Self.items(700, using: &random)
            var catalog = Catalog(kinds: Specimen.kinds, items: items)
            #expect(catalog.items == items, "\(random.hint)")
            // Deletes items, and restores some with another ID and another text.
            for place in items.indices.shuffled(using: &random).prefix(200) {
                let item = items[place]
                try catalog.apply([.delete(item)])
                items[place] = Item(
                    kind: 0, number: item.number,
                    id: Bool.random(using: &random)
                        ? item.id : Self.id(after: item.id, using: &random),
                    values: Self.values(Self.text(using: &random)))
                try catalog.apply([.create(items[place])])
            }
            #expect(catalog.items == items, "\(random.hint)")
            for item in items {
                #expect(catalog.item(numbered: item.number) == item, "\(random.hint)")
            }
        }
    }

    @Test func insertsItemsBetweenOthers() throws {
        try SeededRandom.run { random in
            let items = Self.items(500, using: &random)
            let missing = Set(items.indices.shuffled(using: &random).prefix(150))
            var catalog = Catalog(
                kinds: Specimen.kinds,
                items: items.indices.filter { !missing.contains($0) }.map { items[$0] })
            let changes = missing.sorted().map { Change.create(items[$0]) }
            catalog.insertDeadRows(for: changes, of: 0)
            try catalog.apply(changes)
            #expect(catalog.items == items, "\(random.hint)")
        }
    }

    /// Rows that are appended together, field by field, are those of one insertion each.
    @Test func appendsManyRows() throws {
        try SeededRandom.run { random in
            var table = Table(kind: Specimen.kind)
            var expected: [Item] = []
            let fields = Array(Specimen.kind.fieldIndices)
            for var item in Self.items(300, using: &random) {
                item.values = Specimen.kind.fields.map { field in
                    Int.random(in: 0..<3, using: &random) == 0
                        ? Specimen.value(of: field, using: &random) : nil
                }
                item.values[0] = .text("thing \(item.number)")
                expected.append(item)
            }
            var next = 0
            while next < expected.count {
                let end = min(next + Int.random(in: 1...80, using: &random), expected.count)
                table.appendRows(of: fields) { rows in
                    for item in expected[next..<end] {
                        #expect(rows.isNext(item.number))
                        #expect(next == 0 || !rows.isNext(expected[next - 1].number))
                        for field in fields {
                            rows.draft(
                                field.rawValue, item.values[field],
                                as: Specimen.kind.fields[field].content)
                        }
                        rows.append(number: item.number, id: item.id)
                    }
                    // A draft that is not added.
                    for field in fields {
                        rows.draft(
                            field.rawValue,
                            Specimen.value(of: Specimen.kind.fields[field], using: &random),
                            as: Specimen.kind.fields[field].content)
                    }
                }
                next = end
            }
            let found = table.rows.map { row in
                Item(
                    kind: 0, number: table.number(at: row), id: table.id(at: row),
                    values: table.values(at: row))
            }
            #expect(found == expected, "\(random.hint)")
            #expect(table.count == expected.count)
        }
    }

    /// Room for later rows changes none of the rows.
    @Test func makesRoomForLaterRows() throws {
        try SeededRandom.run { random in
            var table = Table(kind: Specimen.kind)
            let items = Self.items(4300, using: &random)
            for (index, item) in items.enumerated() {
                table.insert(number: item.number, id: item.id, values: item.values)
                if index == 4200 { table.makeRoom(after: 4000, for: 100_000) }
            }
            let found = table.rows.map { row in
                Item(
                    kind: 0, number: table.number(at: row), id: table.id(at: row),
                    values: table.values(at: row))
            }
            #expect(found == items, "\(random.hint)")
        }
    }
}
