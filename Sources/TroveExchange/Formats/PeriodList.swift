import TroveCodecs
import TroveModel

/// The notation of several times at which an item was begun and finished.
enum PeriodList: Sendable {
    /// `2025/03/01-2025/03/14, 2026/09/01`: days, and periods with a hyphen between two days.
    case hyphens
    /// `2025-03-01|2025-03-14|;2026-09-01|`: periods separated by semicolons, with the first and
    /// the last day, and further parts that are ignored if they are empty.
    case bars

    /// Returns the times in a cell, and the parts that are none.
    func periods(in cell: ArraySlice<UInt8>) -> (
        periods: [ImportedCompletion], others: [ArraySlice<UInt8>]
    ) {
        var periods: [ImportedCompletion] = []
        var others: [ArraySlice<UInt8>] = []
        let separators: [UInt8] = self == .hyphens ? [0x2C, 0x3B] : [0x3B]
        for part in cell.split(whereSeparator: separators.contains) {
            let part = part.trimmingBlanks
            guard !part.isEmpty, part.contains(where: { $0 != 0x7C }) else { continue }
            if let period = self == .hyphens ? Self.hyphenated(part) : Self.barred(part) {
                periods.append(period)
            } else {
                others.append(part)
            }
        }
        return (periods, others)
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
        guard cells.count <= 2 || cells[2...].allSatisfy({ $0.allSatisfy { $0 == 0x30 } }) else {
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
