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
        Case("a creator and none", [values("Dune", "Frank Herbert"), values("DUNE")], .sameTitle),
        Case(
            "a creator in the title, and in its field",
            [values("Dune by Frank Herbert"), values("DUNE", "frank herbert")],
            .sameTitleAndCreator),
        Case(
            "a creator in the title, and none",
            [values("Dune by Frank Herbert"), values("dune")], .sameTitle),
        Case(
            "a creator in the title, and another",
            [values("Dune by Frank Herbert"), values("Dune", "Brian Herbert")], nil),
        Case(
            "two titles with by", [values("Stand by Me"), values("Stand by Ben")], nil),
        Case(
            "a title with by, and its creator",
            [values("Stand by Me", "Stephen King"), values("Stand by Me")], .sameTitle),
        Case(
            "creators with other separators",
            [values("Good Omens", "Pratchett; Gaiman"), values("Good Omens", "Pratchett, Gaiman")],
            .sameTitleAndCreator),
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
            let found = catalog.duplicate(
                of: test.input[asked], kind: Self.book, isTitleEnough: true)
            #expect(found == test.expected.map { Duplicate(number: 1, reason: $0) })
            let strict = catalog.duplicate(of: test.input[asked], kind: Self.book)
            #expect(strict?.reason == (test.expected == .sameTitle ? nil : test.expected))
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

    @Test func coversOnlyKindsWithADistinguishingFieldOrAnISBN() {
        let named = Kinds.standard.stored.filter { DuplicateKey($0) != nil }.map(\.name)
        #expect(named == ["book", "movie", "read", "planned-read"])
    }

    static let films: [Case<[Int?], Duplicate.Reason?>] = [
        Case("the same year", [1979, 1979], .sameTitleAndCreator),
        Case("another year", [1979, 2003], nil), Case("a year and none", [1979, nil], .sameTitle),
        Case("no year either", [nil, nil], .sameTitleAndCreator),
    ]

    @Test(arguments: films)
    func distinguishesFilmsByYear(_ test: Case<[Int?], Duplicate.Reason?>) throws {
        let kind = try #require(Kinds.standard.index(of: "movie"))
        let year = try #require(Kind.movie.index(ofRole: .year))
        let films = ["Alien", "ALIEN"].enumerated().map { place, name in
            var values: [Value?] = Kind.movie.fields.map { _ in nil }
            values[Kind.titleIndex] = .text(name)
            values[year] = test.input[place].map { .integer($0) }
            return values
        }
        for (known, asked) in [(0, 1), (1, 0)] {
            var catalog = Catalog(kinds: .standard)
            try catalog.apply([
                .create(Item(kind: kind, number: 1, id: .of(1), values: films[known]))
            ])
            let found = catalog.duplicate(of: films[asked], kind: kind, isTitleEnough: true)
            #expect(found?.reason == test.expected)
        }
    }

    // MARK: Before changes

    @Test func findsAnnouncedItemsOnce() throws {
        var catalog = try Self.catalog([Self.values("Dune"), Self.values("Emma")])
        let (dune, kim) = (Self.values("Dune"), Self.values("Kim", "A. B.", "9780441013593"))
        func exists(_ values: [Value?], from number: ItemNumber) throws -> Bool {
            catalog.mayHaveDuplicate(
                try fingerprint(of: values), kind: Self.book, from: number)
        }
        func fingerprint(of values: [Value?]) throws -> DuplicateFingerprint {
            try #require(catalog.duplicateKey(of: Self.book)).fingerprint(of: values)
        }
        #expect(try exists(kim, from: 3), "nothing is known before the first search")
        #expect(catalog.duplicate(of: dune, kind: Self.book)?.number == 1)
        #expect(try exists(dune, from: 1))
        #expect(try !exists(dune, from: 2) && !exists(kim, from: 1))
        for (number, values) in [(3, kim), (4, dune)] {
            catalog.announce(
                try fingerprint(of: values), kind: Self.book, number: ItemNumber(number))
        }
        #expect(try exists(kim, from: 3) && exists(dune, from: 4) && !exists(dune, from: 5))
        #expect(try exists(Self.values("Other", nil, "0441013597"), from: 3))
        // An item that is only announced cannot be compared.
        #expect(catalog.duplicate(of: kim, kind: Self.book) == nil)
        let item = Item(kind: Self.book, number: 3, id: .of(3), values: kim)
        for _ in 0..<2 {
            try catalog.apply([.create(item)])
            #expect(catalog.duplicate(of: kim, kind: Self.book)?.number == 3)
            try catalog.apply([.delete(item)])
            #expect(try !exists(kim, from: 1))
        }
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
                for isTitleEnough in [false, true] {
                    let expected = Self.reference(values, isTitleEnough, except, catalog)
                    let found = catalog.duplicate(
                        of: values, kind: Self.book, isTitleEnough: isTitleEnough, except: except)
                    #expect(found == expected, "\(random.hint)")
                    // A library that is not loaded relies on this.
                    if expected != nil {
                        let key = try #require(catalog.duplicateKey(of: Self.book))
                        let mayHave = catalog.mayHaveDuplicate(
                            key.fingerprint(of: values), kind: Self.book,
                            isTitleEnough: isTitleEnough)
                        #expect(mayHave, "\(random.hint)")
                    }
                }
            }
        }
    }

    private static func values(_ random: inout SeededRandom) -> [Value?] {
        func pick(_ texts: [String?]) -> String? { texts.randomElement(using: &random) ?? nil }
        return values(
            pick([
                "Dune", " dune", "Düne", "Emma", "EMMA ", "三体", "ß", "ss", "a  b", "a b",
                "Dune by A", "dune  BY b;  c", "Emma by B C", "a by b by a", " by a", "dune by ",
            ]) ?? "",
            pick([nil, nil, "A", "á", "b c", "B\u{A0}C", "b; c", "b,C"]),
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
        _ values: [Value?], _ isTitleEnough: Bool, _ except: ItemNumber?, _ catalog: Catalog
    ) -> Duplicate? {
        let others = catalog.items.filter { $0.number != except }
        func isbn(_ values: [Value?]) -> ISBN? {
            values[isbnField].flatMap { ISBN(parsing: "\($0)") }
        }
        func folded(_ text: String) -> String {
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return String(decoding: Folding.search(words), as: UTF8.self)
        }
        func names(_ values: [Value?]) -> [(title: String, creator: String)] {
            let title = folded(values[0]?.description ?? "")
            let typed = values[creatorField]?.description ?? ""
            let creator = folded(typed.replacing(";", with: " ").replacing(",", with: " "))
            let parts = title.splitAtLast(" by ")
            guard creator.isEmpty, parts.count == 2 else {
                return [(title, creator)]
            }
            return [(title, creator), (parts[0], parts[1])]
        }
        if let number = isbn(values), let item = others.first(where: { isbn($0.values) == number })
        {
            return Duplicate(number: item.number, reason: .sameISBN)
        }
        func first(
            _ isSame: ((title: String, creator: String), (title: String, creator: String), Item)
                -> Bool
        ) -> ItemNumber? {
            others.first { item in
                names(item.values).contains { theirs in
                    names(values).contains { isSame(theirs, $0, item) }
                }
            }?.number
        }
        if let same = first({ theirs, ours, _ in theirs == ours }) {
            return Duplicate(number: same, reason: .sameTitleAndCreator)
        }
        guard isTitleEnough else { return nil }
        // A single word after "by" in a title is no creator: Stand by Me.
        func isTold(_ name: (title: String, creator: String), by values: [Value?]) -> Bool {
            let hasField = !folded(values[creatorField]?.description ?? "").isEmpty
            return hasField || name.creator.isEmpty || name.creator.contains(" ")
        }
        return first { theirs, ours, item in
            theirs.title == ours.title && theirs.creator.isEmpty != ours.creator.isEmpty
                && isTold(theirs, by: item.values) && isTold(ours, by: values)
        }
        .map { Duplicate(number: $0, reason: .sameTitle) }
    }
}

extension String {
    /// Returns the parts before and after the last separator; the whole text if one is empty.
    fileprivate func splitAtLast(_ separator: String) -> [String] {
        guard let range = ranges(of: separator).last, range.lowerBound > startIndex,
            range.upperBound < endIndex
        else { return [self] }
        return [String(self[..<range.lowerBound]), String(self[range.upperBound...])]
    }
}
