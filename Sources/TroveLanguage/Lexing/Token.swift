/// A piece of text, and where in the source it stands, in bytes of UTF-8.
package struct Spanned<Value: Sendable>: Sendable {
    /// What it says.
    package let value: Value
    /// In bytes of UTF-8, from the start of the source.
    package let span: Range<Int>

    package init(_ value: Value, _ span: Range<Int>) {
        self.value = value
        self.span = span
    }
}

/// What joins a field and a value; the raw value is what is typed.
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
    /// A word, or a parenthesis that opens or closes.
    package enum Kind: Sendable {
        case word, open, close
    }

    /// What it is; a pair counts as a word.
    package let kind: Kind
    /// Where it stands in the source, quotes included, in bytes of UTF-8.
    package let span: Range<Int>
    /// What a word without an operator says.
    private let word: String
    /// Its parts between unquoted bars, where there are bars and no operator.
    private let parts: [Spanned<String>]
    /// Whether any part of it was quoted.
    package let isQuoted: Bool
    /// The parts of `field:value` and `field=value`; nil for any other token.
    package let pair: Pair?

    /// What it says, without quotes and escapes.
    package var text: String {
        pair.map { $0.name.value + $0.operator.rawValue + $0.value.value } ?? word
    }

    /// Whether this is `--something`, not quoted.
    var isOption: Bool {
        pair == nil && !isQuoted && word.utf8.count > 2 && word.utf8.starts(with: "--".utf8)
    }

    /// The text cut at its unquoted bars.
    var alternatives: [Spanned<String>] { parts.isEmpty ? [Spanned(text, span)] : parts }

    init(
        _ kind: Kind, _ span: Range<Int>, text: String, parts: [Spanned<String>] = [],
        isQuoted: Bool
    ) {
        self.kind = kind
        self.span = span
        word = text
        self.parts = parts
        self.isQuoted = isQuoted
        pair = nil
    }

    init(_ pair: Pair, _ span: Range<Int>, isQuoted: Bool) {
        kind = .word
        self.span = span
        word = ""
        parts = []
        self.isQuoted = isQuoted
        self.pair = pair
    }

    /// A field, an operator and a value in one word.
    package struct Pair: Sendable {
        /// The field's name as it was typed; perhaps no field has it.
        package let name: Spanned<String>
        /// What stands between the two.
        package let `operator`: Operator
        /// The value as a whole.
        package let value: Spanned<String>
        /// The parts between unquoted bars, where there are bars.
        let parts: [Spanned<String>]

        /// The value cut at its unquoted bars.
        package var alternatives: [Spanned<String>] { parts.isEmpty ? [value] : parts }
    }
}
