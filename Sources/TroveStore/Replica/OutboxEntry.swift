package import TroveWire

/// An operation in the outbox, with its number.
package struct OutboxEntry: Sendable, Hashable {
    /// Its number among the device's operations.
    package let number: OperationNumber
    /// The operation without its number.
    package let operation: QueuedOperation
    /// Whether a command waited for the answer until a timeout.
    package let isUnconfirmed: Bool

    /// The parts that the answer to a push is checked against.
    package var sent: SentOperation {
        SentOperation(
            number: number.rawValue, action: operation.action, kind: operation.kind,
            id: operation.id)
    }
}
