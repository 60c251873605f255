import TroveModel
import TroveSQLite

/// The items that have changed since a position of the log, as they were there.
///
/// Reading them costs what has changed since, not the whole log.
package struct PastItems: Sendable {
    /// The position of the log.
    package let position: LogPosition
    /// Whether some of the changes belong to kinds that this version does not know.
    package private(set) var hasUnknownKinds = false
    /// The items of each kind, by number.
    private var items: [[ItemNumber: PastItem]]
    /// The numbers of the items of each kind, sorted.
    private(set) var numbers: [[ItemNumber]]

    /// Reads the changes after a position, newest first.
    init(at position: LogPosition, in log: ChangeLog, kinds: Kinds) throws {
        self.position = position
        var items = kinds.stored.map { _ in [ItemNumber: PastItem]() }
        var isComplete = true
        try log.forEachChange(after: position) { change in
            guard let change else {
                isComplete = false
                return
            }
            items[change.kind][change.number] = PastItem.before(
                change, items[change.kind][change.number])
        }
        self.items = items
        hasUnknownKinds = !isComplete
        numbers = items.map { $0.keys.sorted() }
    }

    /// Returns whether an item has changed since.
    func contains(_ number: ItemNumber, _ kind: KindIndex) -> Bool {
        items[kind].index(forKey: number) != nil
    }

    /// Returns what an item was; nil if it has not changed since.
    subscript(number: ItemNumber, kind: KindIndex) -> PastItem? { items[kind][number] }
}
