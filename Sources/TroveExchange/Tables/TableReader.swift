package import TroveCodecs

/// Reads a table, record by record.
///
/// It holds one block of the file in memory, or the current record if that is longer.
package final class TableReader {
    /// The maximum length of a record in the file, in bytes.
    private let longestRecord: Int
    /// How much of a longer record is read, to find its end and to report all of it. If a quote is
    /// still open there, it counts as one that is never closed.
    private var longestRead: Int { 32 * longestRecord }
    private var window: TextWindow
    private var cutter: RecordCutter?
    private var line = 1
    /// Whether the rest of the line must be skipped.
    private var isSkipping = false
    /// Whether bytes that are not valid text are read as Windows-1252, so that the record is valid.
    /// Otherwise the record is rejected.
    package var repairsText = false
    /// Whether `\t`, `\n`, `\r` and `\\` in a cell stand for a tab, line ends and a backslash.
    package var readsEscapes = false

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - source: the bytes of the table.
    ///   - dialect: nil to guess it from the first line.
    ///   - encoding: nil to detect it from the byte-order mark or the content.
    ///   - blockSize: how many bytes to read at once.
    ///   - longestRecord: the maximum length of a record in the file, in bytes.
    package init(
        _ source: any ByteSource, dialect: TableDialect? = nil, encoding: TextEncoding? = nil,
        blockSize: Int = 1 << 18, longestRecord: Int = 1 << 20
    ) {
        self.longestRecord = longestRecord
        window = TextWindow(source, encoding: encoding, blockSize: blockSize)
        cutter = dialect.map { RecordCutter(dialect: $0) }
    }

    /// The share of the file that has been read, 0 to 1.
    package var fraction: Double { window.fraction }

    /// The separator and quoting; nil until the first record is read, unless it was given.
    package var dialect: TableDialect? { cutter?.dialect }

    /// Reads quoted cells from the next record on, though the header of the tab-separated table has
    /// none.
    package func readQuotes() {
        if dialect == .plainTab { cutter = RecordCutter(dialect: .tab) }
    }

    /// Reads the next record. An empty line is a record with one empty cell.
    ///
    /// - Returns: false at the end of the table.
    package func next(into record: inout TableRecord) throws(ReadFailure) -> Bool {
        if isSkipping { try skipLine() }
        while window.start == window.end {
            if window.isLast { return false }
            try window.fill()
        }
        while true {
            let cutter = try settledCutter()
            let available = window.end - window.start
            let length = min(available, longestRead + 1)
            let isWhole = length < available || length > longestRead
            record.makeRoom(length)
            var isASCII = true
            // The range of the text is within the bytes of the window.
            let cut = unsafe window.bytes.withUnsafeBytes { bytes in
                unsafe cutter.cut(
                    UnsafeRawBufferPointer(
                        rebasing: bytes[window.start..<window.start + length]),
                    isLast: isWhole || window.isLast, into: &record, isASCII: &isASCII)
            }
            record.line = line
            record.problem = nil
            record.repaired.removeAll()
            switch cut {
            case .unfinished:
                // A long record is read in steps that grow, because each cuts it from its
                // beginning.
                let wanted = available > longestRecord ? 2 * available : available + 1
                while window.end - window.start < wanted, !window.isLast { try window.fill() }
                continue
            case .open(let quote, let lines):
                finish(&record, from: window.start + quote, to: window.start + length, lines)
            case .whole(let next, let lines) where next > longestRead:
                record.problem = .tooLong
                // Leaves the line break, at which `skipLine` stops.
                window.start += longestRead
                line += lines - 1
                isSkipping = true
            case .whole(let next, let lines):
                if !isASCII, !record.isText {
                    if repairsText {
                        record.repairText()
                    } else {
                        record.problem = .notText
                    }
                }
                if next > longestRecord { record.problem = .tooLong }
                if readsEscapes { record.unescape() }
                window.start += next
                line += lines
            }
            return true
        }
    }

    /// Passes the next records, of 64 KiB of the file, to `use`, without consuming them.
    package func peek(_ use: (TableRecord) -> Void) throws(ReadFailure) {
        let length = 1 << 16
        while window.end - window.start < length, !window.isLast { try window.fill() }
        let cutter = try settledCutter()
        var record = TableRecord()
        var start = window.start
        // The same records each time, however much of the file is in memory.
        while start < min(window.end, window.start + length) {
            record.makeRoom(window.end - start)
            var isASCII = true
            // The range of the text is within the bytes of the window.
            let cut = unsafe window.bytes.withUnsafeBytes { bytes in
                unsafe cutter.cut(
                    UnsafeRawBufferPointer(rebasing: bytes[start..<window.end]),
                    isLast: window.isLast, into: &record, isASCII: &isASCII)
            }
            guard case .whole(let next, _) = cut else { return }
            use(record)
            start += next
        }
    }

    /// Ends a record whose quote is never closed: its last cell is the rest of the line with that
    /// quote, and the next line begins a new record.
    private func finish(
        _ record: inout TableRecord, from quote: Int, to end: Int, _ lines: Int
    ) {
        line += lines
        record.line = line
        record.problem = .neverCloses
        // Stops at the line break: how much more is in memory depends on the block size.
        let rest = window.bytes[quote..<end]
        let cell = rest.prefix { $0 != RecordCutter.lineFeed && $0 != RecordCutter.return }
        record.appendCell(cell)
        window.start = cell.endIndex
        isSkipping = true
    }

    /// Skips the rest of the line and its line break.
    private func skipLine() throws(ReadFailure) {
        isSkipping = false
        while true {
            let rest = window.bytes[window.start..<window.end]
            let end = rest.firstIndex { $0 == RecordCutter.lineFeed || $0 == RecordCutter.return }
            window.start = end ?? window.end
            // After a CR, the next byte must be known.
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

    /// Returns the cutter, for the dialect that is guessed from the first line if necessary.
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
    /// Makes room for cells of this many bytes, and for the eight bytes that the cutter writes at
    /// once.
    fileprivate mutating func makeRoom(_ count: Int) {
        let missing = count + 8 - bytes.count
        if missing > 0 { bytes += [UInt8](repeating: 0, count: missing) }
    }

    fileprivate mutating func appendCell(_ cell: ArraySlice<UInt8>) {
        let start = ends.last ?? 0
        makeRoom(start + cell.count)
        bytes.replaceSubrange(start..<start + cell.count, with: cell)
        ends.append(start + cell.count)
    }

    /// Converts the bytes of each cell that are not UTF-8 from Windows-1252.
    fileprivate mutating func repairText() {
        var text: [UInt8] = []
        var ends: [Int] = []
        for cell in 0..<count {
            let bytes = bytes[range(of: cell)]
            if (try? UTF8Span(validating: bytes.span)) != nil {
                text += bytes
            } else {
                repaired.append(cell)
                text += bytes.repairedText
            }
            ends.append(text.count)
        }
        bytes = text
        self.ends = ends
    }

    /// Replaces the escapes in the cells. A backslash before any other letter stays.
    fileprivate mutating func unescape() {
        guard bytes[..<(ends.last ?? 0)].contains(UInt8(ascii: "\\")) else { return }
        var text: [UInt8] = []
        var ends: [Int] = []
        for cell in 0..<count {
            var rest = bytes[range(of: cell)]
            while let byte = rest.popFirst() {
                let escaped: UInt8? =
                    switch (byte, rest.first) {
                    case (UInt8(ascii: "\\"), UInt8(ascii: "t")): 0x09
                    case (UInt8(ascii: "\\"), UInt8(ascii: "n")): 0x0A
                    case (UInt8(ascii: "\\"), UInt8(ascii: "r")): 0x0D
                    case (UInt8(ascii: "\\"), UInt8(ascii: "\\")): UInt8(ascii: "\\")
                    default: nil
                    }
                text.append(escaped ?? byte)
                if escaped != nil { rest.removeFirst() }
            }
            ends.append(text.count)
        }
        bytes = text
        self.ends = ends
    }

    /// Whether every cell is UTF-8.
    fileprivate var isText: Bool {
        let text = bytes[..<(ends.last ?? 0)]
        guard (try? UTF8Span(validating: text.span)) != nil else { return false }
        // The text as a whole is valid, so a cell is valid unless it begins inside a character.
        return ends.allSatisfy { $0 == text.endIndex || bytes[$0] & 0xC0 != 0x80 }
    }
}

extension ArraySlice<UInt8> {
    /// The text as UTF-8, with each byte that is not valid read as Windows-1252.
    var repairedText: [UInt8] {
        var text: [UInt8] = []
        var rest = self
        while true {
            do throws(UTF8.ValidationError) {
                _ = try UTF8Span(validating: rest.span)
                return text + rest
            } catch {
                var transcoder = Transcoder(.windows1252)
                let place = rest.startIndex + error.byteOffsets.lowerBound
                text += rest[..<place]
                transcoder.append(rest[place...place], to: &text)
                rest = rest[(place + 1)...]
            }
        }
    }
}
