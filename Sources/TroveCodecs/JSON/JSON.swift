/// A JSON value (RFC 8259).
///
/// Numbers are equal if their text is equal: `1.0` equals neither `1` nor `1.00`.
package enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A whole number that fits in `Int`, written without a point or an exponent.
    case integer(Int)
    /// Any other number, with its original text, so that it can be written back unchanged.
    case number(String)
    case string(String)
    case array([JSON])
    /// The members in the order in which they were written; each name once.
    case object([Member])

    /// The type of a value.
    package enum Shape: Sendable, Hashable {
        case null, bool, number, string, array, object
    }

    /// A name and its value in an object.
    package struct Member: Sendable, Hashable {
        /// Names are compared byte by byte.
        package let name: String
        /// The value of the member.
        package var value: JSON

        /// Creates a member.
        package init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }
}

extension JSON {
    /// Returns the value of an object's member; nil without a member of this name, and for other
    /// values.
    package subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        let wanted = name.utf8.span
        // A span does not retain the members that are compared.
        let candidates = members.span
        for index in candidates.indices where candidates[index].name.utf8.span.isSame(as: wanted) {
            return candidates[index].value
        }
        return nil
    }

    /// Whether the value is `null`. A missing member is nil and not null.
    package var isNull: Bool { self == .null }

    /// The text of a string; nil for any other type.
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The whole number; nil for `1.0`, for numbers beyond `Int`, and for any other type.
    package var int: Int? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The nearest `Double`; nil for numbers beyond its range, and for any other type.
    package var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// The truth value; nil for any other type.
    package var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// The elements of an array; nil for any other type.
    package var array: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object; nil for any other type.
    package var members: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }
}
