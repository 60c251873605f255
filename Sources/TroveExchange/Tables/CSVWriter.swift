import TroveCodecs
package import TroveModel

/// Writes CSV (RFC 4180): commas, line feeds, quotes only where they are needed.
///
/// With `guardsFormulas`, a cell that a spreadsheet would evaluate as a formula gets an apostrophe
/// in front, and so does one that is a formula behind apostrophes. Removing one apostrophe from
/// either restores the cell. A negative number evaluates to itself, and stays as it is.
package struct CSVWriter: Sendable {
    /// The byte between two cells.
    package static let separator = UInt8(ascii: ",")

    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []
    private var isAtBeginning = true

    private let guardsFormulas: Bool

    /// Creates a writer. `guardsFormulas` protects cells from being evaluated by spreadsheets.
    package init(guardsFormulas: Bool) {
        self.guardsFormulas = guardsFormulas
    }

    /// Removes what was written, and keeps the capacity.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Writes the records of another writer.
    package mutating func append(_ other: CSVWriter) {
        bytes.append(contentsOf: other.bytes)
    }

    /// Writes the bytes that `body` appends as a cell.
    @inline(__always)
    package mutating func cell(_ body: (inout [UInt8]) throws -> Void) rethrows {
        if !isAtBeginning { bytes.append(Self.separator) }
        isAtBeginning = false
        let start = bytes.count
        try body(&bytes)
        guard bytes.count > start else { return }
        // Most cells begin with a letter or a digit, and need no quotes.
        if guardsFormulas, CellGuard.mayBegin(bytes[start]), CellGuard.isNeeded(bytes[start...]) {
            bytes.insert(CellGuard.apostrophe, at: start)
        }
        if needsQuotes(from: start) { quote(from: start) }
    }

    /// Writes a text as a cell.
    package mutating func cell(_ text: String) {
        cell { $0.append(contentsOf: text.utf8) }
    }

    /// Writes a record of texts with this number of separators between them.
    package mutating func record(_ texts: FieldTexts, separators: Int) {
        if isPlain(texts, separators) {
            bytes.append(contentsOf: texts.bytes)
        } else {
            var place = 0
            for range in texts.ranges {
                bytes.append(contentsOf: texts.bytes[place..<range.lowerBound])
                isAtBeginning = true
                cell { $0.append(contentsOf: texts.bytes[range]) }
                place = range.upperBound
            }
            bytes.append(contentsOf: texts.bytes[place...])
        }
        endRecord()
    }

    /// Whether texts need no change, as most do. False for a very long record.
    private func isPlain(_ texts: FieldTexts, _ separators: Int) -> Bool {
        guard texts.bytes.count < Self.longestAtOnce, !guardsFormulas || !mayHaveFormula(texts)
        else { return false }
        // How many separators there are at each of eight places.
        var found: UInt64 = 0
        var others: UInt64 = 0
        var place = 0
        unsafe texts.bytes.withUnsafeBytes { bytes in
            while place + 8 <= bytes.count {
                // The loop condition keeps the eight bytes within the array.
                let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                found &+= EightBytes.matches(word, Self.commas)
                others |=
                    EightBytes.same(word, Self.quotes) | EightBytes.same(word, Self.lineFeeds)
                    | EightBytes.same(word, Self.returns)
                place += 8
            }
        }
        for byte in texts.bytes[place...] {
            if byte == Self.separator { found &+= 1 }
            if byte == 0x22 || byte == 0x0A || byte == 0x0D { others = 1 }
        }
        return others == 0 && EightBytes.sum(found) == separators
    }

    /// The length in bytes from which the counts of `isPlain`, one byte each, could overflow.
    private static let longestAtOnce = 8 * 240

    private func mayHaveFormula(_ texts: FieldTexts) -> Bool {
        let bytes = texts.bytes.span
        for range in texts.ranges where CellGuard.mayBegin(bytes[range.lowerBound]) { return true }
        return false
    }

    /// Ends a record.
    package mutating func endRecord() {
        bytes.append(0x0A)
        isAtBeginning = true
    }

    /// Returns whether the bytes from `start` on contain a separator, a quote or a line end.
    private func needsQuotes(from start: Int) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            var place = start
            while place + 8 <= bytes.count {
                // The loop condition keeps the eight bytes within the array.
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

    private static var commas: UInt64 { EightBytes.all(0x2C) }
    private static var quotes: UInt64 { EightBytes.all(0x22) }
    private static var lineFeeds: UInt64 { EightBytes.all(0x0A) }
    private static var returns: UInt64 { EightBytes.all(0x0D) }

    /// Quotes the cell that begins at `start` in place. It works from the end, so that no byte is
    /// overwritten before it is moved.
    private mutating func quote(from start: Int) {
        var from = bytes.count
        var quotes = 0
        for index in start..<from where bytes[index] == 0x22 { quotes += 1 }
        bytes.append(contentsOf: repeatElement(0x22, count: quotes + 2))
        // The appended bytes are quotes, so the closing quote is in place.
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

/// The apostrophe that prevents a spreadsheet from evaluating a cell as a formula.
enum CellGuard {
    static let apostrophe = UInt8(ascii: "'")

    /// Returns whether a cell with this first byte may be a formula.
    static func mayBegin(_ byte: UInt8) -> Bool {
        byte == apostrophe || isFormulaSign(byte)
    }

    /// Returns whether a cell is a formula, behind any number of apostrophes.
    static func isFormula(_ cell: ArraySlice<UInt8>) -> Bool {
        cell.first { $0 != apostrophe }.map(isFormulaSign) ?? false
    }

    static func isNeeded(_ cell: ArraySlice<UInt8>) -> Bool {
        isFormula(cell) && !isNegativeNumber(cell)
    }

    private static func isNegativeNumber(_ cell: ArraySlice<UInt8>) -> Bool {
        let parts = cell.dropFirst().split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        return cell.first == UInt8(ascii: "-")
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { (0x30...0x39).contains($0) }
            }
    }

    /// Returns the text of a cell without its guard.
    static func text(of cell: ArraySlice<UInt8>) -> String {
        String(decoding: unguarded(cell), as: UTF8.self)
    }

    /// Returns the bytes of a cell without its guard.
    static func unguarded(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        cell.first == apostrophe && isFormula(cell) ? cell.dropFirst() : cell
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
