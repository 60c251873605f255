import Testing
import TroveModel
import TroveTesting

/// What counts as a duplicate, and the index after all changes.
@Suite struct DuplicateIndexTests {
    private static let book: KindIndex = 1
    private static let isbnField = Kind.book.index(ofRole: .isbn) ?? 0
    private static let creatorField = Kind.book.index(ofRole: .creator) ?? 0

    private static func values(
        _ title: String, _ creator: String? = nil, _ isbn: String? = nil
    ) -> [Value?] {
        var values: [Value?] = Kind.book.fields.map { _ in nil }
        values[Kind.titleIndex] = .text(title)
        values[creatorField] = creator.map { .text($0) }
        values[isbnField] = isbn.map { .text($0) }
        return values
    }

    private static func item(_ number: ItemNumber, _ values: [Value?]) -> Item {
        Item(kind: book, number: number, id: .of(number), values: values)
    }

    private static func catalog(_ items: [[Value?]]) throws -> Catalog {
        var catalog = Catalog(kinds: Specimen.kinds)
        try catalog.apply(
            items.enumerated().map { .create(item(ItemNumber($0.offset + 1), $0.element)) })
        return catalog
    }

    // MARK: Duplicates

    static let pairs: [Case<[[Value?]], Duplicate.Reason?>] = [
        Case(
            "title and creator",
            [values("Dune", "Frank Herbert"), values("Dune", "Frank Herbert")],
            .sameTitleAndCreator),
        Case(
            "case", [values("DUNE", "frank herbert"), values("dune", "Frank Herbert")],
            .sameTitleAndCreator),
        Case(
            "accents", [values("L'Étranger", "Camus"), values("l'etranger", "Camüs")],
            .sameTitleAndCreator),
        Case(
            "decomposed", [values("e\u{301}clat"), values("éclat")], .sameTitleAndCreator),
        Case(
            "blanks around",
            [values("  Dune ", "Frank Herbert"), values("Dune", "Frank Herbert\t")],
            .sameTitleAndCreator),
        Case(
            "runs of blanks", [values("Left   Hand"), values("Left Hand")], .sameTitleAndCreator),
        Case(
            "other blanks", [values("三\u{3000} 体"), values("三 体")], .sameTitleAndCreator),
        Case("no creator either", [values("Dune"), values("dune")], .sameTitleAndCreator),
        Case("a blank creator", [values("Dune", "  "), values("dune")], .sameTitleAndCreator),
        Case("a creator and none", [values("Dune", "Frank Herbert"), values("Dune")], nil),
        Case("another creator", [values("Dune", "Frank Herbert"), values("Dune", "Brian")], nil),
        Case("another title", [values("Dune", "X"), values("Dune Messiah", "X")], nil),
        Case("a title cut elsewhere", [values("Dune", "X Y"), values("Dune X", "Y")], nil),
        Case("no blank at all", [values("Left Hand"), values("LeftHand")], nil),
        Case(
            "ten and thirteen digits",
            [values("Dune", "A", "0441013597"), values("Other", "B", "978-0-441-01359-3")],
            .sameISBN),
        Case(
            "the ISBN before the title",
            [values("Dune", "A", "0441013597"), values("Dune", "A", "0 441 01359 7")], .sameISBN),
        Case(
            "another ISBN, same title",
            [values("Dune", "A", "0441013597"), values("Dune", "A", "9780441478125")],
            .sameTitleAndCreator),
        Case(
            "another ISBN",
            [values("Dune", "A", "0441013597"), values("Other", "B", "9780441478125")], nil),
        Case(
            "a number that is none", [values("Dune", "A", "12"), values("Other", "B", "12")], nil),
    ]

    @Test(arguments: pairs)
    func detectsDuplicates(_ test: Case<[[Value?]], Duplicate.Reason?>) throws {
        for (known, asked) in [(0, 1), (1, 0)] {
            var catalog = try Self.catalog([test.input[known]])
            let found = catalog.duplicate(of: test.input[asked], kind: Self.book)
            #expect(found == test.expected.map { Duplicate(number: 1, reason: $0) })
        }
    }

