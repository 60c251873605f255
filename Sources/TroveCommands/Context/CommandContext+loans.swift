import TroveLanguage
import TroveModel

/// Assignments to the fields of a loan.
extension CommandContext {
    /// Returns the assignment of a value to a field; nil clears the field.
    func assignment(_ kind: Kind, _ field: FieldIndex, _ value: Spanned<String>?) -> Assignment {
        let span = value?.span ?? 0..<0
        return Assignment(field: Spanned(kind.fields[field].name, span), value: value, span: span)
    }
}
