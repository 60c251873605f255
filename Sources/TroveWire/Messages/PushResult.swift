/// The result of one operation.
package struct PushResult: Sendable, Hashable {
    /// The outcome of an operation. The raw value is sent.
    package enum Status: String, Sendable, Hashable, CaseIterable {
        /// Applied completely; the entry had no other changes.
        case applied
        /// Applied completely, merged with changes that the device had not seen.
        case merged
        /// Some or all of it lost to another device's change, and is listed as a conflict.
        case conflict
        /// Not applied.
        case rejected
    }

    /// The operation's number.
    package let number: Int
    /// The outcome of the operation.
    package let status: Status
    /// Whether the operation is a repetition; the result is the original one.
    package let isDuplicate: Bool
    /// The entry's version afterward; 0 if there is no entry.
    package let version: Version
    /// Why the operation was rejected.
    package let error: Rejection?
    /// The current entry, unless the operation was applied exactly as sent.
    package let entry: Entry?

    /// Creates a result.
    package init(
        number: Int, status: Status, isDuplicate: Bool = false, version: Version,
        error: Rejection? = nil, entry: Entry? = nil
    ) {
        self.number = number
        self.status = status
        self.isDuplicate = isDuplicate
        self.version = version
        self.error = error
        self.entry = entry
    }
}

/// Why the server rejected an operation.
package struct Rejection: Error, Sendable, Hashable {
    /// The codes that clients act on.
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
}
