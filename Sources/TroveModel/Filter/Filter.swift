/// A condition on the items of one kind, with resolved fields and values.
package indirect enum Filter: Sendable, Hashable {
    /// An order relation between values: by size, date, position on the ladder, or folded text.
    package enum Comparison: Sendable, Hashable {
        case equal, less, lessOrEqual, greater, greaterOrEqual
    }

    case everything
    /// The field's value has this relation to one of the values. Items without a value never match.
    /// A text that names several people equals each of their names, too.
    case compare(field: FieldIndex, Comparison, [Value])
    /// The field contains one of these texts, regardless of case and accents.
    case contains(field: FieldIndex, [String])
    /// The field has no value.
    case isAbsent(field: FieldIndex)
    /// Any text field contains the text.
    case anyText(String)
    case all([Filter])
    case any([Filter])
    case not(Filter)

    /// Returns the positions of the fields that the filter reads, each once.
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
