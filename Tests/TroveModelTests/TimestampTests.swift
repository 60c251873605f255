import Testing
import TroveModel
import TroveTesting

@Suite struct TimestampTests {
    static let written: [Case<Int, String>] = [
        Case("the beginning", 0, "1970-01-01T00:00:00Z"),
        Case("a millisecond before", -1, "1969-12-31T23:59:59Z"),
        Case("a leap day", 1_709_164_800_000, "2024-02-29T00:00:00Z"),
        Case("the day behind it", 1_709_251_199_999 + 1, "2024-03-01T00:00:00Z"),
        Case("no leap day in 2100", 4_107_542_400_000, "2100-03-01T00:00:00Z"),
        Case("a leap day in 2000", 951_782_400_000, "2000-02-29T00:00:00Z"),
        Case("last second of a year", 1_767_225_599_999, "2025-12-31T23:59:59Z"),
        Case("noon", 1_795_176_000_000, "2026-11-20T12:00:00Z"),
        Case("long ago", -62_135_596_800_000, "0001-01-01T00:00:00Z"),
    ]

    @Test(arguments: written)
    func isWrittenInUniversalTime(_ test: Case<Int, String>) {
        #expect(Timestamp(milliseconds: test.input).description == test.expected)
    }
}
