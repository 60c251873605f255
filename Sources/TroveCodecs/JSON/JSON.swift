/// A value of JSON (RFC 8259), as it comes from a server, a client or a catalogue.
///
/// Numbers are equal when they are written alike: `1.0` is not `1`, and not `1.00` either.
package enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A whole number that fits in `Int`, written without a point or an exponent.
    case integer(Int)
    /// Any other number, as it was written, so that it can be given back untouched.
    case number(String)
    case string(String)
    case array([JSON])
    /// In the order in which they were written; no name twice.
    case object([Member])

    /// What sort of value it is.
    package enum Shape: Sendable, Hashable {
        case null, bool, number, string, array, object
    }

    /// A name and its value in an object.
    package struct Member: Sendable, Hashable {
        /// Names are the same when their bytes are.
        package let name: String
        /// The value of the member, of any shape.
        package var value: JSON

        package init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }
}

extension JSON {
    /// The value of an object's member; nil where there is none of this name, and for what is no
    /// object.
    package subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { ExactText($0.name) == ExactText(name) }?.value
    }

    /// Whether it is `null`. A member that is not there is not null: it is nil.
    package var isNull: Bool { self == .null }

    /// The text of a string.
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The whole number; nil for `1.0` and for what does not fit.
    package var int: Int? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The nearest number of 64 bits; nil for one that is beyond all of them.
    package var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// The truth value; nil for any other shape.
    package var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// The elements of an array; nil for any other shape.
    package var array: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object.
    package var members: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }
}
