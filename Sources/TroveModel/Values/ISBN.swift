/// An International Standard Book Number (ISO 2108), kept with its thirteen digits.
///
/// One of ten digits and one of thirteen that name the same book are equal.
package struct ISBN: Sendable, Hashable {
    /// Thirteen digits without hyphens, beginning with 978 or 979.
    package let thirteen: String

    /// Reads a number as it is printed, typed, pasted or scanned: with hyphens or blanks between the
    /// digits, in the Excel form `="0441013597"` or brackets of exported files, with the word ISBN
    /// before it, or with the letters and the price code that hand scanners add.
    ///
    /// Nil when it has another number of digits, a wrong check digit, or is the number of a piece of
    /// music (979-0) or of something that is no book.
    package init?(parsing text: String) {
        guard text.utf8.count <= 64 else { return nil }
        var rest = Substring(text)
        // What a scanner says of the kind of barcode (ISO/IEC 15424).
        if rest.hasPrefix("]E") { rest = rest.dropFirst(3) }
        let marks = rest.unicodeScalars.filter { !Self.isGap($0) }
        var digits = marks.map { Character($0) }
        for word in ["ISBN13", "ISBN10", "ISBN"]
        where digits.count > word.count + 8
            && String(digits.prefix(word.count)).uppercased() == word
        {
            digits.removeFirst(word.count)
            break
        }
        // The price code of two or five digits, read with the number.
        if digits.count == 15 || digits.count == 18 { digits.removeLast(digits.count - 13) }
        switch digits.count {
        // A Standard Book Number, as they were printed before 1970.
        case 9: self.init(ten: ["0"] + digits)
        case 10: self.init(ten: digits)
        case 13: self.init(thirteen: digits)
        default: return nil
        }
    }

    /// From thirteen digits that were checked.
    init(checked thirteen: String) {
        self.thirteen = thirteen
    }

    private init?(ten digits: [Character]) {
        var sum = 0
        for (index, digit) in digits.enumerated() {
            let isLast = index == 9
            guard let value = isLast && "xX".contains(digit) ? 10 : Self.value(of: digit) else {
                return nil
            }
            sum += (10 - index) * value
        }
        guard sum % 11 == 0 else { return nil }
        let start = "978" + String(digits.prefix(9))
        thirteen = start + "\(Self.checkDigit(of: start))"
    }

    private init?(thirteen digits: [Character]) {
        let text = String(digits)
        guard digits.allSatisfy({ Self.value(of: $0) != nil }),
            text.hasPrefix("978") || text.hasPrefix("979"), !text.hasPrefix("9790"),
            digits.last.flatMap(Self.value) == Self.checkDigit(of: String(text.prefix(12)))
        else { return nil }
        thirteen = text
    }

    /// The same number with ten digits, the last perhaps an X; nil for one that begins with 979,
    /// which has none.
    package var ten: String? {
        guard thirteen.hasPrefix("978") else { return nil }
        let digits = thirteen.dropFirst(3).prefix(9)
        let sum = zip(digits, (2...10).reversed()).reduce(0) { sum, pair in
            sum + (Self.value(of: pair.0) ?? 0) * pair.1
        }
        let check = (11 - sum % 11) % 11
        return digits + (check == 10 ? "X" : "\(check)")
    }

    /// Hyphens of all sorts, blanks, and what spreadsheets and exports put around numbers.
    private static func isGap(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20, 0x2D, 0xA0, 0x2010...0x2015, 0x2212: true
        default: "=\"'[]:.".unicodeScalars.contains(scalar)
        }
    }

    private static func value(of digit: Character) -> Int? {
        guard digit.isASCII, let value = digit.wholeNumberValue else { return nil }
        return value
    }

    /// The thirteenth digit behind twelve others.
    private static func checkDigit(of digits: String) -> Int {
        let sum = digits.enumerated().reduce(0) { sum, pair in
            sum + (value(of: pair.element) ?? 0) * (pair.offset % 2 == 0 ? 1 : 3)
        }
        return (10 - sum % 10) % 10
    }
}

extension ISBN: CustomStringConvertible {
    package var description: String { thirteen }
}
