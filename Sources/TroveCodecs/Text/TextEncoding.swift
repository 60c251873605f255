/// How the bytes of a text file stand for characters.
package enum TextEncoding: Sendable, Hashable {
    case utf8, utf16LittleEndian, utf16BigEndian
    /// Western European, with ISO-8859-1 as the greater part of it.
    case windows1252
}

extension TextEncoding {
    /// The encoding that a byte-order mark speaks of, and how long the mark is.
    package static func mark(of bytes: ArraySlice<UInt8>) -> (encoding: TextEncoding, length: Int)?
    {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        return nil
    }

    /// The encoding of bytes without a mark: UTF-8 where characters beyond ASCII that are well
    /// formed outnumber the bytes that are not, else Windows-1252, in which hardly any text looks
    /// like UTF-8. Nil where there is nothing beyond ASCII, or only the beginning of a character
    /// whose rest is still to come.
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
    /// How many bytes the character has that begins with this byte; 0 for one that begins none
    /// beyond ASCII.
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
    /// The place of the first byte that is not ASCII.
    fileprivate var firstBeyondASCII: Int? {
        var offset = 0
        unsafe withUnsafeBytes { bytes in
            while offset + 8 <= bytes.count {
                // Eight bytes from the offset on lie within the slice.
                let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                if word & 0x8080_8080_8080_8080 != 0 { break }
                offset += 8
            }
        }
        return self[(startIndex + offset)...].firstIndex { $0 >= 0x80 }
    }

    /// Whether this is UTF-8.
    fileprivate var isCharacter: Bool { (try? UTF8Span(validating: span)) != nil }
}

/// Writes text of another encoding as UTF-8.
///
/// What is no character becomes a byte that no UTF-8 has, so that whoever checks the text finds it.
package struct Transcoder {
    package let encoding: TextEncoding
    /// Stands for half of a pair whose other half is missing.
    private static let noCharacter: UInt8 = 0xFF
    /// What the bytes 0x80 to 0x9F mean in Windows-1252; the five that mean nothing are control
    /// characters, as browsers have it.
    private static let windows1252: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]
    /// The beginning of a unit, and the first half of a pair, that wait for what follows.
    private var half: UInt8?
    private var high: UInt16?

    package init(_ encoding: TextEncoding) {
        self.encoding = encoding
    }

    /// The most bytes that a byte becomes.
    package static let growth = 3

    /// Appends what some bytes mean.
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

    /// Appends what stands for a half that nothing follows.
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
