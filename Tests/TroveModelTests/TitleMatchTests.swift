import Testing
import TroveModel
import TroveTesting

/// The titles that completion finds, compared with a scan of all titles.
@Suite struct TitleMatchTests {
    private static let words = [
        "The", "the", "Left", "Hand", "of", "Darkness", "Émile", "e\u{301}clat", "Eclair", "三体",
        "Łódź",
        "Straße", "left-handed", "“Dune”", "Ender’s", "x", "a", "20", "😀",
    ]

    private static func title(using random: inout SeededRandom) -> String {
        (0...Int.random(in: 0...4, using: &random))
            .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
    }

    private static func item(_ number: ItemNumber, _ title: String) -> Item {
        Item(
            kind: 1, number: number, id: .of(number),
            values: [.text(title)] + Array(repeating: nil, count: Kind.book.fields.count - 1))
    }

    /// Compares a search with a scan.
    private static func expectReference(_ catalog: inout Catalog, _ text: String, _ hint: String) {
        let pattern = TextPattern(text)
        let all = catalog.items.filter { $0.kind == 1 }
        let expected = pattern.best(of: all, by: \.title)
        let found = catalog.titles(of: 1, matching: pattern, limit: 1000)
        #expect(found.total == expected.total, "\(text.debugDescription)\n\(hint)")
        #expect(
            found.elements.sorted() == expected.elements.map(\.title).sorted(),
            "\(text.debugDescription)\n\(hint)")
        guard found.total > 0 else { return }
        #expect(found.match == expected.match, "\(text.debugDescription)\n\(hint)")
        if found.match == .beginning {
            let keys = found.elements.map(Folding.name)
            #expect(
                zip(keys, keys.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) },
                "\(text.debugDescription)\n\(hint)")
        } else {
            #expect(
                found.elements == expected.elements.reversed().map(\.title),
                "\(text.debugDescription)\n\(hint)")
        }
    }

    @Test func agreesWithAScan() throws {
        try SeededRandom.run { random in
            var catalog = Catalog(kinds: Specimen.kinds)
            try catalog.apply(
                (1...300).map {
                    .create(Self.item(ItemNumber($0), Self.title(using: &random)))
                })
            for _ in 0..<150 {
                let items = catalog.items
                guard let item = items.randomElement(using: &random) else { break }
                switch Int.random(in: 0..<6, using: &random) {
                case 0: try catalog.apply([.delete(item)])
                case 1:
                    let changed = Self.item(item.number, Self.title(using: &random))
                    if let change = Change.update(from: item, to: changed.values) {
                        try catalog.apply([change])
                    }
                case 2:
                    let number = (items.map(\.number).max() ?? 0).advanced(by: 1)
                    try catalog.apply([.create(Self.item(number, Self.title(using: &random)))])
                case 3: _ = catalog.sortForCompletion()
                case 4: _ = catalog.prepareCompletion(rows: 50)
                default: break
                }
                let words = Self.title(using: &random).split(separator: " ").prefix(2)
                let parts = words.map { word in
                    String(
                        word.dropFirst(.random(in: 0...1, using: &random))
                            .prefix(.random(in: 1...4, using: &random)))
                }
                Self.expectReference(&catalog, parts.joined(separator: " "), random.hint)
            }
        }
    }

    /// Several chunks of signatures, of which the last is not full.
    @Test func findsOneOfMany() throws {
        var catalog = Catalog(kinds: Specimen.kinds)
        try catalog.apply(
            (1...20_000).map { .create(Self.item(ItemNumber($0), "Volume \($0) of many")) })
        while catalog.prepareCompletion(rows: 1024) {}
        for number in [3025, 16_384, 16_385, 19_999, 20_000] {
            let found = catalog.titles(of: 1, matching: TextPattern("\(number) of"), limit: 5)
            #expect(found.elements == ["Volume \(number) of many"])
        }
        let inside = catalog.titles(of: 1, matching: TextPattern("olume"), limit: 2)
        #expect(inside.elements == ["Volume 20000 of many", "Volume 19999 of many"])
    }

    /// A signature does not tell the order of words, so a bounded search stops before the match.
    @Test func aThoroughSearchFindsARareMatch() throws {
        var catalog = Catalog(kinds: Specimen.kinds)
        try catalog.apply([.create(Self.item(1, "Many volumes"))])
        try catalog.apply(
            (2...20_000).map { .create(Self.item(ItemNumber($0), "Volume \($0) of many")) })
        while catalog.prepareCompletion(rows: 4096) {}
        let bounded = catalog.titles(of: 1, matching: TextPattern("any olu"), limit: 5)
        let thorough = catalog.titles(
            of: 1, matching: TextPattern("any olu", isThorough: true), limit: 5)
        #expect(bounded.elements.isEmpty)
        #expect(thorough.elements == ["Many volumes"] && thorough.match == .inside)
    }

    /// Without knowing in which blocks a part of a word occurs, a bounded search would stop among
    /// the newer titles.
    @Test func passesOverBlocksThatCannotMatch() throws {
        let all = ["qz", "xqz", "qzy", "xqzy", "many qz", "volume xqzy"]
        var catalog = Catalog(kinds: Specimen.kinds)
        let rare: ItemNumber = 16_000
        try catalog.apply(
            (1...40_000).map { number in
                let title =
                    number == rare.rawValue ? "Volume of many xqzy" : "Volume \(number) of many"
                return .create(Self.item(ItemNumber(number), title))
            })
        while catalog.prepareCompletion(rows: 4096) {}
        func found(_ typed: String) -> [String] {
            catalog.titles(of: 1, matching: TextPattern(typed), limit: 5).elements
        }
        for typed in all { #expect(found(typed) == ["Volume of many xqzy"], "\(typed)") }

        let former = Self.item(rare, "Volume of many xqzy")
        let changed = Self.item(rare, "Volume of many")
        let change = try #require(Change.update(from: former, to: changed.values))
        try catalog.apply([change])
        for typed in all { #expect(found(typed) == [], "\(typed)") }
        let changedBack = try #require(Change.update(from: changed, to: former.values))
        try catalog.apply([changedBack])
        for typed in all { #expect(found(typed) == ["Volume of many xqzy"], "\(typed)") }
    }

    /// A search before anything is prepared reads the first titles itself.
    @Test func needsNoPreparation() throws {
        var catalog = Catalog(kinds: Specimen.kinds)
        try catalog.apply([.create(Self.item(1, "The Left Hand"))])
        let found = catalog.titles(of: 1, matching: TextPattern("left"), limit: 5)
        #expect(found.elements == ["The Left Hand"] && found.match == .wordBeginnings)
    }
}
