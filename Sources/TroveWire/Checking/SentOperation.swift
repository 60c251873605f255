package import TroveModel

/// What an answer to a push must speak of: an operation as it was sent.
package struct SentOperation: Sendable, Hashable {
    /// Its number among the device's operations.
    package let number: Int
    /// What the operation was to do.
    package let action: PushOperation.Action
    /// The name of the entry's kind; empty for a skip.
    package let kind: String
    /// The id of the entry, the same on every device.
    package let id: ItemID

    package init(number: Int, action: PushOperation.Action, kind: String, id: ItemID) {
        self.number = number
        self.action = action
        self.kind = kind
        self.id = id
    }
}
