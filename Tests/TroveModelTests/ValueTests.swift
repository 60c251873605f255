import Testing
import TroveModel
import TroveTesting

@Suite struct ValueTests {
    static let written: [Case<Value, String>] = [
        Case("text", .text("Dune"), "Dune"), Case("integer", .integer(-3), "-3"),
        Case("decimal", .decimal(FixedDecimal(thousandths: 4250)), "4.25"),
        Case("date", .date(date(2026, 11)), "2026-11"), Case("month", .month(.may), "May"),
        Case("set", .set(["a", "b c"]), "a, b c"), Case("empty set", .set([]), ""),
    ]

    @Test(arguments: written)
    func isWrittenAsItIsTyped(_ test: Case<Value, String>) {
        #expect(test.input.description == test.expected)
    }
}
