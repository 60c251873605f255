import TroveCodecs

/// A day, a month or a year of the Gregorian calendar. The user may remember only `2019`.
///
/// It is stored as `year · 512 + month · 32 + day`, with zero for an unknown month or day, so
/// numbers sort like dates, and a year comes before its months.
package struct PartialDate: Sendable, Hashable, Comparable {
    /// The stored number, also used in columns.
    package let packed: Int

    /// Creates a date from a `packed` number, which is not checked.
    package init(packed: Int) {
        self.packed = packed
    }

    /// Creates a date from its parts; nil if there is no such date.
    package init?(year: Int, month: Int? = nil, day: Int? = nil) {
        guard (1...9999).contains(year) else { return nil }
        if let month {
            guard (1...12).contains(month) else { return nil }
            if let day {
                guard (1...Self.days(in: month, of: year)).contains(day) else { return nil }
            }
        } else if day != nil {
            return nil
        }
        packed = year << 9 | (month ?? 0) << 5 | (day ?? 0)
    }

    /// Parses `2026-11-20`, `2026-11` or `2026`; nil for anything else.
    package init?(parsing text: String) {
        self.init(parsing: text.utf8.span)
    }

    /// Parses `2026-11-20`, `2026-11` or `2026`; nil for anything else.
    package init?(parsing text: Span<UInt8>) {
        let count = text.count
        guard count == 4 || count == 7 || count == 10, let year = Self.number(text, 0..<4) else {
            return nil
        }
        var (month, day): (Int?, Int?)
        if count > 4 {
            guard text[4] == UInt8(ascii: "-"), let number = Self.number(text, 5..<7) else {
                return nil
            }
            month = number
        }
        if count > 7 {
            guard text[7] == UInt8(ascii: "-"), let number = Self.number(text, 8..<10) else {
                return nil
            }
            day = number
        }
        self.init(year: year, month: month, day: day)
    }

    /// Returns the number of some digits; nil if another byte is among them.
    @inline(__always)
    private static func number(_ text: Span<UInt8>, _ places: Range<Int>) -> Int? {
        var number = 0
        for place in places {
            guard text[place].isDigit else { return nil }
            number = number * 10 + Int(text[place] & 15)
        }
        return number
    }

    /// The year, 1 to 9999.
    package var year: Int { packed >> 9 }
    /// The month, 1 to 12; nil if only the year is known.
    package var month: Int? { packed >> 5 & 15 == 0 ? nil : packed >> 5 & 15 }
    /// The day, 1 to 31; nil if it is unknown.
    package var day: Int? { packed & 31 == 0 ? nil : packed & 31 }

    /// All packed dates that this one covers: a year covers its months and days.
    package var span: ClosedRange<Int> {
        if month == nil { return packed...(packed | 511) }
        if day == nil { return packed...(packed | 31) }
        return packed...packed
    }

    /// The previous day, month or year, with the same precision. Nil before the year 1.
    package var previous: PartialDate? {
        guard let month else { return PartialDate(year: year - 1) }
        guard let day else {
            return month == 1
                ? PartialDate(year: year - 1, month: 12) : PartialDate(year: year, month: month - 1)
        }
        if day > 1 { return PartialDate(year: year, month: month, day: day - 1) }
        let (lastYear, lastMonth) = month == 1 ? (year - 1, 12) : (year, month - 1)
        return PartialDate(
            year: lastYear, month: lastMonth, day: Self.days(in: lastMonth, of: lastYear))
    }

    /// The next day, month or year, with the same precision. Nil after the year 9999.
    package var next: PartialDate? {
        guard let month else { return PartialDate(year: year + 1) }
        guard let day else {
            return month == 12
                ? PartialDate(year: year + 1, month: 1) : PartialDate(year: year, month: month + 1)
        }
        if day < Self.days(in: month, of: year) {
            return PartialDate(year: year, month: month, day: day + 1)
        }
        return month == 12
            ? PartialDate(year: year + 1, month: 1, day: 1)
            : PartialDate(year: year, month: month + 1, day: 1)
    }

    /// Compares the packed numbers: a year comes before its months, a month before its days.
    package static func < (left: PartialDate, right: PartialDate) -> Bool {
        left.packed < right.packed
    }

    static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension PartialDate: CustomStringConvertible {
    /// The date as it is typed: `2026-11-20`, `2026-11`, `2026`.
    package var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the `description`.
    package func append(to bytes: inout [UInt8]) {
        bytes.append(number: year, width: 4)
        for part in [month, day] {
            guard let part else { return }
            bytes.append(UInt8(ascii: "-"))
            bytes.append(number: part, width: 2)
        }
    }
}
