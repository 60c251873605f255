import TroveModel
import TroveTerminal

/// What lists and details say of lent things of one kind.
struct LoanText {
    private let kind: Kind
    /// The field that says who has a thing; nil where such things are not lent.
    let borrower: Int?
    private let today: PartialDate

    /// What stands behind the number of a lent thing where the list does not say who has it.
    enum Mark: CaseIterable {
        case lent, overdue
    }

    init(of kind: Kind, today: PartialDate) {
        self.kind = kind
        self.today = today
        borrower = kind.index(ofRole: .borrower)
    }

    /// Nil for a thing that is not lent; `value` gives the value of a field.
    func mark(_ value: (Int) -> Value?) -> Mark? {
        guard borrower != nil, let loan = kind.loan(value) else { return nil }
        return loan.isOverdue(on: today) ? .overdue : .lent
    }

    /// A field as it is shown: of who has a thing also whether it is overdue.
    func text(_ field: Int, _ value: (Int) -> Value?) -> TerminalText? {
        guard let shown = value(field).map({ TerminalText(kind.fields[field].shown($0)) })
        else { return nil }
        return isOverdue(field, value) ? Message.overdue(shown) : shown
    }

    /// Whether the field says who has a thing that should be back.
    func isOverdue(_ field: Int, _ value: (Int) -> Value?) -> Bool {
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

    static func legend(of mark: LoanText.Mark) -> TerminalText {
        switch mark {
        case .lent: "→ lent: loans says to whom"
        case .overdue: "» lent and overdue: loans says to whom"
        }
    }
}
