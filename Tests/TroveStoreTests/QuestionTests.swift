import Testing
import TroveModel
import TroveSQLite
import TroveStore
import TroveTesting

/// Questions that are answered from the file, where SQLite passes over rows that cannot match.
@Suite struct QuestionTests {
    /// Texts that SQLite and Trove may fold differently.
    private static let words = [
        "Opal", "opal", "OPALITE", "o\u{308}pal", "ſea", "sea", "\u{212A}ing", "king", "\u{FB01}n",
        "fin", "100%", "1000", "a_b", "axb", "A\\B", "it's", "a;b", "B; a", "", " ", "a\u{0}b", "三",
    ]

    private static func value(of field: Field, using random: inout SeededRandom) -> Value {
        switch field.content {
        case .text, .isbn, .choice: .text(words.randomElement(using: &random) ?? "")
        case .set where Bool.random(using: &random):
            .set(["opal", "sea", "king"].filter { _ in Bool.random(using: &random) } + ["fin"])
        case .integer: .integer(Int.random(in: -4...4, using: &random))
        default: Specimen.value(of: field, using: &random)
        }
    }

    private static func fill(
        _ location: Library.Location, _ count: Int, using random: inout SeededRandom
    ) throws {
        let library = try Library(location, kinds: Specimen.kinds)
        try library.begin()
        for _ in 0..<count {
            let number = try library.takeNumber()
            let values: [Value?] = Specimen.kind.fields.map { field in
                if field.isUnique { return .text("thing \(number)") }
                return Bool.random(using: &random) ? value(of: field, using: &random) : nil
            }
            let item = Item(kind: 0, number: number, id: .of(number), values: values)
            try library.perform([.create(item)], Library.authorship)
        }
        try library.commit()
    }

