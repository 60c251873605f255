package import TroveModel

/// What `list`, `filter`, `find` and `count` ask for.
package struct Query: Sendable {
    /// The kind asked for; nil asks all.
    package var kind: KindIndex?
    /// What must hold of a thing; nil when all are asked for.
    package var condition: Condition?
    /// Nil means the order of the numbers.
    package var sort: Sort?
    /// How many things of each kind at most; nil means no limit.
    package var limit: Int?
    /// The fields to show, in order; nil means the listed ones of the kind.
    package var columns: [Spanned<String>]?

    /// The field that puts things in order.
    package struct Sort: Sendable {
        /// The name as it was typed, without the minus; the span has it.
        package let field: Spanned<String>
        /// Whether the greatest stands first; things without a value stand last either way.
        package let isDescending: Bool
    }

    /// Asks for everything.
    package init() {}
}

/// A condition as it was typed: fields and values are still words.
package indirect enum Condition: Sendable {
    /// The field compares so with one of these values; with `!=`, with none of them.
    case comparison(field: Spanned<String>, Operator, [Spanned<String>])
    /// In any field that holds text.
    case text(Spanned<String>)
    case all([Condition])
    case any([Condition])
    case not(Condition)
}

extension Condition {
    /// The bare words.
    package var texts: [String] {
        switch self {
        case .text(let text): [text.value]
        case .comparison: []
        case .all(let parts), .any(let parts): parts.flatMap(\.texts)
        case .not(let part): part.texts
        }
    }

    /// The bare word that the condition begins with, as it was typed; nil where it is quoted.
    package var leadingWord: Spanned<String>? {
        switch self {
        case .text(let text): text.span.count == text.value.utf8.count ? text : nil
        case .all(let parts), .any(let parts): parts.first?.leadingWord
        case .comparison, .not: nil
        }
    }

    /// The fields and values that are compared for being equal.
    package var equalities: [(field: String, value: String)] {
        switch self {
        case .comparison(let field, .equal, let values): values.map { (field.value, $0.value) }
        case .comparison, .text: []
        case .all(let parts), .any(let parts): parts.flatMap(\.equalities)
        case .not(let part): part.equalities
        }
    }
}
