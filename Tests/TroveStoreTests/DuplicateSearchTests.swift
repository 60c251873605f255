import Testing
import TroveModel
import TroveStore
import TroveTesting

/// The searches for duplicates in the file, compared with those in the index.
@Suite struct DuplicateSearchTests {
    private static let book: KindIndex = 0
    private static let titles = [
        "Dune", "  dune ", "DÜNE", "Dune by Frank Herbert", "Dune Messiah", "Düne by Camus",
        "d", "\u{3000}Dune", "Left   Hand", "left hand", "Left\tHand by Le Guin", "三 体",
        "三\u{3000}体",
        "'quoted'", "1984", "{", "Å by B", "e\u{301}clat", "éclat", "Eclat",
    ]
    private static let creators = [nil, "Frank Herbert", "frank  herbert", "Camus", "Le Guin", " "]
    private static let numbers = [
        nil, nil, "9780441013593", "0441013597", "978-0-441-01359-3", "9780441172719", "no number",
    ]

    private static func values(_ random: inout SeededRandom) -> [Value?] {
        let kind = Kind.book
        var values: [Value?] = kind.fields.map { _ in nil }
        func pick(_ texts: [String?]) -> Value? {
            (texts.randomElement(using: &random) ?? nil).map { .text($0) }
        }
        values[Kind.titleIndex] = pick(titles)
        if let field = kind.index(ofRole: .creator) { values[field] = pick(creators) }
        if let field = kind.index(ofRole: .isbn) { values[field] = pick(numbers) }
        return values
    }

    /// The first searches of a library read the file, and the later ones use the index.
    @Test func theFileAndTheIndexAgree() throws {
        try SeededRandom.run { random in
            let scratch = try ScratchDirectory()
            let location = Library.Location.file(scratch.path("library.db"))
            let writer = try Library(location, kinds: .standard)
            var changes: [Change] = []
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                let number = try writer.takeNumber()
                changes.append(
                    .create(
                        Item(
                            kind: Self.book, number: number, id: .of(number),
                            values: Self.values(&random))))
            }
            try writer.run(changes)
            let indexed = try Library(location, kinds: .standard)
            for _ in 0..<20 {
                _ = try indexed.duplicates.first(of: Self.values(&random), kind: Self.book)
            }
            #expect(indexed.catalog.hasDuplicateIndex(of: Self.book))
            for _ in 0..<40 {
                let fresh = try Library(location, kinds: .standard)
                if Bool.random(using: &random) { try fresh.loadAll(Self.book) }
                for _ in 0..<6 {
                    let values = Self.values(&random)
                    let number = ItemNumber(Int.random(in: 1...40, using: &random))
                    let isTitleEnough = Bool.random(using: &random)
                    let found = try fresh.duplicates.first(
                        of: values, kind: Self.book, isTitleEnough: isTitleEnough, except: number)
                    let expected = try indexed.duplicates.first(
                        of: values, kind: Self.book, isTitleEnough: isTitleEnough, except: number)
                    #expect(found == expected, "\(values.compactMap(\.self))")
                }
                #expect(!fresh.catalog.hasDuplicateIndex(of: Self.book))
            }
        }
    }
}