    private static func filter(_ depth: Int, using random: inout SeededRandom) -> Filter {
        let kind = Specimen.kind
        let field = FieldIndex(Int.random(in: kind.fields.indices, using: &random))
        let values = (0...Int.random(in: 0...1, using: &random)).map { _ in
            value(of: kind.fields[field], using: &random)
        }
        let texts = values.map { value in
            Bool.random(using: &random)
                ? value.description.uppercased() : String(value.description.prefix(2))
        }
        let comparisons: [Filter.Comparison] = [
            .equal, .equal, .less, .lessOrEqual, .greater, .greaterOrEqual,
        ]
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
        case 0, 1, 2:
            return .compare(
                field: field, comparisons.randomElement(using: &random) ?? .equal, values)
        case 3: return .contains(field: field, texts)
        case 4: return .isAbsent(field: field)
        case 5: return .anyText(texts[0])
        case 6: return .not(filter(depth - 1, using: &random))
        case 7: return .all((0..<2).map { _ in filter(depth - 1, using: &random) })
        default: return .any((0..<2).map { _ in filter(depth - 1, using: &random) })
        }
    }

    @Test func answersFromTheFileAreThoseFromMemory() throws {
        try SeededRandom.run { random in
            let scratch = try ScratchDirectory()
            let location = Library.Location.file(scratch.path("library.db"))
            try Self.fill(location, 150, using: &random)
            let loaded = try Library(location, kinds: Specimen.kinds)
            try loaded.loadAll(0)
            let library = try Library(location, kinds: Specimen.kinds)
            let questions = library.storedItems
            for _ in 0..<300 {
                let filter = Self.filter(2, using: &random)
                let rows = loaded.catalog.tables[0].rows(matching: filter)
                let items = rows.map { loaded.catalog.item(0, at: $0) }
                let limit = Int.random(in: 1...160, using: &random)
                let found = try questions.first(limit, of: 0, matching: filter)
                #expect(found == Array(items.prefix(limit)), "\(filter)\n\(random.hint)")
                let table = try questions.candidates(of: 0, matching: filter, reading: []) { _ in }
                let numbers = table.rows(matching: filter).map { table.number(at: $0) }
                #expect(numbers == items.map(\.number), "\(filter)\n\(random.hint)")
            }
            #expect(!library.isLoaded(0))
        }
    }

    @Test func conditionsMayBeLongAndDeep() throws {
        let library = try Library(.memory, kinds: .standard)
        try library.addGem("Ruby")
        let gems = try #require(library.catalog.kinds.index(of: "gem"))
        var deep = Filter.contains(field: 0, ["ub"])
        for _ in 0..<300 { deep = .any([.all([deep, .everything]), .anyText("x")]) }
        let filters: [Filter] = [
            deep,
            .contains(field: 0, [String(repeating: "x", count: 60_000), "ruby"]),
            .compare(field: 0, .equal, (0..<2000).map { .text("\($0)") } + [.text("RUBY")]),
        ]
        for filter in filters {
            #expect(try library.storedItems.first(5, of: gems, matching: filter).count == 1)
        }
    }

    @Test func scansOnlyOnce() throws {
        let library = try Library(.memory, kinds: .standard)
        try library.addGem("Ruby")
        let gems = try #require(library.catalog.kinds.index(of: "gem"))
        #expect(library.storedItems.isWorthScanning(gems))
        _ = try library.storedItems.candidates(of: gems, matching: .everything, reading: []) { _ in
        }
        #expect(!library.storedItems.isWorthScanning(gems))
    }

    // MARK: Damage

    private static func filter(
        _ field: String, _ comparison: Filter.Comparison, _ value: Value
    ) -> Filter {
        .compare(field: Kind.book.index(ofField: field) ?? 0, comparison, [value])
    }

    static let damage: [Case<(sql: String, filter: Filter), String>] = [
        Case(
            "text for a number", ("pages = 'many'", filter("pages", .less, .integer(9))),
            #""many" as pages"#),
        Case(
            "fraction for a number", ("pages = 1.5", filter("pages", .equal, .integer(9))),
            #""1.5" as pages"#),
        Case(
            "too large a number", ("pages = 9999999999", filter("pages", .less, .integer(9))),
            #""9999999999" as pages"#),
        Case(
            "too small a number",
            ("pages = -9999999999", filter("pages", .greaterOrEqual, .integer(9))),
            #""-9999999999" as pages"#),
        Case(
            "text for a decimal",
            ("rating = 'good'", filter("rating", .equal, .decimal(FixedDecimal(2)))),
            #""good" as rating"#),
        Case(
            "no state", ("state = 'lost'", filter("state", .equal, .text("reading"))),
            #""lost" as state"#),
        Case(
            "bytes for a genre", ("genre = X'414243'", filter("genre", .equal, .text("crime"))),
            #""ABC" as genre"#),
        Case(
            "bytes for a title", ("title = X'414243'", .contains(field: 0, ["dune"])),
            #""ABC" as title"#),
        Case(
            "no date",
            ("due = '2026-02-30'", .isAbsent(field: Kind.book.index(ofField: "due") ?? 0)),
            #""2026-02-30" as due"#),
    ]

    @Test(arguments: damage)
    func damagedValuesAreFoundThoughTheyDoNotMatch(
        _ test: Case<(sql: String, filter: Filter), String>
    ) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path("library.db")
        let writer = try Library(.file(path), kinds: .standard)
        for number in ItemNumber(1)...3 {
            let values: [Value?] = Kind.book.fields.indices.map { $0 == 0 ? .text("Emma") : nil }
            try writer.run(.create(Item(kind: 0, number: number, id: .of(number), values: values)))
        }
        try Connection(path: path, access: .readWrite)
            .execute("UPDATE book SET \(test.input.sql) WHERE number = 2")
        let library = try Library(.file(path), kinds: .standard)
        let expected = LibraryError.isDamaged(path, detail: "book 2 has \(test.expected)")
        #expect(throws: expected) {
            try library.storedItems.first(9, of: 0, matching: test.input.filter)
        }
        #expect(throws: expected) {
            try library.storedItems.candidates(of: 0, matching: test.input.filter, reading: []) {
                _ in
            }
        }
    }
}
