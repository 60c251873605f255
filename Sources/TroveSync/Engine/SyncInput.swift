package import TroveHTTP
package import TroveStore

/// An input of the state machine: an event, or a request of the user.
package enum SyncInput: Sendable {
    /// Time has passed, or the outbox or the account in the library has changed.
    case advanced
    /// A request has ended.
    case finished(id: Int, Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool)
    /// The actions before `applyAnswer` were performed, so the answer that is held can be applied.
    case answerHeld
    /// A lease that an action requested was taken.
    case leaseTaken(SyncLease.Part)
    /// Another shell holds the lease that an action requested.
    case leaseBusy(SyncLease.Part)
    /// The file of the lease that an action requested cannot be opened.
    case leaseFailed(LibraryError)
    /// A command has taken the request lease, possibly in a transaction.
    case leaseTakenForCommand
    /// A library transaction has ended.
    case transactionEnded

    /// The user waits for the server, so the next try starts without a pause.
    case retry
    /// Pulls changes without a poll. If `isRequested`, the user asked for it, so the registration
    /// of a new device is not delayed either.
    case refresh(isRequested: Bool)
    /// The user has waited long enough: a server that has not answered counts as offline.
    case timedOut
    /// The server can no longer be reached. Cancels pending requests.
    case disconnected(OfflineReason)
    /// The cause of a failure may be gone, so the next request starts without a pause.
    case networkChanged
    /// The owner will not handle answers for a while. Cancels the request in progress, so that
    /// other shells can make theirs.
    case resting
    /// The account or its token has changed, which invalidates the state of the connection.
    case accountChanged

    /// Pushes the outbox, with the operations of the open transaction, for a command that needs the
    /// server's answer before it commits.
    case commandPush(within: Duration)
    /// The push of a command has ended; its answer becomes part of the open transaction.
    case commandPushFinished(CommandPush, Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool)

    /// The user waits for photos.
    case photosRequested
    /// The user no longer waits for photos.
    case photosReleased
    /// Updates the list of waiting photos.
    case photosInspected
}
