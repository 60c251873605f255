package import TroveModel
package import TroveWire

/// An operation that stands in the outbox or among the problems.
package struct QueuedOperation: Sendable, Hashable {
    /// What the operation does to the item.
    package let action: PushOperation.Action
    /// The name of the entry's kind.
    package let kind: String
    /// The item's id, the same on every device.
    package let id: ItemID
    /// The thing's number in this library.
    package let item: Int
    /// The version that the person saw.
    package let base: Version
    /// An object of JSON.
    package let fields: String
    /// When the user made the change; for showing only.
    package let at: Timestamp

    package init(
        action: PushOperation.Action, kind: String, id: ItemID, item: Int, base: Version,
        fields: String, at: Timestamp
    ) {
        self.action = action
        self.kind = kind
        self.id = id
        self.item = item
        self.base = base
        self.fields = fields
        self.at = at
    }

    /// The operation that only uses a number up.
    static let skip = QueuedOperation(
        action: .skip, kind: "", id: ItemID(high: 0, low: 0), item: 0, base: 0, fields: "{}",
        at: Timestamp(milliseconds: 0))
}

/// An operation in the outbox, with its number.
package struct OutboxEntry: Sendable, Hashable {
    /// Its number among the device's operations.
    package let number: Int
    /// What is sent, apart from the number.
    package let operation: QueuedOperation
    /// Whether a person waited for the answer, and none came.
    package let isUnconfirmed: Bool

    /// What an answer to a push of it must speak of.
    package var sent: SentOperation {
        SentOperation(
            number: number, action: operation.action, kind: operation.kind, id: operation.id)
    }
}

/// An operation that the server did not take, or that waits behind one.
package struct ProblemEntry: Sendable, Hashable {
    /// What `queue` shows.
    package let number: Int
    /// The operation as it was queued.
    package let operation: QueuedOperation
    /// Why; code `held` for one that waits.
    package let rejection: Rejection
}

/// A conflict that waits for a person.
package struct ConflictEntry: Sendable, Hashable {
    /// What `conflicts` shows.
    package let number: Int
    /// The id and the version of the entry that holds it.
    package let id: ItemID
    /// The version of the entry that holds the conflict.
    package let version: Version
    /// The value that stands, and the one that lost.
    package let conflict: Conflict
    /// The number of the thing it is about, if it has ever been in this library.
    package let item: Int?
}
