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
