/// What became of one operation.
package struct PushResult: Sendable, Hashable {
    /// What the server did with an operation. The raw value is what is sent.
    package enum Status: String, Sendable, Hashable, CaseIterable {
        /// All of it was done, and nothing else had happened to the entry.
        case applied
        /// All of it was done, beside changes of other devices that this one had not seen.
        case merged
        /// Part of it, or all, lost to another device and is listed as a conflict.
        case conflict
        /// Nothing was done.
        case rejected
    }

    /// The operation's number.
    package let number: Int
    /// What the server did with the operation.
    package let status: Status
    /// Whether the operation had come before; this is what was answered then.
    package let isDuplicate: Bool
    /// The entry's version after it; 0 where there is no entry.
    package let version: Version
    /// Why it was rejected.
    package let error: Rejection?
    /// The entry as it stands now, unless the operation was applied just as it was sent.
    package let entry: Entry?

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

/// Why the server did not take an operation.
package struct Rejection: Error, Sendable, Hashable {
    /// Reasons that a program can act on.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// A value or the entry breaks a rule of its kind.
        case invalid
        /// A name that must be unique belongs to another entry.
        case nameTaken = "name_taken"
        case unknownKind = "unknown_kind"
        /// The entry or a field of it is too large.
        case tooLarge = "too_large"
        /// The account holds as much as it may.
        case quota
        /// Devices may not do this.
        case forbidden
        /// An earlier operation on the same entry was rejected.
        case held
    }

    /// The reason, for a program.
    package let code: Code
    /// The field at fault.
    package let field: String?
    /// For people.
    package let message: String

    package init(_ code: Code, field: String? = nil, _ message: String) {
        self.code = code
        self.field = field
        self.message = message
    }
}
