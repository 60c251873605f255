/// An International Standard Book Number (ISO 2108), stored with thirteen digits.
///
/// The ten-digit and the thirteen-digit form of a number are equal.
package struct ISBN: Sendable, Hashable {
    /// The thirteen digits as a number, starting with 978 or 979.
    private let number: Int

    /// Parses a number as it is printed, typed, pasted or scanned: with hyphens or spaces between
    /// the digits, in the Excel form `="0441013597"`, in brackets, after the word ISBN, or with the
    /// prefix and the price code of a barcode scanner.
    ///
    /// Nil for another number of digits, a wrong check digit, the number of printed music (979-0),
    /// and a barcode that does not belong to a book.
    package init?(parsing text: String) {
        guard text.utf8.count <= 64 else { return nil }
        var text = text
        let number = text.withUTF8 { unsafe Self.number(in: $0) }
        guard let number else { return nil }
        self.number = number
    }

    /// Parses UTF-8 bytes, in any form that `init(parsing:)` accepts.
    package init?(utf8 bytes: ArraySlice<UInt8>) {
        guard bytes.count <= 64 else { return nil }
        // The buffer is valid during the call and does not escape.
        let number = unsafe bytes.withUnsafeBufferPointer { unsafe Self.number(in: $0) }
        guard let number else { return nil }
        self.number = number
    }

    /// The thirteen digits without hyphens.
    package var thirteen: String { "\(number)" }

    /// The number with ten digits, of which the last may be an X; nil for a number that starts with
    /// 979, which has no such form.
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

    // MARK: Parsing

    /// Returns the number in a text that contains nothing else; nil if it is not valid.
    private static func number(in text: UnsafeBufferPointer<UInt8>) -> Int? {
        // The longest scan: thirteen digits and a price code of five.
        var digits = InlineArray<18, UInt8>(repeating: 0)
        var count = 0
        var hasX = false
        var position = 0
        // The symbology identifier of a barcode scanner (ISO/IEC 15424).
        if text.count > 3, unsafe text[0] == 0x5D, unsafe text[1] == 0x45 { position = 3 }
        while position < text.count {
            // The loop condition keeps the position within the text.
            let byte = unsafe text[position]
            position += 1
            switch byte {
            case 0x30...0x39:
                guard count < digits.count, !hasX else { return nil }
                digits[count] = byte - 0x30
                count += 1
            // Only the check digit can be an X: the tenth, or the ninth of a Standard Book Number.
            case 0x58, 0x78:
                guard (8...9).contains(count), !hasX else { return nil }
                digits[count] = 10
                count += 1
                hasX = true
            // Hyphens, blanks, and the characters that spreadsheets and exports put around numbers.
            case 0x09, 0x0A, 0x0D, 0x20, 0x22, 0x27, 0x2D, 0x2E, 0x3A, 0x3D, 0x5B, 0x5D: break
            case 0x49, 0x69:
                guard count == 0, let end = unsafe endOfWord(in: text, after: position) else {
                    return nil
                }
                position = end
            // Other hyphens, the minus sign and the no-break space: U+00A0, U+2010 to U+2015,
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
        if hasX, !(9...10).contains(count) { return nil }
        switch count {
        // A Standard Book Number, in use before 1970.
        case 9: return fromTen(digits, isShort: true)
        case 10: return fromTen(digits, isShort: false)
        // A price code of two or five digits may follow the number.
        case 13, 15, 18: return fromThirteen(digits)
        default: return nil
        }
    }

    /// Returns the position after the word ISBN, ISBN-10 or ISBN-13, whose first letter has been
    /// read; nil for another word.
    private static func endOfWord(
        in text: UnsafeBufferPointer<UInt8>, after start: Int
    ) -> Int? {
        var position = start
        for letter in "sbn".utf8 {
            guard position < text.count, unsafe text[position] | 0x20 == letter else { return nil }
            position += 1
        }
        // `-10` and `-13` belong to the word if a character other than a digit follows.
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
    /// The thirteen digits without hyphens.
    package var description: String { thirteen }
}
