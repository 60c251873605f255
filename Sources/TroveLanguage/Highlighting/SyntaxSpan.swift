/// A part of a line, and what it means.
package struct SyntaxSpan: Sendable, Equatable {
    /// The meaning of a part of a line.
    package enum Role: Sendable, Equatable {
        /// A known verb, or a keyword of its grammar.
        case verb
        /// The name of a field, of a value of the verb's own, or an option.
        case field
        /// A value that exists, or a title that names one item.
        case value
        /// A value that cannot exist, because its field has few possible values.
        case unknownValue
        /// Another text in quotes.
        case string
        case comment
        /// The place of a syntax error.
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
