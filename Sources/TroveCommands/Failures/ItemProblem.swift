package import TroveModel

/// Why an item rejects a command.
package enum ItemProblem {
    /// The library has a duplicate: the item, and why it counts as one.
    case isDuplicate(of: Item, Kind, Duplicate.Reason)
    /// Items of this kind lack the field that the verb changes.
    case doesNotApply(verb: String, kind: Kind)
    case isAtTop(Item, state: String)
    case needsTotal(Item, field: String)
    /// The item is already lent, to this borrower.
    case isLent(Item, to: String, dueField: String?)
    /// The name of a shelf contains a comma.
    case hasComma(String)
    case noSuchShelf(String, nearest: [String])
}

extension ItemProblem {
    var code: ErrorCode {
        switch self {
        case .isDuplicate: "duplicate"
        case .doesNotApply: "does-not-apply"
        case .isAtTop: "last-state"
        case .needsTotal: "needs-total"
        case .isLent: "lent"
        case .hasComma: "has-comma"
        case .noSuchShelf: "no-such-shelf"
        }
    }
}

extension CommandFailure {
    /// Wraps a failure of an item.
    package init(_ problem: ItemProblem, at span: Range<Int>? = nil) {
        self.init(.item(problem), at: span)
    }
}
