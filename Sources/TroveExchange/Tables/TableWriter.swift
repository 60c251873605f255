/// Writes a table as RFC 4180 has it: commas, line feeds, quotes only where they are needed.
///
/// A cell that a spreadsheet would take for a formula gets an apostrophe in front, and so does one
/// that begins with apostrophes and goes on like a formula: whoever takes one apostrophe away from
/// either has the cell as it was.
package struct TableWriter: Sendable {
    /// What was written so far.
    package private(set) var bytes: [UInt8] = []
    private var isAtBeginning = true

    package init() {}

    /// Begins anew, in the same memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Writes a cell: what `body` appends.
    @inline(__always)
    package mutating func cell(_ body: (inout [UInt8]) throws -> Void) rethrows {
        if !isAtBeginning { bytes.append(UInt8(ascii: ",")) }
        isAtBeginning = false
        let start = bytes.count
        try body(&bytes)
        guard bytes.count > start else { return }
        // Most cells have a letter or a digit first, and nothing that needs quotes.
        if CellGuard.mayBegin(bytes[start]), CellGuard.isFormula(bytes[start...]) {
            bytes.insert(CellGuard.apostrophe, at: start)
        }
        if needsQuotes(from: start) { quote(from: start) }
    }

    /// Writes a cell with a text.
    package mutating func cell(_ text: String) {
        cell { $0.append(contentsOf: text.utf8) }
    }

    /// Ends a record.
    package mutating func endRecord() {
        bytes.append(0x0A)
        isAtBeginning = true
    }

    /// Whether a separator, a quote or a line end stands behind a place.
    private func needsQuotes(from start: Int) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            var place = start
            while place + 8 <= bytes.count {
                // Eight bytes from the place on lie within the array.
                let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                let hits =
                    EightBytes.same(word, Self.commas) | EightBytes.same(word, Self.quotes)
                    | EightBytes.same(word, Self.lineFeeds) | EightBytes.same(word, Self.returns)
                if hits != 0 { return true }
                place += 8
            }
            return unsafe bytes[place...].contains { byte in
                byte == 0x2C || byte == 0x22 || byte == 0x0A || byte == 0x0D
            }
        }
    }

    private static let commas = EightBytes.all(0x2C)
    private static let quotes = EightBytes.all(0x22)
    private static let lineFeeds = EightBytes.all(0x0A)
    private static let returns = EightBytes.all(0x0D)

    /// Puts the cell that begins at a place into quotes, where it stands: from its end, so that no
    /// byte is written over before it was moved.
    private mutating func quote(from start: Int) {
        var from = bytes.count
        var quotes = 0
        for index in start..<from where bytes[index] == 0x22 { quotes += 1 }
        bytes.append(contentsOf: repeatElement(0x22, count: quotes + 2))
        // The last quote is in its place.
        var to = bytes.count - 1
        while from > start {
            from -= 1
            to -= 1
            let byte = bytes[from]
            bytes[to] = byte
            if byte == 0x22 {
                to -= 1
                bytes[to] = byte
            }
        }
        bytes[start] = 0x22
    }
}

/// What keeps a spreadsheet from taking a cell for a formula.
enum CellGuard {
    static let apostrophe = UInt8(ascii: "'")

    /// Whether a cell that begins so has to be looked at.
    static func mayBegin(_ byte: UInt8) -> Bool {
        byte == apostrophe || isFormulaSign(byte)
    }

    /// Whether a cell is a formula, with or without apostrophes before it.
    static func isFormula(_ cell: ArraySlice<UInt8>) -> Bool {
        cell.first { $0 != apostrophe }.map(isFormulaSign) ?? false
    }

    /// The text of a cell as it was before it was guarded.
    static func text(of cell: ArraySlice<UInt8>) -> String {
        let isGuarded = cell.first == apostrophe && isFormula(cell)
        return String(decoding: isGuarded ? cell.dropFirst() : cell, as: UTF8.self)
    }

    private static func isFormulaSign(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09,
            0x0D:
            true
        default: false
        }
    }
}
