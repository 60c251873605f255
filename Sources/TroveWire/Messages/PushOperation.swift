package import TroveCodecs
package import TroveModel

/// One operation that a device pushes.
package struct PushOperation: Sendable, Hashable {
    /// What an operation does.
    package enum Action: String, Sendable, Hashable, CaseIterable {
        case create, update, delete
        /// Takes a number without any effect.
        case skip
    }

    /// The operation's number on its device: 1, 2, 3, … without gaps.
    package let number: Int
    /// The operation's action.
    package let action: Action
    /// The name of the entry's kind, which the receiver may not know.
    package let kind: String
    /// The ID of the entry.
    package let id: ItemID
    /// The entry's version that the device had; 0 for none.
    package let base: Version
    /// The fields by name: all of a new entry, the changed ones of another; null clears.
    package let fields: [JSON.Member]
    /// When the user made the change; for display only.
    package let at: Timestamp

    /// Creates an operation.
    package init(
        number: Int, action: Action, kind: String, id: ItemID, base: Version, fields: [JSON.Member],
        at: Timestamp
    ) {
        self.number = number
        self.action = action
        self.kind = kind
        self.id = id
        self.base = base
        self.fields = fields
        self.at = at
    }

    /// Returns an operation that only takes a number.
    package static func skip(_ number: Int) -> PushOperation {
        PushOperation(
            number: number, action: .skip, kind: "", id: ItemID(high: 0, low: 0), base: 0,
            fields: [], at: Timestamp(milliseconds: 0))
    }
}
