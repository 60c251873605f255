import Testing
import TroveModel
import TroveTesting

@Suite struct KindCheckTests {
    /// A book before and after a change, each as the fields that differ from an empty one.
    struct Step: Sendable {
        var before: [String: Value]?
        var after: [String: Value]
    }

    typealias Row = Case<Step, RuleViolation?>

    private static func pages(_ page: Int?, of pages: Int?) -> [String: Value] {
        var values: [String: Value] = [:]
        if let page { values["page"] = .integer(page) }
        if let pages { values["pages"] = .integer(pages) }
        return values
    }

    private static func state(_ name: String) -> [String: Value] { ["state": .text(name)] }

    static let titles: [Row] = [
        Row("title", Step(after: ["title": .text("Dune")]), nil),
        Row(
            "no title", Step(after: ["title": .text("")]),
            RuleViolation(field: "title", value: "", rule: .isRequired)),
        Row(
            "blank title", Step(after: ["title": .text(" \t\u{3000}")]),
            RuleViolation(field: "title", value: "", rule: .isRequired)),
    ]

    static let progress: [Row] = [
        Row("page within", Step(after: pages(100, of: 300)), nil),
        Row("last page", Step(after: pages(300, of: 300)), nil),
        Row("page without total", Step(after: pages(999, of: nil)), nil),
        Row("total without page", Step(after: pages(nil, of: 1)), nil),
        Row(
            "page above, new", Step(after: pages(301, of: 300)),
            RuleViolation(field: "page", value: "301", rule: .isAbove(field: "pages", total: 300))),
        Row(
            "page raised above", Step(before: pages(10, of: 300), after: pages(301, of: 300)),
            RuleViolation(field: "page", value: "301", rule: .isAbove(field: "pages", total: 300))),
        Row(
            "total lowered below", Step(before: pages(100, of: 300), after: pages(100, of: 99)),
            RuleViolation(field: "pages", value: "99", rule: .isBelow(field: "page", current: 100))),
        Row(
            "total given below", Step(before: pages(100, of: nil), after: pages(100, of: 99)),
            RuleViolation(field: "pages", value: "99", rule: .isBelow(field: "page", current: 100))),
        Row("both lowered", Step(before: pages(100, of: 300), after: pages(50, of: 60)), nil),
        Row(
            "total lowered to the page",
            Step(before: pages(100, of: 300), after: pages(100, of: 100)), nil),
        Row(
            "above before and after", Step(before: pages(150, of: 120), after: pages(150, of: 120)),
            nil),
        Row(
            "above before, raised", Step(before: pages(150, of: 120), after: pages(151, of: 120)),
            RuleViolation(field: "page", value: "151", rule: .isAbove(field: "pages", total: 120))),
        Row("total cleared", Step(before: pages(100, of: 300), after: pages(100, of: nil)), nil),
    ]

    static let ladder: [Row] = {
        let names = ["wish", "to-read", "reading", "finished"]
        var rows: [Row] = []
        for (old, before) in names.enumerated() {
            for (new, after) in names.enumerated() {
                rows.append(
                    Row(
                        "\(before) to \(after)", Step(before: state(before), after: state(after)),
                        new >= old
                            ? nil
                            : RuleViolation(
                                field: "state", value: after, rule: .stepsBack(from: before))))
            }
        }
        rows += [
            Row(
                "state cleared", Step(before: state("wish"), after: [:]),
                RuleViolation(field: "state", value: "", rule: .stepsBack(from: "wish"))),
            Row("state at last", Step(before: [:], after: state("wish")), nil),
            Row("no state ever", Step(before: [:], after: [:]), nil),
            Row("any state of a new one", Step(after: state("finished")), nil),
        ]
        return rows
    }()

    @Test(arguments: titles + progress + ladder)
    func checks(_ test: Row) {
        func values(_ fields: [String: Value]) -> [Value?] {
            Kind.book.fields.map { fields[$0.name] ?? ($0.name == "title" ? .text("A book") : nil) }
        }
        var found: RuleViolation?
        do throws(RuleViolation) {
            try Kind.book.check(
                values(test.input.after), after: test.input.before.map(values))
        } catch {
            found = error
        }
        #expect(found == test.expected)
    }

    @Test func requiresATitle() {
        let error = #expect(throws: RuleViolation.self) {
            try Kind.gem.check([nil, nil, nil, nil, nil, nil])
        }
        #expect(error == RuleViolation(field: "name", value: "", rule: .isRequired))
    }
}
