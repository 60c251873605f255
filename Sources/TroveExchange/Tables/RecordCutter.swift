import TroveCodecs

/// Splits a record into cells (RFC 4180 and common deviations), eight bytes at a time.
///
/// A record ends with LF, CR LF, CR or the end of the file. A cell that begins with a quote
/// continues to the next quote that is not doubled; text after that quote, up to the separator, is
/// part of the cell. A quote anywhere else is an ordinary character.
struct RecordCutter {
    let dialect: TableDialect

    enum Cut: Equatable {
        /// The record is complete. `next` is the offset of the byte after it, and `lines` the
        /// number of its lines.
        case whole(next: Int, lines: Int)
        /// The bytes end before the record does.
        case unfinished
        /// The bytes end inside a quoted cell: the offset of its opening quote, and the number of
        /// line breaks before it. The cells before it are complete.
        case open(quote: Int, lines: Int)
    }

    /// Splits the record at the start of the bytes.
    ///
    /// - Parameters:
    ///   - bytes: the available bytes.
    ///   - isLast: whether the end of the bytes ends the record.
    ///   - record: receives the cells; must have room for the bytes and eight more.
    ///   - isASCII: set to false if a byte is not ASCII.
    /// - Returns: where the record ends, or why it does not.
    func cut(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, into record: inout TableRecord,
        isASCII: inout Bool
    ) -> Cut {
        var ends = record.ends
        record.ends = []
        ends.removeAll(keepingCapacity: true)
        defer { record.ends = ends }
        return unsafe record.bytes.withUnsafeMutableBytes { text in
            unsafe cut(bytes, isLast: isLast, text, &ends, &isASCII)
        }
    }

    /// How far a record has been copied.
    private struct Progress {
        /// The offset of the next byte to read.
        var place = 0
        /// The number of bytes written.
        var written = 0
        /// The number of line breaks in quoted cells.
        var lines = 0
        /// The bits of all bytes that were copied.
        var seen: UInt64 = 0
    }

    /// How a part of a cell ended.
    private enum PartEnd {
        /// The closing quote was read.
        case quote
        /// The separator or the line end was read.
        case delimiter(UInt8)
        /// The bytes end before the part does.
        case bytes
        /// The bytes end after a quote, which closes the cell unless another quote follows.
        case bytesAfterQuote
    }

    // Each read is of one byte before `count`, or of eight bytes that end before it. Each byte read
    // is written at most once, so `written` never exceeds `place`, and eight bytes after `written`
    // fit into `text`.
    private func cut(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ text: UnsafeMutableRawBufferPointer,
        _ ends: inout [Int], _ isASCII: inout Bool
    ) -> Cut {
        let count = bytes.count
        var progress = Progress()
        defer { if progress.seen & EightBytes.highBits != 0 { isASCII = false } }
        while true {
            if dialect.hasQuotes, progress.place < count,
                unsafe bytes[progress.place] == Self.quote
            {
                let opening = (place: progress.place, lines: progress.lines)
                progress.place += 1
                switch unsafe copyQuoted(bytes, text, &progress) {
                case .bytes where isLast:
                    return .open(quote: opening.place, lines: opening.lines)
                case .bytes: return .unfinished
                case .bytesAfterQuote where !isLast: return .unfinished
                default: break
                }
            }
            guard case .delimiter(let ending) = unsafe copyPlain(bytes, text, &progress) else {
                guard isLast else { return .unfinished }
                ends.append(progress.written)
                return .whole(next: progress.place, lines: progress.lines + 1)
            }
            ends.append(progress.written)
            if ending == dialect.separator { continue }
            if ending == Self.return {
                guard progress.place < count || isLast else { return .unfinished }
                if progress.place < count, unsafe bytes[progress.place] == Self.lineFeed {
                    progress.place += 1
                }
            }
            return .whole(next: progress.place, lines: progress.lines + 1)
        }
    }

    /// Copies the text of a cell from its opening quote to its closing one.
    @inline(__always)
    private func copyQuoted(
        _ bytes: UnsafeRawBufferPointer, _ text: UnsafeMutableRawBufferPointer,
        _ progress: inout Progress
    ) -> PartEnd {
        let count = bytes.count
        while true {
            unsafe copyWords(bytes, text, &progress, until: Self.quotes)
            guard progress.place < count else { return .bytes }
            let byte = unsafe bytes[progress.place]
            progress.place += 1
            if byte == Self.quote {
                guard progress.place < count else { return .bytesAfterQuote }
                guard unsafe bytes[progress.place] == Self.quote else { return .quote }
                progress.place += 1
            } else if byte == Self.lineFeed {
                progress.lines += 1
            } else if byte == Self.return {
                let isPair = unsafe progress.place < count && bytes[progress.place] == Self.lineFeed
                if !isPair { progress.lines += 1 }
            }
            unsafe copy(byte, text, &progress)
        }
    }

    /// Copies the text of a cell outside of quotes, up to the delimiter that ends it.
    @inline(__always)
    private func copyPlain(
        _ bytes: UnsafeRawBufferPointer, _ text: UnsafeMutableRawBufferPointer,
        _ progress: inout Progress
    ) -> PartEnd {
        let separators = EightBytes.all(dialect.separator)
        while true {
            unsafe copyWords(bytes, text, &progress, until: separators)
            guard progress.place < bytes.count else { return .bytes }
            let byte = unsafe bytes[progress.place]
            progress.place += 1
            if byte == dialect.separator || byte == Self.lineFeed || byte == Self.return {
                return .delimiter(byte)
            }
            unsafe copy(byte, text, &progress)
        }
    }

    /// Copies bytes, eight at a time, up to the first that is a line end or equal to those of
    /// `stop`, or until fewer than eight are left.
    @inline(__always)
    private func copyWords(
        _ bytes: UnsafeRawBufferPointer, _ text: UnsafeMutableRawBufferPointer,
        _ progress: inout Progress, until stop: UInt64
    ) {
        while progress.place &+ 8 <= bytes.count {
            let word = unsafe bytes.loadUnaligned(
                fromByteOffset: progress.place, as: UInt64.self)
            unsafe text.storeBytes(of: word, toByteOffset: progress.written, as: UInt64.self)
            let hits =
                EightBytes.same(word, stop) | EightBytes.same(word, Self.lineFeeds)
                | EightBytes.same(word, Self.returns)
            let plain = hits == 0 ? 8 : hits.trailingZeroBitCount &>> 3
            progress.seen |= hits == 0 ? word : word & ((1 &<< UInt64(plain &* 8)) &- 1)
            progress.place &+= plain
            progress.written &+= plain
            if hits != 0 { return }
        }
    }

    /// Appends a byte that was read.
    @inline(__always)
    private func copy(
        _ byte: UInt8, _ text: UnsafeMutableRawBufferPointer, _ progress: inout Progress
    ) {
        progress.seen |= UInt64(byte)
        unsafe text[progress.written] = byte
        progress.written += 1
    }

    static let quote = UInt8(ascii: "\"")
    static let lineFeed: UInt8 = 0x0A
    static let `return`: UInt8 = 0x0D

    private static var quotes: UInt64 { EightBytes.all(quote) }
    private static var lineFeeds: UInt64 { EightBytes.all(lineFeed) }
    private static var returns: UInt64 { EightBytes.all(`return`) }
}
