/// A value with its span in the source.
package struct Spanned<Value: Sendable>: Sendable {
    /// The value.
    package let value: Value
    /// The span, in bytes of UTF-8 from the start of the source.
    package let span: Range<Int>

    /// Creates a value with its span.
    package init(_ value: Value, _ span: Range<Int>) {
        self.value = value
        self.span = span
    }
}

extension Spanned: Equatable where Value: Equatable {}

/// The operator between a field and a value; the raw value is what is typed.
package enum Operator: String, Sendable, CaseIterable {
    /// `:` sets a field; the others compare.
    case set = ":"
    case equal = "="
    case notEqual = "!="
    case lessOrEqual = "<="
    case less = "<"
    case greaterOrEqual = ">="
    case greater = ">"
    case contains = "~"

    /// The comparison after its sides are exchanged: `300<pages` means `pages>300`.
    package var reversed: Operator {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        case .set, .equal, .notEqual, .contains: self
        }
    }

    /// Whether it asks which of two values is greater, so that both sides must have one.
    var isOrdering: Bool { reversed != self }
}

/// An argument as typed: a word or a parenthesis.
///
/// It is an immutable class, because a reader of arguments copies lists of them, and a copy of a
/// structure retains each of its texts.
package final class Token: Sendable {
    /// A word, or an opening or closing parenthesis.
    package enum Kind: Sendable {
        case word, open, close
    }

    /// The token's kind; a pair counts as a word.
    package let kind: Kind
    /// The span in the source, including quotes, in bytes of UTF-8.
    package let span: Range<Int>
    /// The text of a word without an operator.
    private let word: String
    /// The parts between unquoted bars; empty without bars or with an operator.
    private let parts: [Spanned<String>]
    /// Whether any part was quoted.
    package let isQuoted: Bool
    /// Whether the token ends with an unquoted sign that ends a command in other shells: a
    /// semicolon, or one of `&&`, `||`, `&` and `|` alone.
    let endsCommand: Bool
    /// The parts of `field:value` or `field=value`; nil for any other token.
    package let pair: Pair?

    /// The text, without quotes and escapes.
    package var text: String {
        pair.map { $0.name.value + $0.operator.rawValue + $0.value.value } ?? word
    }

    /// Whether this is an unquoted `--option`.
    var isOption: Bool {
        pair == nil && !isQuoted && word.utf8.count > 2 && word.utf8.starts(with: "--".utf8)
    }

    /// The text split at its unquoted bars.
    package var alternatives: [Spanned<String>] { parts.isEmpty ? [Spanned(text, span)] : parts }

    init(
        _ kind: Kind, _ span: Range<Int>, text: String, parts: [Spanned<String>] = [],
        isQuoted: Bool, endsCommand: Bool = false
    ) {
        self.kind = kind
        self.span = span
        word = text
        self.parts = parts
        self.isQuoted = isQuoted
        self.endsCommand = endsCommand
        pair = nil
    }

    init(_ pair: Pair, _ span: Range<Int>, isQuoted: Bool, endsCommand: Bool = false) {
        kind = .word
        self.span = span
        word = ""
        parts = []
        self.isQuoted = isQuoted
        self.endsCommand = endsCommand
        self.pair = pair
    }

    /// A field, an operator and a value in one word.
    package final class Pair: Sendable {
        /// The field's name as typed; it may be unknown.
        package let name: Spanned<String>
        /// The name in lower case, as verbs spell their own names.
        var verbsName: String { name.value.lowercased() }
        /// The operator between them.
        package let `operator`: Operator
        /// The whole value.
        package let value: Spanned<String>
        /// The parts between unquoted bars; empty without bars.
        let parts: [Spanned<String>]

        init(
            name: Spanned<String>, operator: Operator, value: Spanned<String>,
            parts: [Spanned<String>]
        ) {
            self.name = name
            self.operator = `operator`
            self.value = value
            self.parts = parts
        }

        /// The value split at its unquoted bars.
        package var alternatives: [Spanned<String>] { parts.isEmpty ? [value] : parts }
    }
}
