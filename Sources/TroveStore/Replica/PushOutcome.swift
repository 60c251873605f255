package import TroveModel
package import TroveWire

/// The effects of the server's answer to a push.
package struct PushOutcome: Sendable {
    /// The rejected operations, by number; they are now problems.
    package var rejected: [OperationNumber: Rejection] = [:]
    /// The operations that lost a conflict with another device.
    package var lost: Set<OperationNumber> = []
    /// What the server changed in the items of operations that no command waits for.
    package var changes = ArrivedChanges()
    /// What the definitions of other devices hide since the answer.
    package var hidden: [HiddenData] = []
    /// The number of operations that have left the outbox.
    package var settled = 0
    /// The number of operations whose titles are looked up.
    package static let namedLimit = 3
    /// The operations that left the outbox, without skips.
    package var done: [SettledChange] = []
}

/// An operation that has left the outbox.
package struct SettledChange: Sendable, Hashable {
    /// Its number among the device's operations.
    package let number: OperationNumber
    /// The action on the item.
    package let action: PushOperation.Action
    /// The name of the item's kind.
    package let kind: String
    /// The title of the item before the answer; nil if it is not known, or not one of the first.
    package let title: String?
    /// Whether a command waited for the answer until a timeout.
    package let isUnconfirmed: Bool
    /// The reason of the rejection; nil if the operation was applied.
    package let rejection: Rejection?
}

/// An operation in the open transaction that is committed when the server has answered.
package struct AskedOperation: Sendable, Hashable {
    /// Its number among the device's operations.
    package let number: OperationNumber
    /// The id of the item that it changes.
    package let id: ItemID
    /// The sequence number of its change in the log.
    let sequence: Int
    /// The deletions of the conflicts that the change resolves. They are queued unless the server
    /// rejects the change, because the values would then be lost.
    var resolutions: [QueuedOperation] = []
}
