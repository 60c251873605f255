package import TroveModel

/// A command in the change log, without its changes.
package struct CommandOutline: Sendable {
    /// Its number in the log.
    package let id: CommandNumber
    /// The command that it reverts; nil if it is not an undo or a redo.
    package let reverts: CommandNumber?
    /// The time of the command; for display only.
    package let at: Timestamp
    /// The name of the user who gave it.
    package let by: String
    /// The kinds of the items that it changed.
    package internal(set) var kinds: [KindIndex]
    /// The sequence number of its last change.
    var last: Int
    /// The numbers of the items that it changed, in 32 bits to save memory.
    private var items: Set<Int32> = []
    /// The numbers of the items that it changed more than once.
    private var repeated: Set<Int32> = []

    init(
        id: CommandNumber, reverts: CommandNumber?, at: Timestamp, by: String,
        kinds: [KindIndex], last: Int
    ) {
        self.id = id
        self.reverts = reverts
        self.at = at
        self.by = by
        self.kinds = kinds
        self.last = last
    }

    /// The number of its changes.
    package private(set) var changeCount = 0

    /// The number of items that it changed.
    package var itemCount: Int { items.count }

    /// Returns whether it changed an item more than once.
    package func isRepeated(_ number: ItemNumber) -> Bool {
        repeated.contains(Int32(clamping: number.rawValue))
    }

    /// Counts a change of an item.
    mutating func note(_ number: ItemNumber) {
        changeCount += 1
        let number = Int32(clamping: number.rawValue)
        if !items.insert(number).inserted { repeated.insert(number) }
    }
}
