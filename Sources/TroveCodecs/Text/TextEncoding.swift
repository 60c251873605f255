/// The character encoding of a text file.
package enum TextEncoding: Sendable, Hashable {
    case utf8, utf16LittleEndian, utf16BigEndian
    /// Western European. It is a superset of ISO 8859-1, except for control characters.
    case windows1252
}

extension TextEncoding {
    /// Returns the encoding that the beginning of a text shows, and the length of its byte-order
    /// mark in bytes: 0 for UTF-16 without one, recognized by the zero bytes beside its first two
    /// characters of ASCII.
    package static func detect(_ bytes: ArraySlice<UInt8>) -> (encoding: TextEncoding, length: Int)?
    {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        let zeros = bytes.prefix(4).map { $0 == 0 }
        if zeros == [false, true, false, true] { return (.utf16LittleEndian, 0) }
        if zeros == [true, false, true, false] { return (.utf16BigEndian, 0) }
        return nil
    }

    /// Guesses the encoding of bytes without a mark: UTF-8 if the well-formed characters beyond
    /// ASCII outnumber the malformed bytes, else Windows-1252, in which text rarely looks like
    /// UTF-8. Nil if all bytes are ASCII, except for an incomplete character at the end.
    package static func guess(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> TextEncoding? {
        var wellFormed = 0
        var malformed = 0
        var rest = bytes
        while let start = rest.firstBeyondASCII {
            rest = rest[start...]
            let length = rest[start].lengthOfCharacter
            let character = rest.prefix(max(length, 1))
            if character.count < length, !isLast,
                character.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 })
            {
                break
            }
            if length > 0, character.count == length, character.isCharacter {
                wellFormed += 1
                rest = rest.dropFirst(length)
            } else {
                malformed += 1
                rest = rest.dropFirst()
            }
        }
        guard wellFormed + malformed > 0 else { return nil }
        return wellFormed > malformed ? .utf8 : .windows1252
    }
}

extension UInt8 {
    /// The number of bytes of a non-ASCII character that begins with this byte; 0 if none does.
    fileprivate var lengthOfCharacter: Int {
        switch self {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
    }
}

extension ArraySlice<UInt8> {
    /// The index of the first byte that is not ASCII.
    fileprivate var firstBeyondASCII: Int? {
        var offset = 0
        unsafe withUnsafeBytes { bytes in
            while offset + 8 <= bytes.count {
                // The loop condition keeps the eight bytes within the slice.
                let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                if word & 0x8080_8080_8080_8080 != 0 { break }
                offset += 8
            }
        }
        return self[(startIndex + offset)...].firstIndex { $0 >= 0x80 }
    }

    /// Whether the bytes are UTF-8.
    fileprivate var isCharacter: Bool { (try? UTF8Span(validating: span)) != nil }
}

/// Converts text in another encoding to UTF-8.
///
/// An invalid character becomes a byte that never occurs in UTF-8, so that validation detects it.
package struct Transcoder {
    /// The encoding of the input.
    package let encoding: TextEncoding
    /// Replaces half of a surrogate pair without the other half.
    private static let noCharacter: UInt8 = 0xFF
    /// The characters of the bytes 0x80 to 0x9F in Windows-1252. The five unassigned bytes are
    /// control characters (WHATWG Encoding).
    private static let windows1252: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]
    /// The first byte of a code unit, and the first half of a surrogate pair, whose rest is
    /// missing.
    private var half: UInt8?
    private var high: UInt16?

    /// Creates a converter for one text; its input may come in pieces.
    package init(_ encoding: TextEncoding) {
        self.encoding = encoding
    }

    /// Appends the characters of some bytes.
    package mutating func append(_ bytes: ArraySlice<UInt8>, to text: inout [UInt8]) {
        for byte in bytes {
            switch encoding {
            case .utf8: text.append(byte)
            case .windows1252:
                if byte < 0x80 {
                    text.append(byte)
                } else {
                    let value = byte < 0xA0 ? Self.windows1252[Int(byte - 0x80)] : UInt16(byte)
                    append(UInt32(value), to: &text)
                }
            case .utf16LittleEndian, .utf16BigEndian:
                guard let half else {
                    half = byte
                    continue
                }
                self.half = nil
                let (upper, lower) = encoding == .utf16BigEndian ? (half, byte) : (byte, half)
                append(unit: UInt16(upper) << 8 | UInt16(lower), to: &text)
            }
        }
    }

    /// Appends the replacement for an incomplete character at the end.
    package mutating func finish(into text: inout [UInt8]) {
        if high != nil || half != nil { text.append(Self.noCharacter) }
        (high, half) = (nil, nil)
    }

    private mutating func append(unit: UInt16, to text: inout [UInt8]) {
        if let high {
            self.high = nil
            if UTF16.isTrailSurrogate(unit) {
                append(
                    0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00), to: &text)
                return
            }
            text.append(Self.noCharacter)
        }
        if UTF16.isLeadSurrogate(unit) {
            high = unit
        } else if UTF16.isTrailSurrogate(unit) {
            text.append(Self.noCharacter)
        } else {
            append(UInt32(unit), to: &text)
        }
    }

    private func append(_ value: UInt32, to text: inout [UInt8]) {
        if let scalar = Unicode.Scalar(value) { text.append(contentsOf: scalar.utf8) }
    }
}
