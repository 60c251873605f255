package import TroveCodecs
package import TroveModel

/// One operation of a device, on its way to the server.
package struct PushOperation: Sendable, Hashable {
    /// What is to be done.
    package enum Action: String, Sendable, Hashable, CaseIterable {
        case create, update, delete
        /// Uses the number up, and does nothing.
        case skip
    }

    /// The number among the device's operations: 1, 2, 3, … without gaps.
    package let number: Int
    /// What the operation does to the entry.
    package let action: Action
    /// The name of the entry's kind; perhaps one that the receiver does not know.
    package let kind: String
    /// The id of the entry, the same on every device.
    package let id: ItemID
    /// The entry's version that the person saw; 0 for none.
    package let base: Version
    /// Fields by name: all of a new entry, those that change of another; null clears.
    package let fields: [JSON.Member]
    /// When the person did it; for showing only.
    package let at: Timestamp

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

    /// The operation that only uses a number up.
    package static func skip(_ number: Int) -> PushOperation {
        PushOperation(
            number: number, action: .skip, kind: "", id: ItemID(high: 0, low: 0), base: 0,
            fields: [], at: Timestamp(milliseconds: 0))
    }
}
