package import TroveModel

/// A pushed operation, as far as its result is checked against it.
package struct SentOperation: Sendable, Hashable {
    /// The operation's number on its device.
    package let number: Int
    /// The operation's action.
    package let action: PushOperation.Action
    /// The name of the entry's kind; empty for a skip.
    package let kind: String
    /// The ID of the entry.
    package let id: ItemID

    /// Creates a description of an operation.
    package init(number: Int, action: PushOperation.Action, kind: String, id: ItemID) {
        self.number = number
        self.action = action
        self.kind = kind
        self.id = id
    }
}
