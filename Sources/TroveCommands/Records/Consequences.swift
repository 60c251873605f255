import TroveModel
import TroveStore
import TroveTerminal

/// The changes that a verb makes, with those that follow from them.
struct Consequences {
    /// All changes, the records last.
    var changes: [Change] = []
    /// Remarks on changed items, by number.
    var notes: [ItemNumber: TerminalText] = [:]
    /// The number of the command in the log; nil if nothing changed.
    var command: CommandNumber?

    /// Remarks that an item was on the wishlist.
    mutating func noteOwned(_ number: ItemNumber) {
        notes[number] = [Message.wasWish, notes[number]].compactMap(\.self)
            .joined(separator: "; ")
    }
}

/// What a change does to an item with a ladder.
enum LadderStep {
    case none
    case begins
    /// The item reaches its last state.
    case finishes
    /// The item is added in its last state.
    case isAddedFinished([Value?])

    init(_ change: Change, of field: FieldIndex, _ ladder: Ladder) {
        self = .none
        switch change.action {
        case .create(let values):
            if ladder.isLast(values[field]) { self = .isAddedFinished(values) }
        case .update(let fields):
            guard let state = fields.first(where: { $0.field == field }) else { return }
            if ladder.isLast(state.after) {
                self = .finishes
            } else if let rung = ladder.index(of: state.after), rung == ladder.underway {
                self = .begins
            }
        case .delete: break
        }
    }
}
