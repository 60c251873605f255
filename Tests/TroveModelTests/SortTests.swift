import Testing
import TroveModel
import TroveTesting

@Suite struct SortTests {
    /// One value for each item from 1 on; nil for an item without.
    struct Question: Sendable {
        let field: String
        let values: [Value?]
        var descending = false
    }

    private static let dates: [Value?] = [
        .date(date(2026, 2)), .date(date(2026, 2, 1)), nil, .date(date(2026)),
        .date(date(2025, 12, 31)),
    ]
    private static let grades: [Value?] = [
        .text("set"), nil, .text("raw"), .text("cut"), .text("raw"),
    ]
    private static let words: [Value?] = [
        .text("zebra"), .text("Éclat"), .text("eclipse"), nil, .text("ZEBRA"),
        .text("e\u{301}CLAT"),
    ]

    static let questions: [Case<Question, [Int]>] = [
        Case(
            "numbers", Question(field: "count", values: [.integer(3), .integer(-1), .integer(10)]),
            [2, 1, 3]),
        Case(
            "absent last, equal in order",
            Question(field: "count", values: [.integer(2), nil, .integer(1), nil, .integer(2)]),
            [3, 1, 5, 2, 4]),
        Case(
            "absent last downwards too, equal in order",
            Question(
                field: "count", values: [.integer(2), nil, .integer(1), nil, .integer(2)],
                descending: true), [1, 5, 3, 2, 4]),
        Case(
            "decimals",
            Question(
                field: "weight",
                values: [.decimal(FixedDecimal(10)), .decimal(FixedDecimal(thousandths: 9500))]),
            [2, 1]),
        Case("imprecise dates first", Question(field: "found", values: dates), [5, 4, 1, 2, 3]),
        Case(
            "dates downwards", Question(field: "found", values: dates, descending: true),
            [2, 1, 4, 5, 3]),
        Case(
            "months by the calendar",
            Question(
                field: "season", values: [.month(.april), .month(.december), .month(.january)]),
            [3, 1, 2]),
        Case("states as they climb", Question(field: "grade", values: grades), [3, 5, 4, 1, 2]),
        Case(
            "states downwards", Question(field: "grade", values: grades, descending: true),
            [1, 4, 3, 5, 2]),
        Case("texts by name", Question(field: "remark", values: words), [2, 6, 3, 1, 5, 4]),
        Case(
            "texts downwards", Question(field: "remark", values: words, descending: true),
            [1, 5, 3, 2, 6, 4]),
        Case("choices by name", Question(field: "genus", values: words), [2, 6, 3, 1, 5, 4]),
        Case(
            "choices with the same name keep their order",
            Question(field: "genus", values: ["b", "A", "B", "a", "b"].map { .text($0) }),
            [2, 4, 1, 3, 5]),
        Case(
            "sets",
            Question(field: "tags", values: [.set(["b"]), .set(["a", "z"]), nil, .set(["a"])]),
            [4, 2, 1, 3]),
    ]

    private static func order(_ question: Question) throws -> [Int] {
        var catalog = Catalog(kinds: Specimen.kinds)
        for (index, value) in question.values.enumerated() {
            var values: [Value?] = Specimen.kind.fields.map { _ in nil }
            values[0] = .text("thing \(index + 1)")
            values[Specimen.field(question.field)] = value
            let item = Item(
                kind: 0, number: ItemNumber(index + 1), id: .of(ItemNumber(index + 1)),
                values: values)
            try catalog.apply([.create(item)])
        }
        let table = catalog.tables[0]
        return table.sorted(
            Array(table.rows), by: Specimen.field(question.field), descending: question.descending
        ).map { table.number(at: $0).rawValue }
    }

    @Test(arguments: questions)
    func sorts(_ test: Case<Question, [Int]>) throws {
        #expect(try Self.order(test.input) == test.expected)
    }

    @Test(arguments: Specimen.kind.fields.map { Case($0.name, $0, false) })
    func isStable(_ test: Case<Field, Bool>) throws {
        try SeededRandom.run { random in
            let values: [Value?] = (0..<400).map { _ in
                Bool.random(using: &random) ? nil : Specimen.value(of: test.input, using: &random)
            }
            guard test.input.name != "name" else { return }
            for descending in [false, true] {
                let question = Question(
                    field: test.input.name, values: values, descending: descending)
                let found = try Self.order(question)
                let expected = Self.reference(question, test.input)
                #expect(found == expected, "descending: \(descending)\n\(random.hint)")
            }
        }
    }

    // MARK: The first rows

