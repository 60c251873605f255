/// The value of a field.
package enum Value: Sendable, Hashable {
    /// Free text, a genre, or the short name of a state.
    case text(String)
    case integer(Int)
    case decimal(FixedDecimal)
    case date(PartialDate)
    case month(Month)
    /// Names without order or repetitions; stored sorted.
    case set([String])
}

extension Value: CustomStringConvertible {
    /// The value as the user types and reads it.
    package var description: String {
        if case .text(let text) = self { return text }
        var bytes: [UInt8] = []
        appendText(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the `description`.
    package func appendText(to bytes: inout [UInt8]) {
        switch self {
        case .text(let text): bytes.append(contentsOf: text.utf8)
        case .integer(let number): bytes.append(number: number)
        case .decimal(let number): number.append(to: &bytes)
        case .date(let date): date.append(to: &bytes)
        case .month(let month): bytes.append(contentsOf: month.name.utf8)
        case .set(let names):
            for (index, name) in names.enumerated() {
                if index > 0 { bytes.append(contentsOf: ", ".utf8) }
                bytes.append(contentsOf: name.utf8)
            }
        }
    }
}
