/// An International Standard Book Number (ISO 2108), kept with its thirteen digits.
///
/// One of ten digits and one of thirteen that name the same book are equal.
package struct ISBN: Sendable, Hashable {
    /// The thirteen digits as a number, beginning with 978 or 979.
    private let number: Int

    /// Reads a number as it is printed, typed, pasted or scanned: with hyphens or blanks between the
    /// digits, in the Excel form `="0441013597"` or brackets of exported files, with the word ISBN
    /// before it, or with the letters and the price code that hand scanners add.
    ///
    /// Nil when it has another number of digits, a wrong check digit, or is the number of a piece of
    /// music (979-0) or of something that is no book.
    package init?(parsing text: String) {
        guard text.utf8.count <= 64 else { return nil }
        var text = text
        let number = text.withUTF8 { unsafe Self.number(in: $0) }
        guard let number else { return nil }
        self.number = number
    }

    /// Reads a number from bytes of UTF-8, in any of the ways that `init(parsing:)` knows.
    package init?(utf8 bytes: ArraySlice<UInt8>) {
        guard bytes.count <= 64 else { return nil }
        // The buffer is valid until the call returns, and nothing of it is kept.
        let number = unsafe bytes.withUnsafeBufferPointer { unsafe Self.number(in: $0) }
        guard let number else { return nil }
        self.number = number
    }

    /// The digits without hyphens.
    package var thirteen: String { "\(number)" }

    /// The same number with ten digits, the last perhaps an X; nil for one that begins with 979,
    /// which has none.
    package var ten: String? {
        guard number / 10_000_000_000 == 978 else { return nil }
        var rest = number / 10 % 1_000_000_000
        var text = ""
        var sum = 0
        for weight in 2...10 {
            sum += weight * (rest % 10)
            text = "\(rest % 10)" + text
            rest /= 10
        }
        let check = (11 - sum % 11) % 11
        return text + (check == 10 ? "X" : "\(check)")
    }

    // MARK: Reading

    /// The digits of a text, most of which is one.
    private static func number(in text: UnsafeBufferPointer<UInt8>) -> Int? {
        // The most that anybody scans: thirteen digits and a price code of five.
        var digits = InlineArray<18, UInt8>(repeating: 0)
        var count = 0
        var hasX = false
        var position = 0
        // What a scanner says of the kind of barcode (ISO/IEC 15424).
        if text.count > 3, unsafe text[0] == 0x5D, unsafe text[1] == 0x45 { position = 3 }
        while position < text.count {
            // Within the text, as the condition says.
            let byte = unsafe text[position]
            position += 1
            switch byte {
            case 0x30...0x39:
                guard count < digits.count, !hasX else { return nil }
                digits[count] = byte - 0x30
                count += 1
            // An X can only be the tenth digit.
            case 0x58, 0x78:
                guard count == 9 else { return nil }
                digits[9] = 10
                count = 10
                hasX = true
            // Hyphens, blanks, and what spreadsheets and exports put around numbers.
            case 0x09, 0x0A, 0x0D, 0x20, 0x22, 0x27, 0x2D, 0x2E, 0x3A, 0x3D, 0x5B, 0x5D: break
            case 0x49, 0x69:
                guard count == 0, let end = unsafe endOfWord(in: text, after: position) else {
                    return nil
                }
                position = end
            // The other hyphens and the blank that does not break a line: U+00A0, U+2010 to U+2015,
            // U+2212.
            case 0xC2:
                guard position < text.count, unsafe text[position] == 0xA0 else { return nil }
                position += 1
            case 0xE2:
                guard position + 1 < text.count else { return nil }
                let (second, third) = unsafe (text[position], text[position + 1])
                guard
                    second == 0x80 && (0x90...0x95).contains(third)
                        || second == 0x88 && third == 0x92
                else { return nil }
                position += 2
            default: return nil
            }
        }
        if hasX, count != 10 { return nil }
        switch count {
        // A Standard Book Number, as they were printed before 1970.
        case 9: return fromTen(digits, isShort: true)
        case 10: return fromTen(digits, isShort: false)
        // A price code of two or five digits stands behind the number.
        case 13, 15, 18: return fromThirteen(digits)
        default: return nil
        }
    }

    /// Where the number begins behind the word ISBN, ISBN-10 or ISBN-13, of which the first letter
    /// has been read.
    private static func endOfWord(
        in text: UnsafeBufferPointer<UInt8>, after start: Int
    ) -> Int? {
        var position = start
        for letter in "sbn".utf8 {
            guard position < text.count, unsafe text[position] | 0x20 == letter else { return nil }
            position += 1
        }
        // `-10` and `-13` are part of the word when a sign that is no digit follows.
        var rest = position
        if rest < text.count, unsafe text[rest] == 0x2D { rest += 1 }
        if rest + 2 < text.count, unsafe text[rest] == 0x31,
            unsafe text[rest + 1] == 0x30 || text[rest + 1] == 0x33,
            unsafe !(0x30...0x39).contains(text[rest + 2]), unsafe text[rest + 2] != 0x2D
        {
            return rest + 2
        }
        return position
    }

    private static func fromTen(_ digits: InlineArray<18, UInt8>, isShort: Bool) -> Int? {
        var sum = 0
        var number = 978
        let shift = isShort ? 1 : 0
        for place in 0..<10 {
            let digit = place < shift ? 0 : Int(digits[place - shift])
            sum += (10 - place) * digit
            if place < 9 { number = number * 10 + digit }
        }
        guard sum % 11 == 0 else { return nil }
        return number * 10 + checkDigit(of: number)
    }

    private static func fromThirteen(_ digits: InlineArray<18, UInt8>) -> Int? {
        var number = 0
        for place in 0..<13 { number = number * 10 + Int(digits[place]) }
        guard number / 10_000_000_000 == 978 || number / 10_000_000_000 == 979,
            number / 1_000_000_000 != 9790, number % 10 == checkDigit(of: number / 10)
        else { return nil }
        return number
    }

    /// The thirteenth digit behind twelve others.
    private static func checkDigit(of twelve: Int) -> Int {
        var rest = twelve
        var sum = 0
        for place in 0..<12 {
            sum += rest % 10 * (place % 2 == 0 ? 3 : 1)
            rest /= 10
        }
        return (10 - sum % 10) % 10
    }
}

extension ISBN: CustomStringConvertible {
    package var description: String { thirteen }
}
