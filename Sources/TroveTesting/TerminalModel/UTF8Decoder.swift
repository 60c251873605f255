/// Decodes UTF-8 one byte at a time.
///
/// Invalid input becomes one U+FFFD for each maximal part of a sequence, as the Unicode Standard
/// recommends (chapter 3.9, "U+FFFD Substitution of Maximal Subparts").
struct UTF8Decoder: Hashable, Sendable {
    private var value: UInt32 = 0
    private var missing = 0
    /// The valid range of the next byte; excludes overlong forms, surrogates and values over
    /// U+10FFFF.
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// Decodes a byte and emits the scalars that it completes: none, one, or two if it also
    /// interrupted a sequence.
    mutating func take(_ byte: UInt8, _ emit: (Unicode.Scalar) -> Void) {
        if missing > 0 {
            if allowed.contains(byte) {
                value = value << 6 | UInt32(byte & 0x3F)
                missing -= 1
                allowed = 0x80...0xBF
                if missing == 0 { emit(Unicode.Scalar(value) ?? "\u{FFFD}") }
                return
            }
            missing = 0
            emit("\u{FFFD}")
        }
        allowed = 0x80...0xBF
        switch byte {
        case 0x00...0x7F: emit(Unicode.Scalar(byte))
        case 0xC2...0xDF: begin(UInt32(byte & 0x1F), missing: 1)
        case 0xE0...0xEF:
            begin(UInt32(byte & 0x0F), missing: 2)
            if byte == 0xE0 { allowed = 0xA0...0xBF }
            if byte == 0xED { allowed = 0x80...0x9F }
        case 0xF0...0xF4:
            begin(UInt32(byte & 0x07), missing: 3)
            if byte == 0xF0 { allowed = 0x90...0xBF }
            if byte == 0xF4 { allowed = 0x80...0x8F }
        default: emit("\u{FFFD}")
        }
    }

    private mutating func begin(_ bits: UInt32, missing: Int) {
        value = bits
        self.missing = missing
    }
}
