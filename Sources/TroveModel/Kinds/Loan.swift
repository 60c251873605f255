/// That somebody has a thing.
package struct Loan: Sendable, Hashable {
    /// The name of the person who has the item.
    package let borrower: String
    /// When it should be back; nil where nobody said.
    package let due: PartialDate?

    package init(borrower: String, due: PartialDate?) {
        self.borrower = borrower
        self.due = due
    }

    /// Whether it should have been back by now. A month or a year is over after its last day.
    package func isOverdue(on day: PartialDate) -> Bool {
        due.map { $0.span.upperBound < day.packed } ?? false
    }
}

extension Kind {
    /// Whether and to whom a thing is lent; `value` gives the value of a field of it.
    package func loan(_ value: (FieldIndex) -> Value?) -> Loan? {
        guard let field = index(ofRole: .borrower), case .text(let borrower)? = value(field) else {
            return nil
        }
        var due: PartialDate?
        if case .date(let date)? = index(ofRole: .due).flatMap(value) { due = date }
        return Loan(borrower: borrower, due: due)
    }
}
