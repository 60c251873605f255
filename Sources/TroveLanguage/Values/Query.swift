package import TroveModel

/// The query of `list`, `filter`, `find` and `count`.
package struct Query: Sendable {
    /// The kind to search; nil for all.
    package var kind: KindIndex?
    /// The condition that items must satisfy; nil for all items.
    package var condition: Condition?
    /// The fields to sort by, the most significant first; empty for the order of the numbers.
    package var sort: [Sort] = []
    /// The maximum number of items per kind; nil for no limit.
    package var limit: Int?
    /// The fields to show, in order; nil for the kind's listed fields.
    package var columns: [Spanned<String>]?

    /// A field that items are sorted by.
    package struct Sort: Sendable {
        /// The name as typed, without the minus. The span of a field in quotes is that of the whole
        /// value.
        package let field: Spanned<String>
        /// The place of the name and its minus, or that of the whole value.
        let span: Range<Int>
        /// Whether the greatest value comes first. Items without a value always come last.
        package let isDescending: Bool

        /// Whether the items are sorted by their numbers, in the order in which they were added. No
        /// field can have this name.
        package var isByNumber: Bool { field.value == "number" }
    }

    /// The field whose values are counted, in `count`; nil for none.
    package var grouping: Spanned<String>?

    /// The verb of the command; empty outside of one.
    package var verb = ""

    /// Creates a query for everything.
    package init() {}
}

/// A condition as typed, with fields and values not yet resolved.
package indirect enum Condition: Sendable, Equatable {
    /// The field compares this way with one of the values, or, for `!=`, with none of them.
    case comparison(field: Spanned<String>, Operator, [Spanned<String>])
    /// The text occurs in a text field.
    case text(Spanned<String>)
    case all([Condition])
    case any([Condition])
    case not(Condition)
}

extension Condition {
    /// The texts that are searched for, in order.
    package var texts: [Spanned<String>] {
        switch self {
        case .text(let text): [text]
        case .comparison: []
        case .all(let parts), .any(let parts): parts.flatMap(\.texts)
        case .not(let part): part.texts
        }
    }

    /// The texts that an item must not contain.
    package var excludedTexts: [Spanned<String>] {
        switch self {
        case .text, .comparison: []
        case .all(let parts), .any(let parts): parts.flatMap(\.excludedTexts)
        case .not(let part): part.texts
        }
    }

    /// The bare word at the start of the condition, as typed; nil if it is quoted.
    package var leadingWord: Spanned<String>? {
        switch self {
        case .text(let text): text.isBare ? text : nil
        case .all(let parts), .any(let parts): parts.first?.leadingWord
        case .comparison, .not: nil
        }
    }

    /// The fields and values compared for equality.
    package var equalities: [(field: Spanned<String>, value: Spanned<String>)] {
        switch self {
        case .comparison(let field, .equal, let values): values.map { (field, $0) }
        case .comparison, .text: []
        case .all(let parts), .any(let parts): parts.flatMap(\.equalities)
        case .not(let part): part.equalities
        }
    }

    /// The fields and the texts that they must contain.
    package var containments: [(field: Spanned<String>, value: Spanned<String>)] {
        switch self {
        case .comparison(let field, .contains, let values): values.map { (field, $0) }
        case .comparison, .text, .not: []
        case .all(let parts), .any(let parts): parts.flatMap(\.containments)
        }
    }
}
