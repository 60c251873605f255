import TroveModel

/// Returns a day, a month or a year, without checks.
func date(_ year: Int, _ month: Int = 0, _ day: Int = 0) -> PartialDate {
    PartialDate(packed: year * 512 + month * 32 + day)
}

/// The current day in the tests.
let today = date(2026, 11, 20)

extension Month {
    /// Returns the month that a text parses to; January if it is invalid.
    static func named(_ text: String) -> Month { Month(parsing: text) ?? .january }
}

extension ItemID {
    /// Returns an id derived from a number.
    static func of(_ number: ItemNumber) -> ItemID {
        ItemID(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(number.rawValue))
    }
}
