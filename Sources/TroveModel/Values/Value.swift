/// What a field of a thing can hold.
package enum Value: Sendable, Hashable {
    /// Free text, a genre, or the short name of a state.
    case text(String)
    case integer(Int)
    case decimal(FixedDecimal)
    case date(PartialDate)
    case month(Month)
    /// Names without an order and without repeats; kept sorted.
    case set([String])
}

extension Value: CustomStringConvertible {
    /// As a person would type it and wants to read it.
    package var description: String {
        switch self {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .decimal(let number): "\(number)"
        case .date(let date): "\(date)"
        case .month(let month): month.name
        case .set(let names): names.joined(separator: ", ")
        }
    }
}
