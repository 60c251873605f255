import Testing
import TroveModel
import TroveTesting

@Suite struct TitleIndexTests {
    private static let syllables = [
        "a", "A", "b", "an", "The ", "é", "e\u{301}", "e", "É", "三", "体", "ß", "ss", "ł", "Σ", "ς",
        " ",
        "😀", "x", "\u{323}", "가", "각",
    ]

    private static func title(using random: inout SeededRandom) -> String {
        (0...Int.random(in: 0...4, using: &random))
            .map { _ in syllables.randomElement(using: &random) ?? "" }.joined()
    }

    private static func item(_ number: ItemNumber, _ title: String) -> Item {
        Item(
            kind: 1, number: number, id: .of(number),
            values: [.text(title)] + Array(repeating: nil, count: Kind.book.fields.count - 1))
    }

    private static func catalog(_ titles: [String]) throws -> Catalog {
        var catalog = Catalog(kinds: Specimen.kinds)
        try catalog.apply(
            titles.enumerated().map { .create(item(ItemNumber($0.offset + 1), $0.element)) })
        return catalog
    }

    /// The titles of a catalog, found by a scan.
    private struct Scan {
        /// The folded titles, sorted.
        private let names: [[UInt8]]

        init(_ catalog: Catalog) {
            names = catalog.items.filter { $0.kind == 1 }.map { Folding.name($0.title) }
                .sorted { $0.lexicographicallyPrecedes($1) }
        }

        /// Compares a search in the catalog with the scan.
        func expect(
            _ catalog: inout Catalog, _ text: String, limit: Int, _ hint: String,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            let key = Folding.name(text)
            let all = names.filter { $0.starts(with: key) }
            let found = catalog.rows(of: 1, titleBeginningWith: text, limit: limit)
            let shown = found.rows.map { Folding.name(catalog.item(1, at: $0).title) }
            #expect(
                shown == Array(all.prefix(limit)), "\(text.debugDescription)\n\(hint)",
                sourceLocation: sourceLocation)
            #expect(found.total == all.count, "\(hint)", sourceLocation: sourceLocation)
            #expect(
                Set(found.rows).count == found.rows.count, "\(hint)",
                sourceLocation: sourceLocation)
        }
    }

    @Test func agreesWithAScan() throws {
        try SeededRandom.run { random in
            let titles = (0..<400).map { _ in Self.title(using: &random) }
            var catalog = try Self.catalog(titles)
            let scan = Scan(catalog)
            for _ in 0..<300 {
                let text = String(
                    (titles.randomElement(using: &random) ?? "")
                        .unicodeScalars.prefix(Int.random(in: 0...4, using: &random)))
                let limit = Int.random(in: 0...30, using: &random)
                scan.expect(&catalog, text, limit: limit, random.hint)
            }
        }
    }

    @Test func followsChangesAndDeletions() throws {
        try SeededRandom.run { random in
            var catalog = try Self.catalog((0..<200).map { _ in Self.title(using: &random) })
            for _ in 0..<150 {
                let items = catalog.items
                guard let item = items.randomElement(using: &random) else { break }
                switch Int.random(in: 0..<3, using: &random) {
                case 0: try catalog.apply([.delete(item)])
                case 1:
                    let changed = Self.item(item.number, Self.title(using: &random))
                    guard let change = Change.update(from: item, to: changed.values) else {
                        continue
                    }
                    try catalog.apply([change])
                default:
                    let number = (items.map(\.number).max() ?? 0).advanced(by: 1)
                    try catalog.apply([.create(Self.item(number, Self.title(using: &random)))])
                }
                let text = String(Self.title(using: &random).prefix(1))
                Scan(catalog).expect(&catalog, text, limit: 1000, random.hint)
            }
        }
    }

    /// Rows are indexed in blocks of 16,384; matches must be merged in order.
    @Test func mergesItsBlocks() throws {
        try SeededRandom.run { random in
            let titles = (0..<17_000).map { _ in Self.title(using: &random) }
            var catalog = try Self.catalog(titles)
            let scan = Scan(catalog)
            // First merged, then joined into one list.
            for isJoined in [false, true] {
                while isJoined, catalog.sortForCompletion() {}
                for text in ["", "a", "The ", "三", "e", "É", "ss", "zzz"] {
                    for limit in [0, 1, 12, 20_000] {
                        scan.expect(&catalog, text, limit: limit, random.hint)
                    }
                }
            }
            let late = Self.item(16_385, titles[16_384])
            try catalog.apply([.delete(late)])
            try catalog.apply([.delete(Self.item(1, titles[0]))])
            Scan(catalog).expect(&catalog, "", limit: 20_000, random.hint)
            try catalog.apply([.create(late)])
            Scan(catalog).expect(&catalog, titles[16_384], limit: 50, random.hint)
        }
    }

    /// A change in a block that is only partly sorted.
    @Test func followsChangesBetweenSlices() throws {
        try SeededRandom.run { random in
            var catalog = try Self.catalog((0..<3000).map { _ in Self.title(using: &random) })
            for _ in 0..<environmentNumber("TROVE_ROUNDS", default: 12) {
                for _ in 0..<Int.random(in: 0...6, using: &random) {
                    _ = catalog.sortForCompletion()
                }
                let items = catalog.items
                guard let item = items.randomElement(using: &random) else { break }
                let changed = Self.item(item.number, Self.title(using: &random))
                let change = Change.update(from: item, to: changed.values)
                try catalog.apply([
                    Bool.random(using: &random) ? .delete(item) : change ?? .delete(item)
                ])
                let title = Self.title(using: &random)
                let expected = Set(
                    catalog.items.filter { $0.kind == 1 && $0.title == title }.map(\.number))
                // The search is bounded: some of many may be missed, and all that have a short
                // title, because most titles pass the signatures for one or two characters.
                let found = Set(catalog.items(of: 1, titled: title))
                let isShort = Folding.search(title).count < 3
                #expect(
                    found.isSubset(of: expected) && (found.isEmpty == expected.isEmpty || isShort),
                    "\(title.debugDescription)\n\(random.hint)")
                if Bool.random(using: &random) {
                    let text = String(title.prefix(1))
                    Scan(catalog).expect(&catalog, text, limit: 5000, random.hint)
                }
            }
        }
    }

    @Test func isPreparedInSlices() throws {
        var catalog = try Self.catalog((0..<17_000).map { "book \($0)" })
        var slices = 0
        while catalog.sortForCompletion() { slices += 1 }
        #expect(slices > 2)
        let isLeft = catalog.sortForCompletion()
        try catalog.apply([.delete(Self.item(12_000, "book 11999"))])
        let isSpoilt = catalog.sortForCompletion()
        #expect(!isLeft && isSpoilt)
        while catalog.sortForCompletion() {}
        let gone = catalog.rows(of: 1, titleBeginningWith: "BOOK 11999", limit: 5)
        let last = catalog.rows(of: 1, titleBeginningWith: "book 16999", limit: 5)
        #expect(gone.rows.isEmpty && last.rows == [16_999])
    }

    @Test func findsLoadedRows() {
        var catalog = Catalog(kinds: Specimen.kinds)
        for number in 1...3 {
            catalog.load(1) { table in
                let item = Self.item(ItemNumber(number), "Title \(4 - number)")
                table.insert(number: ItemNumber(number), id: item.id, values: item.values)
            }
            let found = catalog.rows(of: 1, titleBeginningWith: "title", limit: 9)
            #expect(
                found.rows == (0..<number).reversed().map { RowIndex($0) } && found.total == number)
        }
    }
}
