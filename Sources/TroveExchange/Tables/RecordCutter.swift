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

    // Each read is of one byte before `count`, or of eight bytes that end before it. Each byte read
    // is written at most once, so `written` never exceeds `place`, and eight bytes after `written`
    // fit into `text`.
    private func cut(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ text: UnsafeMutableRawBufferPointer,
        _ ends: inout [Int], _ isASCII: inout Bool
    ) -> Cut {
        let count = bytes.count
        var place = 0
        var written = 0
        var lines = 0
        var seen: UInt64 = 0
        defer { if seen & EightBytes.highBits != 0 { isASCII = false } }
        let separators = EightBytes.all(dialect.separator)

        while true {
            if dialect.hasQuotes, place < count, unsafe bytes[place] == Self.quote {
                let opening = (place: place, lines: lines)
                place += 1
                // Inside quotes.
                while true {
                    while place &+ 8 <= count {
                        let word = unsafe bytes.loadUnaligned(
                            fromByteOffset: place, as: UInt64.self)
                        unsafe text.storeBytes(of: word, toByteOffset: written, as: UInt64.self)
                        let hits =
                            EightBytes.same(word, Self.quotes)
                            | EightBytes.same(word, Self.lineFeeds)
                            | EightBytes.same(word, Self.returns)
                        let plain = hits == 0 ? 8 : hits.trailingZeroBitCount &>> 3
                        seen |= hits == 0 ? word : word & ((1 &<< UInt64(plain &* 8)) &- 1)
                        place &+= plain
                        written &+= plain
                        if hits != 0 { break }
                    }
                    guard place < count else {
                        return isLast
                            ? .open(quote: opening.place, lines: opening.lines) : .unfinished
                    }
                    let byte = unsafe bytes[place]
                    place += 1
                    if byte == Self.quote {
                        guard place < count else {
                            if isLast { break }
                            return .unfinished
                        }
                        guard unsafe bytes[place] == Self.quote else { break }
                        place += 1
                    } else if byte == Self.lineFeed {
                        lines += 1
                    } else if byte == Self.return {
                        let isPair = unsafe place < count && bytes[place] == Self.lineFeed
                        if !isPair { lines += 1 }
                    }
                    seen |= UInt64(byte)
                    unsafe text[written] = byte
                    written += 1
                }
            }
            // Outside quotes.
            var ending: UInt8?
            while ending == nil {
                while place &+ 8 <= count {
                    let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                    unsafe text.storeBytes(of: word, toByteOffset: written, as: UInt64.self)
                    let hits =
                        EightBytes.same(word, separators) | EightBytes.same(word, Self.lineFeeds)
                        | EightBytes.same(word, Self.returns)
                    let plain = hits == 0 ? 8 : hits.trailingZeroBitCount &>> 3
                    seen |= hits == 0 ? word : word & ((1 &<< UInt64(plain &* 8)) &- 1)
                    place &+= plain
                    written &+= plain
                    if hits != 0 { break }
                }
                guard place < count else {
                    guard isLast else { return .unfinished }
                    ends.append(written)
                    return .whole(next: place, lines: lines + 1)
                }
                let byte = unsafe bytes[place]
                place += 1
                if byte == dialect.separator || byte == Self.lineFeed || byte == Self.return {
                    ending = byte
                } else {
                    seen |= UInt64(byte)
                    unsafe text[written] = byte
                    written += 1
                }
            }
            ends.append(written)
            if ending == dialect.separator { continue }
            if ending == Self.return {
                guard place < count || isLast else { return .unfinished }
                if place < count, unsafe bytes[place] == Self.lineFeed { place += 1 }
            }
            return .whole(next: place, lines: lines + 1)
        }
    }

    static let quote = UInt8(ascii: "\"")
    static let lineFeed: UInt8 = 0x0A
    static let `return`: UInt8 = 0x0D

    private static let quotes = EightBytes.all(quote)
    private static let lineFeeds = EightBytes.all(lineFeed)
    private static let returns = EightBytes.all(`return`)
}
