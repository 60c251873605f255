import TroveCodecs
import TroveModel

/// Parses the cells of a table from their bytes.
enum CellText {
    /// Returns the range of a cell without surrounding blanks, and without the wrapping that makes
    /// a spreadsheet treat digits as text: `="0441013597"`.
    static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while true {
            while start < end, bytes[start].isBlank { start += 1 }
            while start < end, bytes[end - 1].isBlank { end -= 1 }
            guard end - start >= 3, bytes[start] == 0x3D, bytes[start + 1] == 0x22,
                bytes[end - 1] == 0x22
            else { return start..<end }
            start += 2
            end -= 1
        }
    }

    /// Returns the text on one line: each run of blanks and line breaks becomes one space.
    static func line(_ cell: ArraySlice<UInt8>) -> String {
        var wasBlank = false
        for byte in cell {
            let blank = byte.isBlank
            if blank && (wasBlank || byte != 0x20) { return collapsed(cell) }
            wasBlank = blank
        }
        return String(decoding: cell, as: UTF8.self)
    }

    private static func collapsed(_ cell: ArraySlice<UInt8>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(cell.count)
        for byte in cell {
            if !byte.isBlank {
                bytes.append(byte)
            } else if bytes.last != 0x20 {
                bytes.append(0x20)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the cell without surrounding square brackets.
    static func unbracketed(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        cell.count >= 2 && cell.first == 0x5B && cell.last == 0x5D
            ? cell.dropFirst().dropLast() : cell
    }

    /// Parses a day, a month or a year, separated by `/` or `-`, with zeros for unknown parts, and
    /// optionally followed by a time; nil for anything else.
    static func date(_ cell: ArraySlice<UInt8>) -> PartialDate? {
        let cell = unbracketed(cell)
        var parts = (0, 0, 0)
        var part = 0
        var digits = 0
        var number = 0
        for (index, byte) in zip(cell.indices, cell) {
            if byte.isDigit {
                digits += 1
                guard digits <= (part == 0 ? 4 : 2) else { return nil }
                number = number * 10 + Int(byte & 15)
            } else if part == 2, byte == 0x54 || byte == 0x20 {
                // A time begins with a digit.
                guard digits > 0, cell[(index + 1)...].first?.isDigit ?? false else { return nil }
                break
            } else if part < 2, byte == 0x2F || byte == 0x2D {
                guard digits > 0, part > 0 || digits == 4 else { return nil }
                if part == 0 { parts.0 = number } else { parts.1 = number }
                part += 1
                (digits, number) = (0, 0)
            } else {
                return nil
            }
        }
        guard digits > 0, part > 0 || digits == 4 else { return nil }
        switch part {
        case 0: parts.0 = number
        case 1: parts.1 = number
        default: parts.2 = number
        }
        return PartialDate(
            year: parts.0, month: parts.1 == 0 ? nil : parts.1, day: parts.2 == 0 ? nil : parts.2)
    }

    /// The order of the day and the month in dates such as `04/07/2016`.
    enum DateOrder: Sendable {
        case dayFirst, monthFirst
    }

    /// Parses `31.12.2020`, `12.2020`, `Dec 31, 2020`, and `31/12/2020` or `12/31/2020`, where
    /// `order` decides if both orders of day and month make a date; nil for anything else.
    static func localDate(
        _ cell: ArraySlice<UInt8>, order: DateOrder? = nil
    ) -> PartialDate? {
        if cell.contains(where: { ($0 | 0x20) &- 0x61 < 26 }) { return namedDate(cell) }
        guard let (separator, numbers) = numbers(ofDate: cell) else { return nil }
        guard numbers.count == 3 else { return PartialDate(year: numbers[1], month: numbers[0]) }
        let (dayFirst, monthFirst) = orders(of: numbers)
        // Points are not used where the month comes first.
        if separator == 0x2E || monthFirst == nil || monthFirst == dayFirst { return dayFirst }
        if dayFirst == nil { return monthFirst }
        return switch order {
        case .dayFirst?: dayFirst
        case .monthFirst?: monthFirst
        case nil: nil
        }
    }

    /// Returns the order of day and month that a date such as `31/12/2020` proves; nil for any
    /// other cell.
    static func dateOrder(of cell: ArraySlice<UInt8>) -> DateOrder? {
        guard cell.count <= 10, let (separator, numbers) = numbers(ofDate: cell),
            separator != 0x2E, numbers.count == 3
        else { return nil }
        return switch orders(of: numbers) {
        case (_?, nil): .dayFirst
        case (nil, _?): .monthFirst
        default: nil
        }
    }

    private static func orders(
        of numbers: [Int]
    ) -> (dayFirst: PartialDate?, monthFirst: PartialDate?) {
        (
            PartialDate(year: numbers[2], month: numbers[1], day: numbers[0]),
            PartialDate(year: numbers[2], month: numbers[0], day: numbers[1])
        )
    }

    /// Returns the separator and the two or three numbers of a date that ends with its year.
    private static func numbers(
        ofDate cell: ArraySlice<UInt8>
    ) -> (separator: UInt8, numbers: [Int])? {
        let separators: [UInt8] = [0x2E, 0x2F, 0x2D]
        guard let separator = cell.first(where: separators.contains) else { return nil }
        let parts = cell.split(separator: separator, omittingEmptySubsequences: false)
            .map(\.trimmingBlanks)
        guard parts.count == 2 || parts.count == 3, parts.last?.count == 4,
            parts.allSatisfy({ (1...4).contains($0.count) && $0.allSatisfy(\.isDigit) })
        else { return nil }
        return (separator, parts.map { $0.reduce(0) { $0 * 10 + Int($1 & 15) } })
    }

    /// Parses a date with the English name of its month: `Dec 31, 2020`, `31 December 2020`,
    /// `Dec 2020`; nil for anything else.
    private static func namedDate(_ cell: ArraySlice<UInt8>) -> PartialDate? {
        guard cell.count <= 40 else { return nil }
        let parts = line(cell).split { " ,.-/".contains($0) }
        let numbers = parts.filter { $0.utf8.allSatisfy(\.isDigit) }
        guard (2...3).contains(parts.count), numbers.count == parts.count - 1,
            let name = parts.first(where: { !$0.utf8.allSatisfy(\.isDigit) }),
            let month = Month(parsing: String(name)),
            let year = numbers.first(where: { $0.utf8.count == 4 }).flatMap({ Int($0) })
        else { return nil }
        guard numbers.count == 2 else { return PartialDate(year: year, month: month.rawValue) }
        let day = numbers.first { $0.utf8.count <= 2 }.flatMap { Int($0) }
        return day.flatMap { PartialDate(year: year, month: month.rawValue, day: $0) }
    }

    /// Parses an unsigned integer, optionally followed by `.0`; nil for anything else. A comma that
    /// three digits follow divides groups.
    static func number(_ cell: ArraySlice<UInt8>) -> Int? {
        if cell.contains(0x2C) { return wholeAmount(cell).flatMap { $0 < 0 ? nil : $0 } }
        guard let thousandths = thousandths(cell), thousandths % 1000 == 0 else { return nil }
        return thousandths / 1000
    }

    /// Parses an integer like `number`, with an optional minus sign.
    static func signedNumber(_ cell: ArraySlice<UInt8>) -> Int? {
        cell.first == 0x2D ? number(cell.dropFirst()).map { -$0 } : number(cell)
    }

    /// Parses an unsigned number, and returns its thousandths; nil for anything else. It has at
    /// most nine digits before the decimal point, or the comma that some spreadsheets write, and at
    /// most three significant digits after it.
    static func thousandths(_ cell: ArraySlice<UInt8>) -> Int? {
        var whole = 0
        var digits = 0
        var places: Int?
        for byte in cell {
            if byte.isDigit {
                if let count = places {
                    guard count < 3 || byte == 0x30 else { return nil }
                    if count < 3 { whole = whole * 10 + Int(byte & 15) }
                    places = count + 1
                } else {
                    digits += 1
                    guard digits <= 9 else { return nil }
                    whole = whole * 10 + Int(byte & 15)
                }
            } else if byte == 0x2E || byte == 0x2C, places == nil, digits > 0 {
                places = 0
            } else {
                return nil
            }
        }
        guard digits > 0, places != 0 else { return nil }
        for _ in min(3, places ?? 0)..<3 { whole *= 10 }
        return whole
    }

    /// Parses a rating, and returns its thousandths and the best rating: a number, `4/5`, or stars
    /// (U+2605), of five unless there are more, and perhaps half of one (U+00BD); nil for anything
    /// else.
    static func stars(_ cell: ArraySlice<UInt8>, of most: Int) -> (thousandths: Int, most: Int)? {
        if let thousandths = thousandths(cell) { return (thousandths, most) }
        if let slash = cell.firstIndex(of: 0x2F) {
            guard let stars = thousandths(cell[..<slash].trimmingBlanks),
                let best = number(cell[(slash + 1)...].trimmingBlanks), (1...100).contains(best)
            else { return nil }
            return (stars, best)
        }
        let star: [UInt8] = [0xE2, 0x98, 0x85]
        let empty: [UInt8] = [0xE2, 0x98, 0x86]
        let half: [UInt8] = [0xC2, 0xBD]
        let hasHalf = cell.suffix(half.count) == half[...]
        let cell = hasHalf ? cell.dropLast(half.count) : cell
        guard cell.count % 3 == 0, cell.count <= 30 else { return nil }
        let signs = stride(from: cell.startIndex, to: cell.endIndex, by: 3)
            .map { Array(cell[$0..<$0 + 3]) }
        let full = signs.prefix { $0 == star }.count
        let rest = signs.dropFirst(full)
        guard hasHalf ? rest.isEmpty : full > 0 && rest.allSatisfy({ $0 == empty }) else {
            return nil
        }
        return (full * 1000 + (hasHalf ? 500 : 0), signs.count > 5 ? 10 : 5)
    }

    /// Returns whether the cell is this lower-case word, regardless of case.
    static func isWord(_ cell: ArraySlice<UInt8>, _ word: String) -> Bool {
        let word = word.utf8.span
        guard cell.count == word.count else { return false }
        for (place, index) in cell.indices.enumerated()
        where Folding.lowercased(cell[index]) != word[place] {
            return false
        }
        return true
    }

    /// Splits names at commas and at another separator, and trims them.
    static func names(_ cell: ArraySlice<UInt8>, partedBy separator: UInt8) -> [ArraySlice<UInt8>] {
        var names: [ArraySlice<UInt8>] = []
        var start = cell.startIndex
        while start < cell.endIndex {
            var end = start
            while end < cell.endIndex, cell[end] != 0x2C, cell[end] != separator { end += 1 }
            let name = cell[start..<end].trimmingBlanks
            if !name.isEmpty { names.append(name) }
            start = end + 1
        }
        return names
    }

    /// Returns a name without the count of users after it, as in `Fantasy|5000`.
    static func withoutCount(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let bar = name.lastIndex(of: 0x7C), bar + 1 < name.endIndex,
            name[(bar + 1)...].allSatisfy(\.isDigit)
        else { return name }
        return name[..<bar].trimmingBlanks
    }

    /// Returns `Le Guin, Ursula K.` with the first name first; a suffix after a second comma stays
    /// last.
    static func firstNameFirst(_ name: String) -> String {
        let parts = name.split(separator: ", ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }) else { return name }
        return "\(parts[1]) \(parts[0])" + (parts.count == 3 ? ", \(parts[2])" : "")
    }
}
