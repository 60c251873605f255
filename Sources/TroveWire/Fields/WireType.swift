/// The type of a field in a message.
package indirect enum WireType: Sendable {
    /// A type with a name and rules of its own. The raw value is the name of its schema.
    package enum Scalar: String, Sendable {
        case id, mark, sequence, epoch, name, email, newEmail, password, moment, fields
    }

    /// Any string.
    case text
    /// A string or null.
    case nullableText
    /// One of these strings.
    case word([String])
    /// An integer.
    case integer
    /// An integer, 0 or more.
    case count
    /// A Boolean.
    case flag
    /// The Boolean `true`.
    case alwaysTrue
    /// A type with rules of its own.
    case scalar(Scalar)
    /// An array; `most` limits its length.
    case list(WireType, most: Int? = nil)
    /// An object that only this message contains.
    case object([WireField])
    /// Another message.
    case message(WireMessage)

    static func word(of cases: [some RawRepresentable<String>]) -> WireType {
        .word(cases.map(\.rawValue))
    }
}
