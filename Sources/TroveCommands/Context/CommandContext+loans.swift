import TroveLanguage
import TroveModel

/// Noting who has an item.
extension CommandContext {
    /// Gives a field of a kind a value; nil clears it.
    func assignment(_ kind: Kind, _ field: FieldIndex, _ value: Spanned<String>?) -> Assignment {
        let span = value?.span ?? 0..<0
        return Assignment(field: Spanned(kind.fields[field].name, span), value: value, span: span)
    }
}
