import TroveCodecs

/// A decimal number kept exactly, in thousandths: a hardness of 6.5, a rating of 4.25.
package struct FixedDecimal: Sendable, Hashable, Comparable {
    /// The number times one thousand.
    package let thousandths: Int

    package init(thousandths: Int) {
        self.thousandths = thousandths
    }

    /// A whole number, such as a rule's bound.
    package init(_ whole: Int) {
        thousandths = whole * 1000
    }

    /// Reads `7`, `7.5`, `.25`, `-1.125`; nil for anything else, and for more than three places
    /// behind the point, which could not be kept.
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

    package static func < (left: FixedDecimal, right: FixedDecimal) -> Bool {
        left.thousandths < right.thousandths
    }
}

extension FixedDecimal: CustomStringConvertible {
    /// The shortest writing: `6.5`, `10`, `0.25`.
    package var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends what `description` says.
    func append(to bytes: inout [UInt8]) {
        let magnitude = Int(thousandths.magnitude)
        if thousandths < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes.append(number: magnitude / 1000)
        guard magnitude % 1000 > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        bytes.append(number: magnitude % 1000, width: 3)
        while bytes.last == 0x30 { bytes.removeLast() }
    }
}
