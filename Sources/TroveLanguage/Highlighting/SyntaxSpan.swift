/// A part of a line, and what it means.
package struct SyntaxSpan: Sendable, Equatable {
    /// The meaning of a part of a line.
    package enum Role: Sendable, Equatable {
        /// A known verb, or a keyword of its grammar.
        case verb
        /// The name of a field or of one of the verb's own values, or an option.
        case field
        /// A value that exists, or the number or title of an item.
        case value
        /// A value that does not exist where only a few values are possible, or a number or title
        /// that no item has.
        case unknownValue
        /// Another text in quotes.
        case string
        case comment
        /// The place of a syntax error, an unknown field, or a text that is not a number or a date
        /// where one is needed.
        case error
    }

    /// The part of the line, in bytes of UTF-8.
    package let range: Range<Int>
    /// What it means.
    package let role: Role

    /// Creates a span.
    package init(_ range: Range<Int>, _ role: Role) {
        self.range = range
        self.role = role
    }
}
