/// A thing that is the same as another one, as far as a catalog can tell.
package struct Duplicate: Sendable, Hashable {
    /// What the two have in common.
    package enum Reason: Sendable, Hashable {
        /// Ten digits and thirteen that name the same book are the same.
        case sameISBN
        /// Upper and lower case, accents and the blanks between the words do not count.
        case sameTitleAndCreator
    }

    /// The number of the thing that is there.
    package let number: ItemNumber
    /// Why the two count as the same.
    package let reason: Reason

    package init(number: ItemNumber, reason: Reason) {
        self.number = number
        self.reason = reason
    }
}
