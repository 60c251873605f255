/// A question about the things of one kind, with fields and values already understood.
package indirect enum Filter: Sendable, Hashable {
    /// How a field's value stands to another: by size, by date, by place on the ladder, or by
    /// folded text.
    package enum Comparison: Sendable, Hashable {
        case equal, less, lessOrEqual, greater, greaterOrEqual
    }

    case everything
    /// The field's value compares so with one of these values. Things without a value never match.
    case compare(field: FieldIndex, Comparison, [Value])
    /// One of these texts stands somewhere in the field; case and accents do not count.
    case contains(field: FieldIndex, [String])
    /// The field has no value.
    case isAbsent(field: FieldIndex)
    /// The text stands in any field that holds text.
    case anyText(String)
    case all([Filter])
    case any([Filter])
    case not(Filter)

    /// The positions of the fields that the filter asks for, each once.
    package func fields(of kind: Kind) -> [FieldIndex] {
        let fields: [FieldIndex] =
            switch self {
            case .everything: []
            case .compare(let field, _, _), .contains(let field, _), .isAbsent(let field): [field]
            case .anyText: kind.fieldIndices.filter { kind.fields[$0].isSearched }
            case .all(let parts), .any(let parts): parts.flatMap { $0.fields(of: kind) }
            case .not(let part): part.fields(of: kind)
            }
        return Set(fields).sorted()
    }
}
