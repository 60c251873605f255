import Testing
import TroveModel
import TroveTesting

@Suite struct MonthTests {
    static let parsed: [Case<String, Month?>] = [
        Case("name", "july", .july), Case("capital", "July", .july),
        Case("all capitals", "JULY", .july),
        Case("beginning", "jul", .july), Case("longer beginning", "sept", .september),
        Case("may", "may", .may), Case("march, not may", "mar", .march),
        Case("june, not july", "jun", .june),
        Case("number", "7", .july), Case("padded number", "07", .july),
        Case("last", "12", .december),
        Case("two letters", "ju", nil), Case("zero", "0", nil), Case("thirteen", "13", nil),
        Case("negative", "-7", nil), Case("signed", "+7", nil),
        Case("longer than the name", "julyx", nil),
        Case("another language", "juli", nil), Case("empty", "", nil), Case("blank", " july", nil),
    ]

    @Test(arguments: parsed)
    func parses(_ test: Case<String, Month?>) {
        #expect(Month(parsing: test.input) == test.expected)
    }

    @Test func knowsItsName() {
        #expect(
            Month.allCases.map(\.name).joined(separator: " ") == """
                January February March April May June July August September October November December
                """)
        for month in Month.allCases { #expect(Month(parsing: month.name) == month) }
    }

    /// The jewelers' association's list, as the requirements specify.
    @Test func hasItsStones() {
        #expect(Birthstones.stones(of: .july) == ["ruby"])
        #expect(Birthstones.stones(of: .november) == ["topaz", "citrine"])
        let all = Month.allCases.flatMap(Birthstones.stones)
        #expect(Set(all).count == all.count)
        #expect(Month.allCases.allSatisfy { !Birthstones.stones(of: $0).isEmpty })
    }
}
