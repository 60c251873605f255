import Testing
import TroveExchange
import TroveModel
import TroveTesting

/// Written files are read back unchanged, for all values of all kinds.
struct RoundTripTests {
    @Test(arguments: TroveWriter.Form.allCases)
    func nothingIsLost(form: TroveWriter.Form) throws {
        try SeededRandom.run { random in
            for _ in 0..<20 {
                let items = (1...40).map { Self.item(number: $0, using: &random) }
                // Items are written kind by kind.
                let expected = Catalog(kinds: .standard, items: items).items
                let bytes = try Self.write(items, as: form)
                let read = try Self.read(bytes, as: form, using: &random)
                try #require(read.count == expected.count)
                for (imported, item) in zip(read, expected) {
                    try #require(imported.kind == item.kind)
                    try #require(imported.identity == item.id.description)
                    try #require(
                        zip(imported.values, item.values).allSatisfy(Self.areSame),
                        "\(imported.values) is not \(item.values)")
                }
            }
        }
    }

    @Test(arguments: TroveWriter.Form.allCases)
    func blocksMakeTheSameFile(form: TroveWriter.Form) throws {
        try SeededRandom.run { random in
            for _ in 0..<20 {
                let items = (1...40).map { Self.item(number: $0, using: &random) }
                let whole = try Self.write(items, as: form)
                let inBlocks = try Self.write(items, as: form) { row, kind, writer in
                    var block = writer.following
                    if Bool.random(using: &random) {
                        // An empty block, also before the first item.
                        writer.append(block)
                        try writer.append(row, of: kind)
                    } else {
                        try block.append(row, of: kind)
                        writer.append(block)
                    }
                }
                try #require(inBlocks == whole)
            }
        }
    }

    @Test(arguments: TroveWriter.Form.allCases)
    func anEmptyExportIsAFile(form: TroveWriter.Form) throws {
        try SeededRandom.run { random in
            let read = try Self.read(Self.write([], as: form), as: form, using: &random)
            #expect(read.isEmpty)
        }
    }

    @Test func aTableHasTheColumnsOfItsKinds() throws {
        let gem = Item(
            kind: 1, number: 1, id: ItemID(high: 0, low: 1),
            values: [
                .text("Ruby"), nil, nil, .text("=red"), .decimal(FixedDecimal(9)), .month(.july),
                nil,
            ])
        #expect(
            String(decoding: try Self.write([gem], as: .csv), as: UTF8.self) == """
                kind,name,description,photo,color,hardness,birthstone,tags,id
                gem,Ruby,,,'=red,9,July,,00000000-0000-0000-0000-000000000001

                """)
        #expect(
            String(decoding: try Self.write([gem], as: .jsonl), as: UTF8.self)
                == #"{"number":1,"id":"00000000-0000-0000-0000-000000000001","kind":"gem","#
                + #""name":"Ruby","color":"=red","hardness":9,"birthstone":"July"}"# + "\n")
    }

    // MARK: Round trips

    private static func write(
        _ items: [Item], as form: TroveWriter.Form,
        _ append: (Table.Row, KindIndex, inout TroveWriter) throws -> Void = { row, kind, writer in
            try writer.append(row, of: kind)
        }
    ) throws -> [UInt8] {
        let catalog = Catalog(kinds: .standard, items: items)
        let kinds = catalog.kinds.indices.filter { catalog.tables[$0].count > 0 }
        var writer = TroveWriter(
            form, .standard, exported: kinds.isEmpty ? Array(catalog.kinds.indices) : kinds)
        for kind in kinds {
            for row in catalog.tables[kind].rows {
                try append(catalog.tables[kind].row(at: row), kind, &writer)
            }
        }
        writer.finish()
        return writer.bytes
    }

    /// Returns the items in a file, read in blocks of some size.
    private static func read(
        _ bytes: [UInt8], as form: TroveWriter.Form, using random: inout SeededRandom
    ) throws -> [ImportedItemRow] {
        let blockSize = Int.random(in: 100...100_000, using: &random)
        var items: [ImportedItemRow] = []
        func take(_ row: ImportedRow) throws {
            guard case .item(let item) = row else { throw Rejected(row: row) }
            items.append(item)
        }
        guard form == .csv else {
            let reader = TroveJSONReader(
                MemoryBytes(bytes), kinds: .standard, blockSize: blockSize)
            while let row = try reader.next() { try take(row) }
            return items
        }
        let reader = TableReader(MemoryBytes(bytes), blockSize: blockSize)
        var record = TableRecord()
        _ = try reader.next(into: &record)
        let table = try #require(TroveTable(header: record, kinds: .standard))
        while try reader.next(into: &record) {
            try #require(record.problem == nil)
            try take(table.row(from: record))
        }
        return items
    }

    /// A row that should be an item.
    private struct Rejected: Error {
        let row: ImportedRow
    }

    /// Texts are equal if their bytes are.
    private static func areSame(_ left: Value?, _ right: Value?) -> Bool {
        switch (left, right) {
        case (.text(let left)?, .text(let right)?): left.utf8.elementsEqual(right.utf8)
        case (.set(let left)?, .set(let right)?):
            left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
        default: left == right
        }
    }

    // MARK: Random items

    private static func item(number: ItemNumber, using random: inout SeededRandom) -> Item {
        let kinds = Kinds.standard
        let kind = KindIndex(Int.random(in: kinds.all.indices, using: &random))
        let values = kinds[kind].fields.enumerated().map { index, field in
            index == Kind.titleIndex.rawValue || Bool.random(using: &random)
                ? value(for: field, using: &random) : nil
        }
        return Item(
            kind: kind, number: number, id: ItemID(high: random.next(), low: random.next()),
            values: values)
    }

    private static func value(for field: Field, using random: inout SeededRandom) -> Value? {
        switch field.content {
        case .text, .isbn, .choice: return .text(text(using: &random))
        case .integer(let range): return .integer(Int.random(in: range, using: &random))
        case .decimal(let range, let step):
            let unit = step?.thousandths ?? 1
            let number = Int.random(
                in: range.lowerBound.thousandths / unit...range.upperBound.thousandths / unit,
                using: &random)
            return .decimal(FixedDecimal(thousandths: number * unit))
        case .date:
            let year = Int.random(in: 1...9999, using: &random)
            let month = Bool.random(using: &random) ? Int.random(in: 1...12, using: &random) : nil
            let day = Bool.random(using: &random) ? Int.random(in: 1...28, using: &random) : nil
            return PartialDate(year: year, month: month, day: month == nil ? nil : day)
                .map { .date($0) }
        case .month: return Month.allCases.randomElement(using: &random).map { .month($0) }
        case .ladder(let ladder):
            return ladder.rungs.randomElement(using: &random).map { .text($0.name) }
        case .set:
            // Some texts as the rules for names change them.
            let names = (0..<Int.random(in: 1...4, using: &random)).map { _ in text(using: &random)
            }
            let plain = names.joined(separator: ",").unicodeScalars
                .filter { $0.value >= 0x20 && $0.value != 0x7F }
            let value = try? field.parse(
                String(String.UnicodeScalarView(plain)), namedDay: { _ in nil })
            return value == .set([]) ? nil : value
        }
    }

    /// Parts that have a meaning to some step.
    private static let pieces: [String] =
        [
            "a", "Z", "0", "é", "e\u{301}", "\u{301}", "日本", "🙂", "👩‍🚀", "👍🏽", "\u{FEFF}", "\u{2028}",
            "\u{85}", "\u{A0}", "\u{7F}", "\u{10FFFF}", "\u{FFFD}", " ", "  ", "\t", "\n", "\r",
            "\r\n",
            ",", ";", "\"", "\"\"", "'", "''", "=", "+", "-", "@", "\\", "\\n", "\\\"", "{", "}",
            "[",
            "]", ":", "null", "kind", "<br/>",
        ] + (1..<0x20).map { String(Unicode.Scalar(UInt8($0))) }

    private static func text(using random: inout SeededRandom) -> String {
        let isLong = Int.random(in: 0..<50, using: &random) == 0
        let count = Int.random(in: 1...(isLong ? 5000 : 12), using: &random)
        return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }
}
