import TroveCodecs
import TroveModel
import TroveTerminal

/// The values of items as they are shown in lists and details: their texts and their colors.
struct ValueDisplay {
    private let kind: Kind
    private let loans: LoanText

    /// The share of the range of a rating from which a rating counts as high.
    private static let highShare = 0.75
    /// The share of the range of a rating up to which a rating counts as low.
    private static let lowShare = 0.4

    init(of kind: Kind, today: PartialDate) {
        self.kind = kind
        loans = LoanText(of: kind, today: today)
    }

    /// Returns the text of a field as it is, with line ends made visible; nil if it has no value.
    func text(_ field: FieldIndex, _ value: (FieldIndex) -> Value?) -> TerminalText? {
        loans.text(field, value)
    }

    /// Returns the text of a field on one line, with spaces in place of line ends; nil if it has no
    /// value.
    func folded(_ field: FieldIndex, _ value: (FieldIndex) -> Value?) -> TerminalText? {
        guard case .text(let text)? = value(field), text.utf8.contains(where: { $0 < 0x20 })
        else { return loans.text(field, value) }
        let words = text.split { $0.isNewline || $0 == "\t" }
        let folded = TerminalText(words.joined(separator: " "))
        return loans.isOverdue(field, value) ? Message.overdue(folded) : folded
    }

    /// Returns the role of a value, from which its color follows; nil for none.
    func role(_ field: FieldIndex, _ value: (FieldIndex) -> Value?) -> Style.Role? {
        if loans.isOverdue(field, value) { return .overdue }
        if case .ladder(let ladder) = kind.fields[field].content {
            return ladder.index(of: value(field)).map { Self.role(of: ladder.stage(of: $0)) }
        }
        guard kind.fields[field].role == .rating, let value = value(field),
            let share = kind.fields[field].share(of: value)
        else { return nil }
        if share >= Self.highShare { return .highRating }
        return share <= Self.lowShare ? .lowRating : nil
    }

    private static func role(of stage: Ladder.Stage) -> Style.Role {
        switch stage {
        case .wanted: .wanted
        case .waiting: .waiting
        case .begun: .begun
        case .abandoned: .abandoned
        case .completed: .completed
        }
    }
}

extension Field {
    /// Returns the place of a number in the range of the field, from 0 to 1; nil for other values.
    fileprivate func share(of value: Value) -> Double? {
        switch (content, value) {
        case (.integer(let range), .integer(let number)):
            share(of: number, from: range.lowerBound, to: range.upperBound)
        case (.decimal(let range, _), .decimal(let number)):
            share(
                of: number.thousandths, from: range.lowerBound.thousandths,
                to: range.upperBound.thousandths)
        default: nil
        }
    }

    private func share(of number: Int, from lowest: Int, to highest: Int) -> Double? {
        highest > lowest ? Double(number - lowest) / Double(highest - lowest) : nil
    }
}
