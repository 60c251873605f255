package import TroveWire

/// An operation that the server rejected, or that is held behind a rejected one.
package struct ProblemEntry: Sendable, Hashable {
    /// The number that `queue` shows.
    package let number: Int
    /// The operation as it was queued.
    package let operation: QueuedOperation
    /// The reason; code `held` for an operation behind a rejected one.
    package let rejection: Rejection
}
