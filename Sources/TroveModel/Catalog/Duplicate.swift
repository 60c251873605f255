/// A duplicate that a catalog found for an item.
package struct Duplicate: Sendable, Hashable {
    /// What the two items have in common.
    package enum Reason: Sendable, Hashable {
        /// The same ISBN; ten-digit and thirteen-digit forms of one number are equal.
        case sameISBN
        /// The same title and the same distinguishing value, such as the creator, regardless of
        /// case, accents and white space; or the same title, and neither has such a value.
        case sameTitleAndCreator
        /// The same title, and only one of the items has a distinguishing value.
        case sameTitle
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
