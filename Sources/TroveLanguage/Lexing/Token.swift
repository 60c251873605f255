/// A piece of text, and where in the source it stands, in bytes of UTF-8.
package struct Spanned<Value: Sendable>: Sendable {
    package let value: Value
    package let span: Range<Int>

    package init(_ value: Value, _ span: Range<Int>) {
        self.value = value
        self.span = span
    }
}

/// What joins a field and a value.
package enum Operator: String, Sendable, CaseIterable {
    /// `:` sets; the others compare.
    case set = ":"
    case equal = "="
    case notEqual = "!="
    case lessOrEqual = "<="
    case less = "<"
    case greaterOrEqual = ">="
    case greater = ">"
    case contains = "~"
}

/// One argument as it was typed: a word, or a parenthesis.
package struct Token: Sendable {
    package enum Kind: Sendable {
        case word, open, close
    }

    package let kind: Kind
    /// Where it stands in the source, quotes included.
    package let span: Range<Int>
    /// What it says, without quotes and escapes.
    package let text: String
    /// Whether any part of it was quoted.
    package let isQuoted: Bool
    /// The parts of `field:value` and `field=value`.
    package let pair: Pair?

    /// A field, an operator and a value in one word.
    package struct Pair: Sendable {
        package let name: Spanned<String>
        package let `operator`: Operator
        /// The value as a whole.
        package let value: Spanned<String>
        /// The value cut at its unquoted bars.
        package let alternatives: [Spanned<String>]
    }
}
