package import TroveCodecs

/// Reads a table, record by record.
///
/// What of the file is in memory is a block, or the record at hand if that is longer.
package final class TableReader {
    /// The most bytes that a record may have in the file.
    private let longestRecord: Int
    private var window: TextWindow
    private var cutter: RecordCutter?
    private var line = 1
    /// Whether the rest of a line is to be passed over.
    private var isSkipping = false

    /// - Parameters:
    ///   - source: the bytes of the table.
    ///   - dialect: nil where the first line says it.
    ///   - encoding: nil where the file says it, by its mark or by what it holds.
    ///   - blockSize: how many bytes are read at once.
    ///   - longestRecord: the most bytes that a record may have in the file.
    package init(
        _ source: any ByteSource, dialect: TableDialect? = nil, encoding: TextEncoding? = nil,
        blockSize: Int = 1 << 18, longestRecord: Int = 1 << 20
    ) {
        self.longestRecord = longestRecord
        window = TextWindow(source, encoding: encoding, blockSize: blockSize)
        cutter = dialect.map { RecordCutter(dialect: $0) }
    }

    /// How much of the file has been read, 0 to 1.
    package var fraction: Double { window.fraction }

    /// How the cells are told apart; known when the first record has been read.
    package var dialect: TableDialect? { cutter?.dialect }

    /// Reads the next record. Empty lines are records of one empty cell.
    ///
    /// - Returns: whether there was one.
    package func next(into record: inout TableRecord) throws(ReadFailure) -> Bool {
        if isSkipping { try skipLine() }
        while window.start == window.end {
            if window.isLast { return false }
            try window.fill()
        }
        while true {
            let cutter = try settledCutter()
            let available = window.end - window.start
            // A record that is as long as this is too long, whatever follows.
            let length = min(available, longestRecord + 1)
            let isWhole = length < available || length > longestRecord
            record.makeRoom(length)
            var isASCII = true
            // The window's text lies within its bytes.
            let cut = unsafe window.bytes.withUnsafeBytes { bytes in
                unsafe cutter.cut(
                    UnsafeRawBufferPointer(
                        rebasing: bytes[window.start..<window.start + length]),
                    isLast: isWhole || window.isLast, into: &record, isASCII: &isASCII)
            }
            record.line = line
            record.problem = nil
            switch cut {
            case .unfinished:
                try window.fill()
                continue
            case .open(let quote, let lines):
                finish(&record, from: window.start + quote, to: window.start + length, lines)
            case .whole(let next, let lines) where next > longestRecord:
                record.problem = .tooLong
                // Its end, if it is here, is not passed over: that is the end of what is skipped.
                window.start += longestRecord
                line += lines - 1
                isSkipping = true
            case .whole(let next, let lines):
                if !isASCII, !record.isText { record.problem = .isNoText }
                window.start += next
                line += lines
            }
            return true
        }
    }

    /// Takes the rest of the line, from a quote on that is never closed, as the last cell, so that
    /// the next line begins a record again.
    private func finish(
        _ record: inout TableRecord, from quote: Int, to end: Int, _ lines: Int
    ) {
        line += lines
        record.line = line
        record.problem = .neverCloses
        // Not what lies beyond: how much of that is here, chance decides.
        let rest = window.bytes[quote..<end]
        let cell = rest.prefix { $0 != RecordCutter.lineFeed && $0 != RecordCutter.return }
        record.appendCell(cell)
        window.start = cell.endIndex
        isSkipping = true
    }

    /// Goes behind the end of a line.
    private func skipLine() throws(ReadFailure) {
        isSkipping = false
        while true {
            let rest = window.bytes[window.start..<window.end]
            let end = rest.firstIndex { $0 == RecordCutter.lineFeed || $0 == RecordCutter.return }
            window.start = end ?? window.end
            // Behind a CR, one must see what follows.
            if let end, rest[end] == RecordCutter.lineFeed || end + 1 < window.end || window.isLast
            {
                let isPair =
                    rest[end] == RecordCutter.return && end + 1 < window.end
                    && rest[end + 1] == RecordCutter.lineFeed
                window.start = end + (isPair ? 2 : 1)
                line += 1
                return
            }
            if window.isLast { return }
            try window.fill()
        }
    }

    /// The cutter, for the dialect of the first line.
    private func settledCutter() throws(ReadFailure) -> RecordCutter {
        if let cutter { return cutter }
        while true {
            let beginning = window.bytes[window.start..<window.end]
            let isEnough =
                window.isLast || beginning.count > longestRecord
                || beginning.contains { $0 == RecordCutter.lineFeed || $0 == RecordCutter.return }
            guard isEnough else {
                try window.fill()
                continue
            }
            let cutter = RecordCutter(dialect: .guess(beginning.prefix(longestRecord)))
            self.cutter = cutter
            return cutter
        }
    }
}

extension TableRecord {
    /// Makes room for the cells of this many bytes, and for the eight bytes that a cutter writes at
    /// once.
    fileprivate mutating func makeRoom(_ count: Int) {
        let missing = count + 8 - bytes.count
        if missing > 0 { bytes.append(contentsOf: repeatElement(0, count: missing)) }
    }

    /// Puts a cell behind the others.
    fileprivate mutating func appendCell(_ cell: ArraySlice<UInt8>) {
        let start = ends.last ?? 0
        makeRoom(start + cell.count)
        bytes.replaceSubrange(start..<start + cell.count, with: cell)
        ends.append(start + cell.count)
    }

    /// Whether every cell is UTF-8.
    fileprivate var isText: Bool {
        let text = bytes[..<(ends.last ?? 0)]
        guard (try? UTF8Span(validating: text.span)) != nil else { return false }
        // Together they are; so each is that does not begin in the middle of a character.
        return ends.allSatisfy { $0 == text.endIndex || bytes[$0] & 0xC0 != 0x80 }
    }
}
