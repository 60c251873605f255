/// An error in a command, and its position.
package struct LanguageError: Error, Sendable, Equatable {
    /// The facts of the error; the shell words them.
    package enum Problem: Sendable, Equatable {
        case openQuote(Character)
        case unknownEscape(String)
        case unknownVerb(String, nearest: [String])
        /// A statement of SQL: its first word, in lower case.
        case sql(String)
        /// Another command follows a sign that does not separate commands.
        case severalCommands(sign: String)
        /// `as-of` cannot run this verb, because it does not show items.
        case showsNoItems(String)
        case unknownKind(String, nearest: [String])
        /// A word before a quoted title that resembles the name of a kind.
        case misspelledKind(String, nearest: [String])
        /// The kind with this name is retired.
        case retiredKind(String)
        /// No kind that the command can apply to has this field.
        case unknownField(String, kinds: [String], nearest: [String])
        /// Each of the fields exists, but no kind has them all.
        case noKindHasAll([String])
        /// A word of a title that contains a colon looks like a field: the field, and the whole
        /// title.
        case colonInTitle(String, title: String, nearest: [String])
        /// A field with its value, which may be empty, and the word after it. All may be parts of a
        /// title.
        case fieldInTitle(String, value: String, word: String)
        /// The field belongs to another kind: the kind that has it, and the one in use.
        case fieldOfAnotherKind(String, owner: String, kind: String)
        /// A word after `field:value` that is probably part of the value.
        /// `meant` is the value with the words after it.
        case wordBehindValue(String, field: String, value: String, meant: String)
        /// A day such as `3 days ago` without quotes.
        case unquotedDay(String)
        /// A quote that closes in the middle of a word.
        case quoteInWord(String)
        case noMonth(String)
        /// Only a result of a search is allowed here.
        case noResult
        case ambiguousField(String, [String])
        case fieldTwice(String)
        case unknownOption(String, verb: String, nearest: [String])
        /// A required argument is missing: the argument, and the verb.
        case missing(Argument, verb: String)
        /// A required argument is missing, and a comment is in its place.
        case missingBeforeComment(Argument, verb: String)
        /// The verb takes no argument here.
        case unexpected(String, verb: String)
        /// `field=value` or another comparison where a field is set.
        case comparisonForAssignment(field: String, Operator, value: String)
        /// `field:value` where a field is compared.
        case assignmentForComparison(field: String, value: String)
        /// The sign of a comparison in another program, such as `field==value` or `field=>value`,
        /// and what it means.
        case foreignComparison(field: String, sign: String, Operator, value: String)
        /// A field and a value without a colon between them, where fields are set: the field, and
        /// what was meant from there on.
        case missingColon(field: String, meant: String)
        case noNumber(String, what: Argument)
        /// A range that does not ascend, or is too long.
        case badRange(String)
        /// References to several items where the verb takes one.
        case severalItems(verb: String)
        case unknownWord(String, known: [String], nearest: [String])
        case missingCondition(after: String)
        /// A comparison where the verb takes items, without `where` before it.
        case missingWhere(verb: String)
        case openParenthesis
        case closeParenthesis
        /// Parentheses are nested too deeply.
        case tooDeep
        /// Too many commands are in the arguments of each other.
        case tooManyCommands
        case commandTooLong(limit: Int)
        /// More words than the verb takes. They may be a password, so they are not included;
        /// `behind` is the verb's own name whose value they follow, if any.
        case passwordTyped(verb: String, behind: String?)
        /// A word that is not an email where the verb takes one. It may be a password, so it is not
        /// included.
        case notAnEmail(verb: String)
    }

    /// The kind of argument that is missing.
    package enum Argument: Sendable, Equatable {
        case title, reference, text, page, rating, kind, condition, file, name, fields
        case limit, field, value, command, tag
        case result, isbn, shelf, borrower, year
        case address, email, device, operation, rule, side
        /// A number that `queue` lists, and one that `conflicts` lists.
        case queueNumber, conflictNumber
        /// The settings of the network simulation: its delay, its loss rate, and the random seed.
        case delay, percentage, seed
        /// The seconds between two runs of `watch`.
        case interval
        /// A time in the past, or a mark.
        case time
    }

    /// The error.
    package let problem: Problem
    /// Its span in the source, in bytes of UTF-8.
    package let span: Range<Int>
    /// Whether the source may contain a password, so that none of it may be displayed or kept. The
    /// problem then contains nothing that was typed.
    package let isSecret: Bool
    /// The replacement that probably makes the command what was meant; nil if there is none.
    package let correction: Correction?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - problem: the facts.
    ///   - span: the place in the source, in bytes of UTF-8.
    ///   - isSecret: whether the source may contain a password; then there is no correction.
    ///   - correction: the correction; nil for the one that follows from the facts.
    package init(
        _ problem: Problem, at span: Range<Int>, isSecret: Bool = false,
        correction: Correction? = nil
    ) {
        self.problem = problem
        self.span = span
        self.isSecret = isSecret
        self.correction = isSecret ? nil : correction ?? Correction(problem, at: span)
    }
}
