import Testing
import TroveModel
import TroveTesting

@Suite struct FilterTableTests {
    /// Five specimens; number 5 has only its name.
    private static let catalog: Catalog = {
        var catalog = Catalog(kinds: Specimen.kinds)
        func add(_ number: ItemNumber, _ fields: [String: Value]) {
            var values: [Value?] = Specimen.kind.fields.map { fields[$0.name] }
            values[0] = values[0] ?? .text("thing \(number)")
            let item = Item(kind: 0, number: number, id: .of(number), values: values)
            try? catalog.apply([.create(item)])
        }
        add(
            1,
            [
                "name": .text("Éclat"), "count": .integer(0), "weight": .decimal(FixedDecimal(2)),
                "found": .date(date(2025)), "season": .month(.may), "grade": .text("raw"),
                "genus": .text("Beryl"), "tags": .set(["red", "small"]),
            ])
        add(
            2,
            [
                "count": .integer(10), "weight": .decimal(FixedDecimal(thousandths: 2500)),
                "found": .date(date(2026, 2)), "season": .month(.july), "grade": .text("cut"),
                "genus": .text("quartz"), "tags": .set(["red"]), "remark": .text("bought in Łódź"),
            ])
        add(
            3,
            [
                "count": .integer(1000), "found": .date(date(2026, 2, 14)), "grade": .text("set"),
                "remark": .text("a gift"),
            ])
        add(
            4,
            [
                "count": .integer(-1000), "found": .date(date(2026, 3, 1)),
                "tags": .set(["Red wine"]),
            ])
        add(5, [:])
        return catalog
    }()

    private static func compare(
        _ field: String, _ comparison: Filter.Comparison, _ values: Value...
    ) -> Filter {
        .compare(field: Specimen.field(field), comparison, values)
    }

    private static let february = Value.date(date(2026, 2))
    private static let tags = Specimen.field("tags")
    private static let count = Specimen.field("count")

    static let numbers: [Case<Filter, [Int]>] = [
        Case("equal", compare("count", .equal, .integer(10)), [2]),
        Case("zero is a value", compare("count", .equal, .integer(0)), [1]),
        Case("one of several", compare("count", .equal, .integer(10), .integer(0)), [1, 2]),
        Case("less", compare("count", .less, .integer(10)), [1, 4]),
        Case("greater or equal", compare("count", .greaterOrEqual, .integer(10)), [2, 3]),
        Case(
            "not equal takes in absent", .not(compare("count", .equal, .integer(10))), [1, 3, 4, 5]),
        Case("absent", .isAbsent(field: count), [5]),
        Case("present", .not(.isAbsent(field: count)), [1, 2, 3, 4]),
        Case(
            "decimal between",
            compare("weight", .greater, .decimal(FixedDecimal(thousandths: 2001))), [2]),
        Case("month", compare("season", .less, .month(.july)), [1]),
        Case("far above", compare("count", .less, .integer(.max)), [1, 2, 3, 4]),
        Case("nothing far above", compare("count", .greater, .integer(.max)), []),
        Case("equal to what is far above", compare("count", .equal, .integer(.max)), []),
        Case("far below", compare("count", .greater, .integer(.min)), [1, 2, 3, 4]),
        Case(
            "at least what is far below", compare("count", .greaterOrEqual, .integer(.min)),
            [1, 2, 3, 4]),
        Case("equal to what is far below", compare("count", .equal, .integer(.min)), []),
        Case("less than what is far below", compare("count", .less, .integer(.min)), []),
    ]

    static let dates: [Case<Filter, [Int]>] = [
        Case("in a month", compare("found", .equal, february), [2, 3]),
        Case("in a year", compare("found", .equal, .date(date(2026))), [2, 3, 4]),
        Case("on a day", compare("found", .equal, .date(date(2026, 2, 14))), [3]),
        Case("before a month", compare("found", .less, february), [1]),
        Case("up to a month", compare("found", .lessOrEqual, february), [1, 2, 3]),
        Case("after a month", compare("found", .greater, february), [4]),
        Case("from a month on", compare("found", .greaterOrEqual, february), [2, 3, 4]),
        Case("after a year", compare("found", .greater, .date(date(2025))), [2, 3, 4]),
        Case("after the last year", compare("found", .greater, .date(date(9999))), []),
    ]

