import Testing
import TroveModel
import TroveTesting

/// What the user types for a set that may have a value.
@Suite struct SetChangeTests {
    struct Typed: Sendable {
        let former: [String]
        let text: String
    }

    private static func row(
        _ name: String, _ former: [String], _ text: String, _ expected: [String]
    ) -> Case<Typed, [String]> {
        Case(name, Typed(former: former, text: text), expected)
    }

    static let rows = [
        row("these", ["x"], "b, a", ["a", "b"]), row("also", ["b"], "+a", ["a", "b"]),
        row("also, with none", [], "+a", ["a"]), row("no longer", ["a", "b"], "-a", ["b"]),
        row("both", ["b", "c"], "+a,-b", ["a", "c"]), row("spaces", ["b"], " + a , - b ", ["a"]),
        row("one that is there", ["Sea"], "+sea", ["Sea"]),
        row("another case", ["Sea", "x"], "-SEA", ["x"]),
        row("one that is not there", ["a"], "-b", ["a"]), row("only signs", ["a"], "+,-", ["a"]),
        row("another spelling", ["Sea", "x"], "-sea,+sea", ["sea", "x"]),
        row("a sign inside", ["a"], "c+-", ["c+-"]), row("the last one", ["a"], "-a", []),
    ]

    @Test(arguments: rows) func changes(_ test: Case<Typed, [String]>) throws {
        let field = Specimen.kind.fields[Specimen.field("tags")]
        let former: Value? = test.input.former.isEmpty ? nil : .set(test.input.former)
        let value = try field.parse(test.input.text, changing: former, today: date(2026))
        #expect(value == .set(test.expected))
    }

    @Test func signsAreAllOrNone() {
        let field = Specimen.kind.fields[Specimen.field("tags")]
        let error = #expect(throws: RuleViolation.self) {
            try field.parse("+a,b", changing: nil, today: date(2026))
        }
        #expect(error?.rule == .mixesSigns("+a", "b"))
    }

    @Test func otherFieldsTakeSignsAsText() throws {
        let field = Specimen.kind.fields[Specimen.field("remark")]
        #expect(try field.parse("+a", changing: .text("b"), today: date(2026)) == .text("+a"))
    }
}
