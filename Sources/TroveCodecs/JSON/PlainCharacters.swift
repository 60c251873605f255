/// The characters of a string that JSON writes as they are: all but quotes, backslashes and control
/// characters.
enum PlainCharacters {
    /// Returns where the plain characters that begin at `start` end.
    ///
    /// - Returns: the place of the first other character, or the end of the bytes; and whether all
    ///   bytes before it are ASCII.
    static func end(in bytes: Span<UInt8>, from start: Int) -> (place: Int, isASCII: Bool) {
        var place = start
        var seen: UInt64 = 0
        while place + 8 <= bytes.count {
            let word = EightBytes.load(bytes, at: place)
            let others =
                EightBytes.same(word, quotes) | EightBytes.same(word, backslashes)
                | EightBytes.zeros(word & notControl)
            if others != 0 {
                // The lowest bit that is set belongs to the first other character.
                let bits = UInt64(others.trailingZeroBitCount & ~7)
                seen |= word & (1 << bits &- 1)
                return (place + Int(bits) / 8, seen & EightBytes.highBits == 0)
            }
            seen |= word
            place += 8
        }
        while place < bytes.count {
            let byte = bytes[place]
            if byte == 0x22 || byte == 0x5C || byte < 0x20 { break }
            seen |= UInt64(byte)
            place += 1
        }
        return (place, seen & EightBytes.highBits == 0)
    }

    private static var quotes: UInt64 { EightBytes.all(0x22) }
    private static var backslashes: UInt64 { EightBytes.all(0x5C) }
    /// The bits that are zero in the bytes of control characters.
    private static var notControl: UInt64 { EightBytes.all(0xE0) }
}