    @Test func prefersTheISBNAndTheLowestNumber() throws {
        let dune = Self.values("Dune")
        var catalog = try Self.catalog([
            dune, dune, Self.values("Other", nil, "0441013597"), dune,
        ])
        func duplicate(of values: [Value?], except number: ItemNumber? = nil) -> ItemNumber? {
            catalog.duplicate(of: values, kind: Self.book, except: number)?.number
        }
        #expect(duplicate(of: dune) == 1)
        #expect(duplicate(of: dune, except: 1) == 2)
        #expect(duplicate(of: Self.values("Dune", nil, "9780441013593")) == 3)
        #expect(duplicate(of: Self.values("Dune", nil, "9780441013593"), except: 3) == 1)
    }

    @Test func coversOnlyKindsThatSayWhatDistinguishes() throws {
        var catalog = Catalog(kinds: .standard)
        func values(_ kind: Kind) -> [Value?] {
            [.text("Alien")] + kind.fields.dropFirst().map { _ in nil }
        }
        try catalog.apply([
            .create(Item(kind: 1, number: 1, id: .of(1), values: values(.gem))),
            .create(Item(kind: 2, number: 2, id: .of(2), values: values(.movie))),
            .create(Item(kind: 3, number: 3, id: .of(3), values: values(.read))),
        ])
        #expect(catalog.duplicate(of: values(.gem), kind: 1) == nil)
        #expect(catalog.duplicate(of: values(.movie), kind: 2)?.number == 2)
        #expect(catalog.duplicate(of: values(.read), kind: 3)?.number == 3)
        #expect(catalog.duplicateKeys.map { $0 != nil } == [true, false, true, true, true])
    }

    // MARK: After changes

    /// Random changes, some before the first query, compared with a full scan.
    @Test func followsRandomChanges() throws {
        try SeededRandom.run { random in
            var catalog = Catalog(kinds: Specimen.kinds)
            var next: ItemNumber = 1
            for round in 0..<400 {
                try catalog.apply([Self.change(&next, catalog, &random)])
                if round < 40 { continue }
                let values = Self.values(&random)
                let except =
                    Bool.random(using: &random)
                    ? nil : ItemNumber(Int.random(in: 1...next.rawValue, using: &random))
                #expect(
                    catalog.duplicate(of: values, kind: Self.book, except: except)
                        == Self.reference(values, except, catalog), "\(random.hint)")
            }
        }
    }

    private static func values(_ random: inout SeededRandom) -> [Value?] {
        func pick(_ texts: [String?]) -> String? { texts.randomElement(using: &random) ?? nil }
        return values(
            pick(["Dune", " dune", "Düne", "Emma", "EMMA ", "三体", "ß", "ss", "a  b", "a b"]) ?? "",
            pick([nil, nil, "A", "á", "b c", "B\u{A0}C"]),
            pick([nil, nil, nil, "0441013597", "978-0441013593", "0-441-47812-3", "7"]))
    }

    private static func change(
        _ next: inout ItemNumber, _ catalog: Catalog, _ random: inout SeededRandom
    ) -> Change {
        let there = catalog.items.randomElement(using: &random)
        switch (Int.random(in: 0..<6, using: &random), there) {
        case (0, let item?): return .delete(item)
        case (1, let item?), (2, let item?):
            return .update(from: item, to: values(&random)) ?? .delete(item)
        default:
            // An earlier number returns, as after an undo.
            let gone = (1...next).filter { catalog.find($0) == nil }.randomElement(using: &random)
            let number = Bool.random(using: &random) ? gone ?? next : next
            next = max(next, number.advanced(by: 1))
            return .create(item(number, values(&random)))
        }
    }

    /// The simplest possible implementation of the same.
    private static func reference(
        _ values: [Value?], _ except: ItemNumber?, _ catalog: Catalog
    ) -> Duplicate? {
        let others = catalog.items.filter { $0.number != except }
        func isbn(_ values: [Value?]) -> ISBN? {
            values[isbnField].flatMap { ISBN(parsing: "\($0)") }
        }
        func folded(_ value: Value?) -> [UInt8] {
            let words = (value?.description ?? "").split(whereSeparator: \.isWhitespace)
            return Folding.search(words.joined(separator: " "))
        }
        if let number = isbn(values), let item = others.first(where: { isbn($0.values) == number })
        {
            return Duplicate(number: item.number, reason: .sameISBN)
        }
        let item = others.first {
            folded($0.values[0]) == folded(values[0])
                && folded($0.values[creatorField]) == folded(values[creatorField])
        }
        return item.map { Duplicate(number: $0.number, reason: .sameTitleAndCreator) }
    }
}
