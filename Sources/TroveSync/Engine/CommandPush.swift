package import TroveStore
import TroveWire

/// A push that a command waits for before it commits.
package struct CommandPush: Sendable {
    /// The id of its request.
    package let id: Int
    /// The number of its last operation.
    package let last: OperationNumber
    /// The operations that were sent.
    let sent: [SentOperation]
    /// The point of the history that the push named.
    let point: Cursor

    /// What became of the push.
    package enum Outcome: Sendable {
        case taken(PushOutcome)
        /// Nothing was done: the request was never sent, or the server refused it (nil).
        case notTaken(OfflineReason?)
        /// The request was sent, but it is unknown whether the server carried it out.
        case unknown
    }
}
