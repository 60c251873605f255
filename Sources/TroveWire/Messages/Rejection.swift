/// Why the server rejected an operation.
package struct Rejection: Error, Sendable, Hashable {
    /// The codes that clients act on. A client reads one that it does not know as `invalid`.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// A value or the entry violates a rule of its kind.
        case invalid
        /// A name that must be unique belongs to another entry.
        case nameTaken = "name_taken"
        /// The kind name is not valid.
        case unknownKind = "unknown_kind"
        /// The entry or one of its fields is too large.
        case tooLarge = "too_large"
        /// The account is full.
        case quota
        /// Devices may not do this.
        case forbidden
        /// An earlier operation on the same entry was rejected.
        case held
    }

    /// The code.
    package let code: Code
    /// The field that caused the rejection.
    package let field: String?
    /// The message, for display.
    package let message: String

    /// Creates a rejection.
    package init(_ code: Code, field: String? = nil, _ message: String) {
        self.code = code
        self.field = field
        self.message = message
    }

    /// The rejection of an operation behind a rejected one.
    package static let isHeld = Rejection(
        .held, "held back, because an earlier change to this item was rejected")
}