    static let names: [Case<Filter, [Int]>] = [
        Case("state", compare("grade", .equal, .text("cut")), [2]),
        Case("states climb", compare("grade", .greaterOrEqual, .text("cut")), [2, 3]),
        Case("below a state", compare("grade", .less, .text("set")), [1, 2]),
        Case("unknown state", compare("grade", .equal, .text("lost")), []),
        Case("choice, other case", compare("genus", .equal, .text("BERYL")), [1]),
        Case("choice never used", compare("genus", .equal, .text("opal")), []),
        Case("choice in order", compare("genus", .greater, .text("beryl")), [2]),
        Case("name, decomposed", compare("name", .equal, .text("e\u{301}CLAT")), [1]),
        Case("name without accent", compare("name", .equal, .text("eclat")), []),
        Case("name in order", compare("name", .lessOrEqual, .text("thing 2")), [1, 2]),
        Case("a set has it", compare("tags", .equal, .set(["RED"])), [1, 2]),
        Case("a set has both", compare("tags", .equal, .set(["red", "small"])), [1]),
        Case("a set without", .not(compare("tags", .equal, .set(["red"]))), [3, 4, 5]),
    ]

    static let texts: [Case<Filter, [Int]>] = [
        Case("contains, without accent", .contains(field: 0, ["ECLA"]), [1]),
        Case("contains one of", .contains(field: 0, ["ECLA", "2"]), [1, 2]),
        Case("contains in a set", .contains(field: tags, ["red"]), [1, 2, 4]),
        Case("not across the names of a set", .contains(field: tags, ["redsmall"]), []),
        Case("contains nothing: whatever has one", .contains(field: tags, [""]), [1, 2, 4]),
        Case("numbers contain no text", .contains(field: count, ["1"]), []),
        Case("any text: remark", .anyText("lodz"), [2]),
        Case("any text: choice", .anyText("quar"), [2]),
        Case("any text: set", .anyText("WINE"), [4]),
        Case("any text: not the state", .anyText("raw"), []),
        Case("any text: nowhere", .anyText("zzz"), []),
        Case("longer than all", .anyText(String(repeating: "thing", count: 50)), []),
    ]

    static let joined: [Case<Filter, [Int]>] = [
        Case("everything", .everything, [1, 2, 3, 4, 5]),
        Case("nothing at all", .not(.everything), []),
        Case("all of none", .all([]), [1, 2, 3, 4, 5]),
        Case("any of none", .any([]), []),
        Case(
            "and",
            .all([
                compare("found", .equal, .date(date(2026))), compare("count", .less, .integer(100)),
            ]),
            [2, 4]),
        Case(
            "or", .any([.isAbsent(field: count), compare("count", .equal, .integer(0))]), [1, 5]),
        Case(
            "not or",
            .not(.any([.isAbsent(field: count), compare("grade", .equal, .text("raw"))])),
            [2, 3, 4]),
        Case("twice not", .not(.not(.anyText("gift"))), [3]),
    ]

    @Test(arguments: numbers + dates + names + texts + joined)
    func finds(_ test: Case<Filter, [Int]>) {
        let table = Self.catalog.tables[0]
        #expect(
            table.rows(matching: test.input).map { table.number(at: $0).rawValue } == test.expected)
        #expect(table.count(matching: test.input) == test.expected.count)
    }

    @Test(arguments: [0, 1, 2, 99])
    func findsNoMoreThanTheLimit(limit: Int) {
        let table = Self.catalog.tables[0]
        #expect(table.rows(matching: .everything, limit: limit) == Array((0..<5).prefix(limit)))
    }

    @Test func listsItsSymbols() {
        let table = Self.catalog.tables[0]
        #expect(table.symbols(of: "genus").sorted() == ["Beryl", "quartz"])
        #expect(table.symbols(of: "grade").sorted() == ["cut", "raw", "set"])
        #expect(table.symbols(of: "tags").sorted() == ["Red wine", "red", "small"])
        #expect(table.symbols(of: "name").isEmpty && table.symbols(of: "no such").isEmpty)
    }
}
