package import TroveCodecs

/// A value that a field rejects: the field, the value, and the broken rule.
package struct RuleViolation: Error, Sendable, Equatable {
    /// A rule, with the details that a message needs.
    package enum Rule: Sendable, Equatable {
        case isRequired
        case notAWholeNumber(ClosedRange<Int>)
        /// Two values where a condition compares with one.
        case isRange(from: String, through: String)
        case isOutside(ClosedRange<Int>)
        case notANumber(ClosedRange<FixedDecimal>)
        case isOutsideDecimal(ClosedRange<FixedDecimal>)
        /// Not a multiple of the step.
        case isBetweenSteps(FixedDecimal, in: ClosedRange<FixedDecimal>)
        case notADate
        /// A date after today.
        case isInFuture
        /// A number with a wrong check digit, or another text that is not an ISBN.
        case notAnISBN
        case notAMonth
        case unknownState(Ladder)
        /// A state below the current one, which is `from`.
        case stepsBack(from: String)
        /// More than the total in the other field.
        case isAbove(field: String, total: Int)
        /// A total below the current page in the other field.
        case isBelow(field: String, current: Int)
        /// A comparison by order with a set of names.
        case hasNoOrder
        /// A name that the item with this number has.
        case isTaken(by: ItemNumber)
        /// A name that a command gives to two items, which have these numbers.
        case isShared(by: ItemNumber, and: ItemNumber)
        /// A text with the character NUL, which ends a string in other programs.
        case hasNull
        /// A name in a set with a line break or another control character.
        case hasControlCharacter
        /// Names with a sign and names without one, which cannot be joined: one of each.
        case mixesSigns(String, String)
        /// JSON of a type other than this one.
        case isOfOtherType(JSON.Shape)
        /// Longer than this many bytes of UTF-8.
        case isTooLong(limit: Int)
    }

    /// The field's name.
    package let field: String
    /// The rejected value; truncated if it is very long, empty if a value is missing.
    package let value: String
    /// The broken rule.
    package let rule: Rule

    /// Creates a violation.
    package init(field: String, value: String, rule: Rule) {
        self.field = field
        self.value = value
        self.rule = rule
    }
}
