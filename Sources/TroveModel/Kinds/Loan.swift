/// The loan of an item.
package struct Loan: Sendable, Hashable {
    /// The name of the borrower.
    package let borrower: String
    /// The due date; nil if none was set.
    package let due: PartialDate?

    /// Creates a loan.
    package init(borrower: String, due: PartialDate?) {
        self.borrower = borrower
        self.due = due
    }

    /// Returns whether the due date has passed. A month or a year has passed after its last day.
    package func isOverdue(on day: PartialDate) -> Bool {
        due.map { $0.span.upperBound < day.packed } ?? false
    }
}

extension Kind {
    /// Returns the loan of an item, or nil if it is not lent. `value` returns the value of a field.
    package func loan(_ value: (FieldIndex) -> Value?) -> Loan? {
        guard let field = index(ofRole: .borrower), case .text(let borrower)? = value(field) else {
            return nil
        }
        var due: PartialDate?
        if case .date(let date)? = index(ofRole: .due).flatMap(value) { due = date }
        return Loan(borrower: borrower, due: due)
    }
}
