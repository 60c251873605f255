extension JSONParser {
    /// Reads a string. `position` is at its opening quote.
    mutating func string(in bytes: Span<UInt8>) throws(JSON.Failure) -> String {
        position += 1
        let start = position
        let isASCII = skipPlain(in: bytes)
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
            let text = try text(in: bytes, start..<position, isASCII: isASCII)
            position += 1
            return text
        }
        return try stringWithEscapes(in: bytes, from: start, isASCII: isASCII)
    }

    /// Reads the rest of a string, after the plain characters at its start.
    private mutating func stringWithEscapes(
        in bytes: Span<UInt8>, from start: Int, isASCII: Bool
    ) throws(JSON.Failure) -> String {
        unescaped.removeAll(keepingCapacity: true)
        var (start, isASCII) = (start, isASCII)
        while true {
            if !isASCII { _ = try text(in: bytes, start..<position, isASCII: false) }
            for index in start..<position { unescaped.append(bytes[index]) }
            guard position < bytes.count else { throw JSON.Failure(.endsEarly, at: position) }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: unescaped, as: UTF8.self)
            case UInt8(ascii: "\\"): try unescape(in: bytes)
            default: throw JSON.Failure(.hasControlCharacter, at: position)
            }
            start = position
            isASCII = skipPlain(in: bytes)
        }
    }

    /// Returns the text of some bytes without escapes.
    func text(
        in bytes: Span<UInt8>, _ range: Range<Int>, isASCII: Bool
    ) throws(JSON.Failure) -> String {
        let bytes = bytes.extracting(range)
        if isASCII {
            // The caller has examined every byte, and bytes below 0x80 are UTF-8.
            return String(copying: unsafe UTF8Span(unchecked: bytes, isKnownASCII: true))
        }
        do throws(UTF8.ValidationError) {
            return String(copying: try UTF8Span(validating: bytes))
        } catch {
            throw JSON.Failure(.isNotUTF8, at: range.lowerBound + error.byteOffsets.lowerBound)
        }
    }

    /// Skips the plain characters of a string. Returns whether all of them are ASCII.
    private mutating func skipPlain(in bytes: Span<UInt8>) -> Bool {
        let end = PlainCharacters.end(in: bytes, from: position)
        position = end.place
        return end.isASCII
    }

    /// Reads an escape. `position` is at its backslash.
    private mutating func unescape(in bytes: Span<UInt8>) throws(JSON.Failure) {
        let start = position
        guard start + 1 < bytes.count else { throw JSON.Failure(.endsEarly, at: start + 1) }
        let sign: UInt8
        switch bytes[start + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): sign = bytes[start + 1]
        case UInt8(ascii: "b"): sign = 0x08
        case UInt8(ascii: "f"): sign = 0x0C
        case UInt8(ascii: "n"): sign = 0x0A
        case UInt8(ascii: "r"): sign = 0x0D
        case UInt8(ascii: "t"): sign = 0x09
        case UInt8(ascii: "u"):
            unescaped.append(contentsOf: try scalar(in: bytes).utf8)
            return
        default: throw JSON.Failure(.unknownEscape, at: start)
        }
        unescaped.append(sign)
        position += 2
    }

    /// Reads `\uXXXX`, or both halves of a surrogate pair. `position` is at the backslash.
    private mutating func scalar(in bytes: Span<UInt8>) throws(JSON.Failure) -> Unicode.Scalar {
        let start = position
        let high = try codeUnit(in: bytes)
        if let scalar = Unicode.Scalar(high) { return scalar }
        for expected in "\\u".utf8.enumerated() where high < 0xDC00 {
            let place = position + expected.offset
            guard place < bytes.count else { throw JSON.Failure(.endsEarly, at: place) }
            guard bytes[place] == expected.element else {
                throw JSON.Failure(.hasLoneSurrogate, at: start)
            }
        }
        guard high < 0xDC00, case let low = try codeUnit(in: bytes), 0xDC00..<0xE000 ~= low,
            let scalar = Unicode.Scalar(0x1_0000 + (high & 0x3FF) << 10 + low & 0x3FF)
        else { throw JSON.Failure(.hasLoneSurrogate, at: start) }
        return scalar
    }

    /// Reads the four digits after `\u`. `position` is at the backslash.
    private mutating func codeUnit(in bytes: Span<UInt8>) throws(JSON.Failure) -> UInt32 {
        let start = position
        position += 2
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard position < bytes.count else { throw JSON.Failure(.endsEarly, at: position) }
            let byte = bytes[position]
            switch byte {
            case 0x30...0x39: unit = unit << 4 | UInt32(byte - 0x30)
            case 0x41...0x46, 0x61...0x66: unit = unit << 4 | UInt32(byte & 15 + 9)
            default: throw JSON.Failure(.unknownEscape, at: start)
            }
            position += 1
        }
        return unit
    }
}
