import TroveModel
import TroveTerminal

/// How lists and details show the loans of items of one kind.
struct LoanText {
    private let kind: Kind
    /// The field of the borrower; nil for a kind that cannot be lent.
    let borrower: FieldIndex?
    private let today: PartialDate

    /// The mark after the number of a lent item in a list without the borrower.
    enum Mark: CaseIterable {
        case lent, overdue
    }

    init(of kind: Kind, today: PartialDate) {
        self.kind = kind
        self.today = today
        borrower = kind.index(ofRole: .borrower)
    }

    /// Returns the mark of an item; nil if it is not lent. `value` returns the value of a field.
    func mark(_ value: (FieldIndex) -> Value?) -> Mark? {
        guard borrower != nil, let loan = kind.loan(value) else { return nil }
        return loan.isOverdue(on: today) ? .overdue : .lent
    }

    /// Returns the text of a field. The text of a borrower says if the loan is overdue.
    func text(_ field: FieldIndex, _ value: (FieldIndex) -> Value?) -> TerminalText? {
        guard let shown = value(field).map({ TerminalText(kind.fields[field].shown($0)) })
        else { return nil }
        return isOverdue(field, value) ? Message.overdue(shown) : shown
    }

    /// Returns whether the field is the borrower of an overdue loan.
    func isOverdue(_ field: FieldIndex, _ value: (FieldIndex) -> Value?) -> Bool {
        field == borrower && mark(value) == .overdue
    }
}

extension Message {
    static func mark(_ mark: LoanText.Mark) -> TerminalText {
        switch mark {
        case .lent: "→"
        case .overdue: "»"
        }
    }

    /// The meaning of the mark in a list of loans.
    static let overdueLegend: TerminalText = "» overdue"

    static func legend(of mark: LoanText.Mark) -> TerminalText {
        switch mark {
        case .lent: "→ lent: see `loans`"
        case .overdue: "» lent and overdue: see `loans`"
        }
    }
}
