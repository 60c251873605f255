package import TroveCodecs

/// A value that a field does not take: which field, what was given, and the rule it breaks.
package struct RuleViolation: Error, Sendable, Equatable {
    /// The rule, with what one needs to know to keep it.
    package enum Rule: Sendable, Equatable {
        case isRequired
        case isNoWholeNumber(ClosedRange<Int>)
        case isOutside(ClosedRange<Int>)
        case isNoNumber(ClosedRange<FixedDecimal>)
        case isOutsideDecimal(ClosedRange<FixedDecimal>)
        /// No multiple of the step.
        case isBetweenSteps(FixedDecimal, in: ClosedRange<FixedDecimal>)
        case isNoDate
        case isNoMonth
        case isNoState(Ladder)
        /// The ladder only goes up; the state that the thing has.
        case stepsBack(from: String)
        /// More than the total that stands in the other field.
        case isAbove(field: String, total: Int)
        /// A total less than what stands in the other field.
        case isBelow(field: String, current: Int)
        /// Another thing has this name: its number.
        case isTaken(by: ItemNumber)
        /// A text with the character NUL, which other programs take for its end.
        case hasNull
        /// A name among several with a line end or another control character.
        case hasControlCharacter
        /// JSON of another type than the field's, which is this.
        case isOfOtherType(JSON.Shape)
        /// Longer than this many bytes of UTF-8.
        case isTooLong(limit: Int)
    }

    /// The field's name.
    package let field: String
    /// What was given; cut short where it is very long, empty where something is missing.
    package let value: String
    /// The rule that it breaks.
    package let rule: Rule

    package init(field: String, value: String, rule: Rule) {
        self.field = field
        self.value = value
        self.rule = rule
    }
}
