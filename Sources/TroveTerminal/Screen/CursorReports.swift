// The query is `ESC [ 6 n`, and the report `ESC [ ROW ; COLUMN R`, counted from 1.

/// Separates the terminal's reports of the cursor's place from the keys.
///
/// Pure: it takes bytes and returns those that are keys.
struct CursorReports {
    /// The query for a report.
    static let query = "\u{1B}[6n"
    /// The longest report: two numbers of four digits.
    private static let longestReport = 12

    /// The number of queries that are not answered yet.
    private(set) var awaited = 0
    /// The row of the last report, counted from 0.
    private(set) var row: Int?
    /// Bytes that may be the start of a report.
    private var held: [UInt8] = []

    /// Whether bytes are held back that may be keys.
    var holdsKeys: Bool { !held.isEmpty }

    /// Records that the query was sent.
    mutating func ask() {
        awaited += 1
        row = nil
    }

    /// Takes bytes of the terminal, and returns those that are keys.
    mutating func keys(in bytes: [UInt8]) -> [UInt8] {
        guard awaited > 0 else { return bytes }
        var keys: [UInt8] = []
        for byte in bytes {
            if byte == 0x1B { keys += release() }
            held.append(byte)
            if awaited > 0, let row = Self.row(in: held) {
                self.row = row
                awaited -= 1
                held = []
            } else if awaited == 0 || !Self.mayBegin(held) {
                keys += release()
            }
        }
        return keys
    }

    /// Returns the bytes that were held back, because no more follow soon.
    mutating func release() -> [UInt8] {
        defer { held = [] }
        return held
    }

    private static func mayBegin(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= longestReport, bytes.first == 0x1B else { return false }
        guard bytes.count > 1 else { return true }
        return bytes[1] == UInt8(ascii: "[")
            && bytes.dropFirst(2).allSatisfy(TerminalReplies.isParameter)
    }

    /// Returns the row of a complete report; nil for other bytes.
    private static func row(in bytes: [UInt8]) -> Int? {
        guard bytes.last == UInt8(ascii: "R"), mayBegin(bytes.dropLast()) else { return nil }
        let numbers = bytes.dropFirst(2).dropLast().split(separator: UInt8(ascii: ";"))
        guard numbers.count == 2, let row = Int(String(decoding: numbers[0], as: UTF8.self)),
            row > 0
        else { return nil }
        return row - 1
    }
}
