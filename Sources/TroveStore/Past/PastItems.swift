import TroveModel
import TroveSQLite

/// The items that have changed since a position of the log, as they were at that position.
///
/// Creating it reads which items have changed, so the cost depends on what has changed since, not
/// on the size of the log. The values of an item are decoded when it is requested.
package struct PastItems {
    /// The position of the log.
    package let position: LogPosition
    /// Whether some of the changes belong to kinds that this version does not know.
    package private(set) var hasUnknownKinds = false
    private let log: ChangeLog
    /// Finds the changes, with values of the types that the kinds have.
    private let lookup: ChangeLookup
    /// The changes to the items of each kind, sorted by item; those of an item are newest first.
    private let entries: [[PastChange]]
    /// The numbers of the items of each kind, sorted.
    let numbers: [[ItemNumber]]

    /// Reads which items have changed after a position.
    init(at position: LogPosition, in log: ChangeLog, kinds: Kinds) throws {
        self.position = position
        self.log = log
        lookup = ChangeLookup(log, kinds: kinds)
        var entries = kinds.stored.map { _ in [PastChange]() }
        var isComplete = true
        try log.forEachChange(after: position) { kind, entry in
            if let kind { entries[kind].append(entry) } else { isComplete = false }
        }
        for kind in kinds.storedIndices {
            entries[kind].sort {
                ($0.number, $1.sequence) < ($1.number, $0.sequence)
            }
        }
        self.entries = entries
        hasUnknownKinds = !isComplete
        numbers = entries.map { entries in
            var numbers: [ItemNumber] = []
            for entry in entries where entry.number != numbers.last { numbers.append(entry.number) }
            return numbers
        }
    }

    private init(_ other: PastItems, kinds: Kinds) {
        position = other.position
        hasUnknownKinds = other.hasUnknownKinds
        log = other.log
        lookup = ChangeLookup(log, kinds: kinds)
        entries = other.entries
        numbers = other.numbers
    }

    /// Returns the same items with values of the types that other kinds have, which must have the
    /// same positions.
    func reading(as kinds: Kinds) -> PastItems { PastItems(self, kinds: kinds) }

    /// Returns the changes of an item since the position, newest first.
    private func entries(of number: ItemNumber, _ kind: KindIndex) -> ArraySlice<PastChange> {
        let all = entries[kind]
        let first = all.partitioningIndex { $0.number >= number }
        return all[first...].prefix { $0.number == number }
    }

    func contains(_ number: ItemNumber, _ kind: KindIndex) -> Bool {
        !entries(of: number, kind).isEmpty
    }

    /// Returns what an item was; nil if it has not changed since.
    ///
    /// - Throws: why its changes cannot be read.
    func item(_ number: ItemNumber, _ kind: KindIndex) throws -> PastItem? {
        let changes = entries(of: number, kind)
        // The oldest creation or deletion decides, whatever came after it.
        let start = changes.lastIndex { $0.operation != .update } ?? changes.startIndex
        var item: PastItem?
        for entry in changes[start...] {
            item =
                entry.operation == .create
                ? .absent : .before(try lookup.change(entry.sequence), item)
        }
        return item
    }

    /// Returns how many more items of a kind there were than there are now.
    func surplus(of kind: KindIndex) -> Int {
        var surplus = 0
        var newest: PastChange?
        for (index, entry) in entries[kind].enumerated() {
            let isNewest = entry.number != newest?.number
            if isNewest { newest = entry }
            let isOldest =
                index + 1 == entries[kind].count || entries[kind][index + 1].number != entry.number
            if isNewest, entry.operation != .delete { surplus -= 1 }
            if isOldest, entry.operation != .create { surplus += 1 }
        }
        return surplus
    }
}
