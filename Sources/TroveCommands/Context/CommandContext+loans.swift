import TroveLanguage
import TroveModel

/// Assignments to the fields of a loan.
extension CommandContext {
    /// Returns the assignment of a value to a field; nil clears the field.
    func assignment(_ kind: Kind, _ field: FieldIndex, _ value: Spanned<String>?) -> Assignment {
        let span = value?.span ?? 0..<0
        return Assignment(field: Spanned(kind.fields[field].name, span), value: value, span: span)
    }

    /// Dates a loan that begins today, unless a date is assigned, and removes the dates of one that
    /// ends, so that the next loan does not inherit them.
    func completeLoan(_ values: inout [Value?], after item: Item, assigned: [FieldIndex]) {
        let kind = kinds[item.kind]
        guard let borrower = kind.index(ofRole: .borrower),
            values[borrower] != item.values[borrower]
        else { return }
        let dates: [(Field.Role, Value?)] = [
            (.lentOn, values[borrower] == nil ? nil : .date(surroundings.today)), (.due, nil),
        ]
        for (role, date) in dates {
            guard let field = kind.index(ofRole: role), !assigned.contains(field) else { continue }
            values[field] = date
        }
    }
}
