/// A mistake in the text of a kind, with its place.
package struct KindTextError: Error, Sendable, Equatable {
    /// What is wrong.
    package enum Problem: Sendable, Equatable {
        /// A quote that is not closed on its line.
        case openQuote
        /// A line that begins with a word other than these.
        case unknownLine(String, known: [String])
        /// A line without the word that must follow, such as the name of a field.
        case missing(String, known: [String] = [])
        /// A word that is not a name: letters a to z, digits and hyphens, beginning with a letter.
        case notAName(String)
        /// A name that other parts of Trove use.
        case isReserved(String)
        /// A word that is not the type of a field.
        case unknownType(String, known: [String])
        /// An option that does not exist.
        case unknownOption(String, known: [String])
        /// A word that is not `option:value`.
        case notAnOption(String)
        /// An option that appears twice on a line.
        case optionTwice(String)
        /// An option of a kind that only built-in kinds can have.
        case isBuiltInOption(String)
        /// An option that does not apply to a field of this type.
        case doesNotApply(option: String, type: FieldType)
        /// A value of an option, and what it can be.
        case badValue(option: String, value: String, expected: String)
        /// A field before the first kind.
        case fieldWithoutKind
        /// A state that does not follow a field with a ladder.
        case stateWithoutLadder
        /// A ladder without states.
        case noStates
        /// A name that another field, state or kind has.
        case isTaken(String)
        /// A kind without a field.
        case noFields(kind: String)
        /// The first field, which is the title, has a type other than text, or is hidden.
        case notATitle(String)
        /// Another field before the title of a kind that the library has.
        case notFirst(String)
        /// A second field with a ladder.
        case secondLadder
        /// A field with a role that an earlier field has.
        case roleTaken(String)
        /// A name that no suitable field of the kind has.
        case noSuchField(String)
        /// More fields than a kind may have.
        case tooManyFields(limit: Int)
    }

    /// What is wrong.
    package let problem: Problem
    /// The line, from 1.
    package let line: Int
    /// The place in the line, in bytes of UTF-8.
    package let span: Range<Int>

    /// Creates an error.
    package init(_ problem: Problem, line: Int, span: Range<Int>) {
        self.problem = problem
        self.line = line
        self.span = span
    }
}
