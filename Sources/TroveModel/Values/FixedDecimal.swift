import TroveCodecs

/// An exact decimal number in thousandths: a hardness of 6.5, a rating of 4.25.
package struct FixedDecimal: Sendable, Hashable, Comparable {
    /// The number times 1000.
    package let thousandths: Int

    /// Creates a number from its thousandths.
    package init(thousandths: Int) {
        self.thousandths = thousandths
    }

    /// Creates a whole number, such as the bound of a rule.
    package init(_ whole: Int) {
        thousandths = whole * 1000
    }

    /// Parses `7`, `7.5`, `.25`, `-1.125`; nil for anything else, and for more than three decimal
    /// places, which cannot be represented.
    package init?(parsing text: String) {
        var digits = Substring(text)
        let isNegative = digits.hasPrefix("-")
        if isNegative { digits = digits.dropFirst() }
        let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, !(whole.isEmpty && parts.count == 1), whole.utf8.count <= 6,
            whole.utf8.allSatisfy(\.isDigit)
        else { return nil }
        var places = parts.count == 2 ? String(parts[1]) : ""
        while places.hasSuffix("0"), places.utf8.count > 3 { places.removeLast() }
        guard parts.count == 1 || !places.isEmpty, places.utf8.count <= 3,
            places.utf8.allSatisfy(\.isDigit)
        else { return nil }
        while places.utf8.count < 3 { places += "0" }
        let value = (Int(whole) ?? 0) * 1000 + (Int(places) ?? 0)
        thousandths = isNegative ? -value : value
    }

    /// Compares the numbers by size.
    package static func < (left: FixedDecimal, right: FixedDecimal) -> Bool {
        left.thousandths < right.thousandths
    }
}

extension FixedDecimal: CustomStringConvertible {
    /// The shortest notation: `6.5`, `10`, `0.25`.
    package var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the `description`.
    package func append(to bytes: inout [UInt8]) {
        let magnitude = thousandths.magnitude
        if thousandths < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes.append(number: Int(magnitude / 1000))
        guard magnitude % 1000 > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        bytes.append(number: Int(magnitude % 1000), width: 3)
        while bytes.last == 0x30 { bytes.removeLast() }
    }
}
