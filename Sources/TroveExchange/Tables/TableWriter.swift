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
    package mutating func cell(_ body: (inout [UInt8]) -> Void) {
        if !isAtBeginning { bytes.append(UInt8(ascii: ",")) }
        isAtBeginning = false
        let start = bytes.count
        body(&bytes)
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

    private func needsQuotes(from start: Int) -> Bool {
        let bytes = self.bytes.span
        for index in start..<bytes.count {
            let byte = bytes[index]
            if byte == 0x2C || byte == 0x22 || byte == 0x0A || byte == 0x0D { return true }
        }
        return false
    }

    private mutating func quote(from start: Int) {
        let cell = bytes[start...]
        bytes.removeSubrange(start...)
        bytes.append(0x22)
        for byte in cell {
            if byte == 0x22 { bytes.append(0x22) }
            bytes.append(byte)
        }
        bytes.append(0x22)
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
