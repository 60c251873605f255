import TroveCodecs
import TroveModel

/// The notation of several times at which an item was begun and finished.
enum PeriodList: Sendable {
    /// `2025/03/01-2025/03/14, 2026/09/01`: days, and periods with a hyphen between two days. In
    /// `2025-03-01,2025-03-14;2026-09-01,`, a comma separates the two days.
    case hyphens
    /// `2025-03-01|2025-03-14|;2026-09-01|`: periods separated by semicolons, with the first and
    /// the last day, and how many milliseconds were spent reading, which is ignored.
    case bars

    /// The largest number of times in a cell; further ones count as parts that are not dates.
    private static let maximumPeriods = 1000

    /// Returns the times in a cell, and the parts that are not dates.
    func periods(in cell: ArraySlice<UInt8>) -> (
        periods: [ImportedCompletion], others: [ArraySlice<UInt8>]
    ) {
        var periods: [ImportedCompletion] = []
        var others: [ArraySlice<UInt8>] = []
        for part in parts(of: cell).map(\.trimmingBlanks) where part.contains(where: { $0 != 0x7C })
        {
            if periods.count < Self.maximumPeriods, let period = period(in: part) {
                periods.append(period)
            } else {
                others.append(part)
            }
        }
        return (periods, others)
    }

    /// Splits a cell at semicolons, and at commas that are not between the days of one period.
    private func parts(of cell: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        let parts = cell.split(separator: 0x3B)
        guard self == .hyphens else { return parts }
        return parts.flatMap { Self.paired($0) == nil ? $0.split(separator: 0x2C) : [$0] }
    }

    private func period(in part: ArraySlice<UInt8>) -> ImportedCompletion? {
        switch self {
        case .hyphens: Self.paired(part) ?? Self.hyphenated(part)
        case .bars: Self.barred(part)
        }
    }

    /// Reads `2025-03-01,2025-03-14`, where one of the days may be missing.
    private static func paired(_ part: ArraySlice<UInt8>) -> ImportedCompletion? {
        let days = part.split(separator: 0x2C, omittingEmptySubsequences: false)
        guard days.count == 2, days.contains(where: { !$0.isEmpty }) else { return nil }
        let dates = days.map { $0.count == 10 && $0.contains(0x2D) ? CellText.date($0) : nil }
        guard zip(days, dates).allSatisfy({ $0.isEmpty || $1 != nil }) else { return nil }
        if let start = dates[0], let end = dates[1], start > end { return nil }
        return ImportedCompletion(started: dates[0], on: dates[1])
    }

    private static func hyphenated(_ part: ArraySlice<UInt8>) -> ImportedCompletion? {
        if let date = CellText.date(part) { return ImportedCompletion(on: date) }
        // In a date with hyphens, the hyphen in the middle separates the two days.
        let hyphens = part.indices.filter { part[$0] == 0x2D }
        guard !hyphens.isEmpty, hyphens.count % 2 == 1 || hyphens.count == 2 else { return nil }
        let middle = hyphens[hyphens.count / 2]
        let first = part[..<middle].trimmingBlanks
        let last = part[(middle + 1)...].trimmingBlanks
        guard let start = CellText.date(first) else { return nil }
        if last.isEmpty { return ImportedCompletion(started: start) }
        return CellText.date(last).map { ImportedCompletion(started: start, on: $0) }
    }

    private static func barred(_ part: ArraySlice<UInt8>) -> ImportedCompletion? {
        let cells = part.split(separator: 0x7C, omittingEmptySubsequences: false)
            .map(\.trimmingBlanks)
        guard cells.count <= 2 || cells[2...].allSatisfy({ $0.allSatisfy(\.isDigit) }) else {
            return nil
        }
        let dates = cells.prefix(2).map { ($0.isEmpty, CellText.date($0)) }
        guard dates.allSatisfy({ isEmpty, date in isEmpty || date != nil }) else { return nil }
        return ImportedCompletion(started: dates[0].1, on: dates.count > 1 ? dates[1].1 : nil)
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without surrounding blanks.
    var trimmingBlanks: ArraySlice<UInt8> {
        guard let first = firstIndex(where: { !$0.isBlank }),
            let last = lastIndex(where: { !$0.isBlank })
        else { return self[startIndex..<startIndex] }
        return self[first...last]
    }
}
