import Testing
import TroveModel
import TroveTesting

/// Counting items by the value of a field.
@Suite struct GroupTests {
    struct Question: Sendable {
        let field: String
        let values: [Value?]
    }

    private static func row(
        _ name: String, _ field: String, _ values: [Value?], _ expected: [String]
    ) -> Case<Question, [String]> {
        Case(name, Question(field: field, values: values), expected)
    }

    static let questions = [
        row(
            "the most frequent first", "genus", ["b", "a", "c", "c"].map { .text($0) },
            ["c 2", "a 1", "b 1"]),
        row(
            "case", "remark", [.text("Opal"), .text("OPAL"), .text("ruby")], ["Opal 2", "ruby 1"]),
        row("none last among equals", "genus", [nil, .text("a")], ["a 1", "none 1"]),
        row("none first", "genus", [nil, nil, .text("a")], ["none 2", "a 1"]),
        row(
            "each name of a set", "tags", [.set(["a", "b"]), .set(["B"]), nil],
            ["b 2", "a 1", "none 1"]),
        row(
            "each person", "finder",
            [.text("Ann Lee; Bob Li"), .text("Lee, Ann"), .text("bob li")],
            ["Ann Lee 2", "Bob Li 2"]),
        row(
            "years", "found",
            [.date(date(2026, 2)), .date(date(2025, 12, 31)), .date(date(2026))],
            ["2026 2", "2025 1"]),
        row("numbers by size", "count", [10, 9].map { .integer($0) }, ["9 1", "10 1"]),
        row("states by the ladder", "grade", [.text("set"), .text("raw")], ["raw 1", "set 1"]),
        row(
            "months by the calendar", "season", [.month(.may), .month(.april)],
            ["April 1", "May 1"]),
        row("nothing", "genus", [], []),
    ]

    @Test(arguments: questions) func counts(_ test: Case<Question, [String]>) throws {
        var catalog = Catalog(kinds: Specimen.kinds)
        for (index, value) in test.input.values.enumerated() {
            var values: [Value?] = Specimen.kind.fields.map { _ in nil }
            values[0] = .text("thing \(index + 1)")
            values[Specimen.field(test.input.field)] = value
            let number = ItemNumber(index + 1)
            try catalog.apply([
                .create(Item(kind: 0, number: number, id: .of(number), values: values))
            ])
        }
        let table = catalog.tables[0]
        let groups = table.groups(
            of: table.rows(matching: .everything), by: Specimen.field(test.input.field))
        #expect(groups.map { "\($0.value?.description ?? "none") \($0.count)" } == test.expected)
    }
}