    /// With a limit, the result is the beginning of the whole result.
    @Test(arguments: Specimen.kind.fields.map { Case($0.name, $0, false) })
    func findsTheFirstRows(_ test: Case<Field, Bool>) throws {
        try SeededRandom.run { random in
            var catalog = Catalog(kinds: Specimen.kinds)
            for number in 1...600 {
                var values: [Value?] = Specimen.kind.fields.map { field in
                    Bool.random(using: &random) ? nil : Specimen.value(of: field, using: &random)
                }
                values[0] = .text("\(Specimen.words.randomElement(using: &random) ?? "") \(number)")
                let number = ItemNumber(number)
                try catalog.apply([
                    .create(Item(kind: 0, number: number, id: .of(number), values: values))
                ])
            }
            let table = catalog.tables[0]
            let rows = Array(table.rows)
            for isDescending in [false, true] {
                let keys = [
                    Table.SortKey(Specimen.field(test.input.name), isDescending: isDescending),
                    Table.SortKey(Specimen.field("count"), isDescending: false),
                ]
                let whole = table.sorted(rows, by: keys)
                for limit in [0, 1, 2, 20, 100, 300, 599, 600, 1000] {
                    #expect(
                        table.sorted(rows, by: keys, limit: limit) == Array(whole.prefix(limit)),
                        "limit \(limit), descending: \(isDescending)\n\(random.hint)")
                }
            }
        }
    }

    // MARK: Several fields

    @Test func sortsByTheNextFieldWhereOneIsEqual() throws {
        try SeededRandom.run { random in
            let rows = (1...200).map { number in
                (
                    number: number, count: Int.random(in: 1...3, using: &random),
                    finder: ["Ann Lee", "Jan Li"].randomElement(using: &random) ?? "",
                    grade: ["raw", "cut", "set"].randomElement(using: &random) ?? ""
                )
            }
            var catalog = Catalog(kinds: Specimen.kinds)
            for row in rows {
                var values: [Value?] = Specimen.kind.fields.map { _ in nil }
                values[0] = .text("thing \(row.number)")
                values[Specimen.field("count")] = .integer(row.count)
                values[Specimen.field("finder")] = .text(row.finder)
                values[Specimen.field("grade")] = .text(row.grade)
                let number = ItemNumber(row.number)
                try catalog.apply([
                    .create(Item(kind: 0, number: number, id: .of(number), values: values))
                ])
            }
            let table = catalog.tables[0]
            let keys = [("finder", false), ("count", true), ("grade", false)].map {
                Table.SortKey(Specimen.field($0), isDescending: $1)
            }
            let found = table.sorted(Array(table.rows), by: keys).map { table.number(at: $0) }
            let grades = ["raw": 0, "cut": 1, "set": 2]
            let expected = rows.sorted { left, right in
                (left.finder, -left.count, grades[left.grade] ?? 0, left.number)
                    < (right.finder, -right.count, grades[right.grade] ?? 0, right.number)
            }.map { ItemNumber($0.number) }
            #expect(found == expected, "\(random.hint)")
        }
    }

    @Test func sortsPeopleByFamilyName() throws {
        let people = [
            "Ursula K. Le Guin", "Frank Herbert", nil, "Herbert, Brian", "Neil Gaiman",
            "frank herbert", "Terry Pratchett; Neil Gaiman", "Voltaire",
        ]
        let question = Question(field: "finder", values: people.map { $0.map { .text($0) } })
        #expect(try Self.order(question) == [5, 4, 2, 6, 1, 7, 8, 3])
    }

    /// Sorts the numbers by insertion, which is stable independently of the library's sort.
    private static func reference(_ question: Question, _ field: Field) -> [Int] {
        func key(_ value: Value) -> [UInt8] {
            switch value {
            case .text(let text):
                if case .ladder(let ladder) = field.content {
                    return [UInt8(ladder.index(of: text) ?? 0)]
                }
                if field.namesPeople { return PersonName.sortKey(text) }
                // Accents count only between texts that are equal without them.
                return Folding.search(text) + [0] + Folding.name(text)
            case .set(let names):
                let text = names.joined(separator: "\u{1F}")
                return Folding.search(text) + [0] + Folding.name(text)
            case .integer(let number): return [UInt8(number + 100)]
            case .decimal(let number): return [UInt8(number.thousandths / 250 + 100)]
            case .month(let month): return [UInt8(month.rawValue)]
            case .date(let date): return Array(date.description.utf8)
            }
        }
        var sorted: [(number: Int, key: [UInt8])] = []
        var absent: [Int] = []
        for (index, value) in question.values.enumerated() {
            guard let value else {
                absent.append(index + 1)
                continue
            }
            let key = key(value)
            let place = sorted.firstIndex {
                question.descending
                    ? $0.key.lexicographicallyPrecedes(key) : key.lexicographicallyPrecedes($0.key)
            }
            sorted.insert((index + 1, key), at: place ?? sorted.count)
        }
        return sorted.map(\.number) + absent
    }
}
