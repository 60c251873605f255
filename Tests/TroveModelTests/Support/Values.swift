import TroveModel

/// A day, a month or a year, without the checks that are under test elsewhere.
func date(_ year: Int, _ month: Int = 0, _ day: Int = 0) -> PartialDate {
    PartialDate(packed: year * 512 + month * 32 + day)
}

/// The day that tests take for today.
let today = date(2026, 11, 20)

extension Month {
    /// What a text parses to; January where it is none.
    static func named(_ text: String) -> Month { Month(parsing: text) ?? .january }
}

extension ItemID {
    /// An identity that follows from a number.
    static func of(_ number: Int) -> ItemID {
        ItemID(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(number))
    }
}
