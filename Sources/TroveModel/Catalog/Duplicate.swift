/// A duplicate that a catalog found for an item.
package struct Duplicate: Sendable, Hashable {
    /// What the two items have in common.
    package enum Reason: Sendable, Hashable {
        /// The same ISBN; ten-digit and thirteen-digit forms of one number are equal.
        case sameISBN
        /// The same title and creator, regardless of case, accents and white space.
        case sameTitleAndCreator
    }

    /// The number of the existing item.
    package let number: ItemNumber
    /// Why the items count as duplicates.
    package let reason: Reason

    /// Creates a duplicate.
    package init(number: ItemNumber, reason: Reason) {
        self.number = number
        self.reason = reason
    }
}
