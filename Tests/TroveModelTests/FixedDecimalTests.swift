import Testing
import TroveModel
import TroveTesting

@Suite struct FixedDecimalTests {
    static let parsed: [Case<String, Int?>] = [
        Case("whole", "7", 7000),
        Case("one place", "7.5", 7500),
        Case("two places", "0.25", 250),
        Case("three places", "1.125", 1125),
        Case("no zero before the point", ".25", 250),
        Case("negative", "-1.125", -1125),
        Case("negative without zero", "-.5", -500),
        Case("negative zero", "-0", 0),
        Case("zeros behind", "6.50000", 6500),
        Case("zeros before", "007", 7000),
        Case("largest", "999999.999", 999_999_999),
        Case("four places", "1.1234", nil),
        Case("seven digits", "1000000", nil),
        Case("point without places", "7.", nil),
        Case("a point", ".", nil),
        Case("a minus", "-", nil),
        Case("two minus", "--5", nil),
        Case("a plus", "+5", nil),
        Case("two points", "1.2.3", nil),
        Case("a comma", "6,5", nil),
        Case("an exponent", "1e3", nil),
        Case("a sign among the places", "1.-5", nil),
        Case("not a number", "nan", nil),
        Case("blank", " 1", nil),
        Case("digits of another script", "７", nil),
        Case("empty", "", nil),
    ]

    @Test(arguments: parsed)
    func parses(_ test: Case<String, Int?>) {
        #expect(FixedDecimal(parsing: test.input)?.thousandths == test.expected)
    }

    static let written: [Case<Int, String>] = [
        Case("whole", 10_000, "10"), Case("half", 6500, "6.5"), Case("quarter", 250, "0.25"),
        Case("thousandth", 1, "0.001"), Case("hundredth", 10, "0.01"), Case("zero", 0, "0"),
        Case("negative", -1125, "-1.125"), Case("small negative", -50, "-0.05"),
        Case("gap", 1005, "1.005"),
    ]

    @Test(arguments: written)
    func isWrittenShortest(_ test: Case<Int, String>) {
        #expect(FixedDecimal(thousandths: test.input).description == test.expected)
    }

    @Test func readsWhatItWrites() {
        for thousandths in stride(from: -10_001, through: 10_001, by: 7) {
            let number = FixedDecimal(thousandths: thousandths)
            #expect(FixedDecimal(parsing: number.description) == number)
        }
    }

    @Test func compares() {
        #expect(FixedDecimal(thousandths: 9500) < FixedDecimal(10))
        #expect(FixedDecimal(-1) < FixedDecimal(thousandths: -999))
    }
}
