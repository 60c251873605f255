/// What is wrong with a command as it was typed, and where.
package struct LanguageError: Error, Sendable, Equatable {
    /// The facts; the words for them are the shell's.
    package enum Problem: Sendable, Equatable {
        case openQuote(Character)
        case unknownEscape(String)
        case unknownVerb(String, nearest: [String])
        case unknownKind(String, nearest: [String])
        /// No kind that the command is about has this field.
        case unknownField(String, kinds: [String], nearest: [String])
        /// Each of the fields is there, but no kind has them all.
        case noKindHasAll([String])
        /// A word of a title that has a colon looks like a field: the field, and the whole title.
        case colonInTitle(String, title: String, nearest: [String])
        /// A field that another kind has: that kind, and the one that was meant.
        case fieldOfAnotherKind(String, owner: String, kind: String)
        /// A word behind `field:value` that is probably the rest of the value.
        case wordBehindValue(String, field: String, value: String)
        /// A quote that closes in the middle of a word.
        case quoteInWord(String)
        case noMonth(String)
        /// Something else stands where only a result of a search can.
        case noResult
        case ambiguousField(String, [String])
        case fieldTwice(String)
        case unknownOption(String, nearest: [String])
        /// Something the verb needs is not there: what, and the verb.
        case missing(Argument, verb: String)
        /// The same, where a comment stands in its place.
        case missingBeforeComment(Argument, verb: String)
        /// The verb takes nothing here.
        case unexpected(String, verb: String)
        /// `field=value` where a field is to be set.
        case comparisonForAssignment(field: String, value: String)
        /// `field:value` where a field is to be compared.
        case assignmentForComparison(field: String, value: String)
        /// `field==value`.
        case doubledEquals(field: String, value: String)
        case noNumber(String, what: Argument)
        case badRange(String)
        case unknownWord(String, known: [String], nearest: [String])
        case missingCondition(after: String)
        case openParenthesis
        case closeParenthesis
        /// Parentheses inside parentheses, deeper than anybody needs.
        case tooDeep
        case commandTooLong(limit: Int)
        /// More words than the verb takes, which may be a password: they are not told. Behind the
        /// value of which of the verb's names they stand, if they do.
        case passwordTyped(verb: String, behind: String?)
        /// A word where the verb takes an email; it may be a password, and is not told.
        case noEmail(verb: String)
    }

    /// What an argument is, for messages that miss one.
    package enum Argument: Sendable, Equatable {
        case title, reference, text, page, rating, kind, condition, file, name, fields
        case limit, field, value, command
        case result, isbn, shelf, borrower, year
        case address, email, device, operation, rule, side
        /// A number that `queue` shows, and one that `conflicts` shows.
        case queueNumber, conflictNumber
        /// How much slower the network is, how much it loses, and what makes that repeatable.
        case delay, percentage, seed
    }

    /// What is wrong.
    package let problem: Problem
    /// Where in the source, in bytes of UTF-8.
    package let span: Range<Int>
    /// Whether a password may stand in the source, so that nothing of it is to be shown or kept.
    /// The problem then holds nothing that was typed.
    package let isSecret: Bool

    package init(_ problem: Problem, at span: Range<Int>, isSecret: Bool = false) {
        self.problem = problem
        self.span = span
        self.isSecret = isSecret
    }
}
