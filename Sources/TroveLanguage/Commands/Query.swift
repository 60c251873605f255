/// What `list`, `filter`, `find` and `count` ask for.
package struct Query: Sendable {
    /// The kind asked for; nil asks all.
    package var kind: Int?
    package var condition: Condition?
    package var sort: Sort?
    package var limit: Int?
    package var columns: [Spanned<String>]?

    /// The field that puts things in order.
    package struct Sort: Sendable {
        package let field: Spanned<String>
        package let isDescending: Bool
    }

    package init() {}
}

/// A condition as it was typed: fields and values are still words.
package indirect enum Condition: Sendable {
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
