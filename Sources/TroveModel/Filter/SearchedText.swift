/// A text to search for in the fields of items.
struct SearchedText {
    /// The needle for all fields but ISBNs.
    let needle: TextNeedle
    /// The needle for fields of ISBNs.
    let isbn: TextNeedle

    init(_ text: String) {
        needle = TextNeedle(text)
        isbn = TextNeedle(ISBN.searched(text))
    }
}

extension ISBN {
    /// The minimum number of digits, with hyphens or blanks between them, that count as part of an
    /// ISBN. Fewer digits are separate numbers, as in `9-7`.
    private static let minimumDigits = 6

    /// Returns a part of an ISBN without its hyphens, as ISBNs are stored; another text as it is.
    package static func part(_ text: String) -> String {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
        let isNumber = !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? String(decoding: digits, as: UTF8.self) : text
    }

    /// Returns the text to search for in ISBNs as they are stored, in thirteen digits without
    /// hyphens.
    ///
    /// - Parameter text: An ISBN in any notation, a part of one, or any other text.
    /// - Returns: The digits; another text, or a short number, as it is.
    package static func searched(_ text: String) -> String {
        if let whole = ISBN(parsing: text) { return whole.thirteen }
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
        let isNumber =
            digits.count >= minimumDigits && digits.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? String(decoding: digits, as: UTF8.self) : text
    }
}
