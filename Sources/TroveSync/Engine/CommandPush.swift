package import TroveStore
import TroveWire

/// A push that a command waits for before it commits.
package struct CommandPush: Sendable {
    /// The ID of the request.
    package let id: Int
    /// The number of the last operation.
    package let last: OperationNumber
    let sent: [SentOperation]
    /// The number of operations that were sent.
    package var count: Int { sent.count }
    /// The cursor that the push contained.
    let point: Cursor

    /// The outcome of the push.
    package enum Outcome: Sendable {
        case taken(PushOutcome)
        /// The server carried out nothing: the reason that the request was not sent, or nil if the
        /// server refused it.
        case notTaken(OfflineReason?)
        /// The request was sent, but it is unknown whether the server carried it out.
        case unknown
    }
}
