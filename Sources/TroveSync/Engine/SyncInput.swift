package import TroveHTTP
package import TroveStore

/// Something that happened to the engine, or that the user asks of it.
package enum SyncInput: Sendable {
    /// Time has passed, or the outbox or the account in the library has changed.
    case advanced
    /// A request has ended.
    case finished(id: Int, Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool)
    /// A lease that an action asked for was taken.
    case leaseTaken(SyncLease.Part)
    /// Another shell holds the lease that an action asked for.
    case leaseBusy(SyncLease.Part)
    /// A command has taken the lease for requests, perhaps in a transaction.
    case leaseTakenForCommand
    /// A library transaction has ended.
    case transactionEnded

    /// The user waits for the server: the next try starts at once.
    case retry
    /// The server is to be asked for changes, without a poll. If `isRequested`, the user asked for
    /// it, so a new device does not have to wait either.
    case refresh(isRequested: Bool)
    /// The user has waited long enough; a server that has not answered counts as unreachable.
    case timedOut
    /// The server can no longer be reached; requests under way are canceled.
    case disconnected(OfflineReason)
    /// What kept the server away may be over, so the next request does not have to wait.
    case networkChanged
    /// The account or its token is another one; nothing known of the connection holds any more.
    case accountChanged

    /// A command needs the server's answer before it commits: push the outbox, with the operations
    /// of the open transaction.
    case commandPush(within: Duration)
    /// The push of a command has ended; its answer becomes part of the open transaction.
    case commandPushFinished(CommandPush, Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool)

    /// The user waits for photos.
    case photosRequested
    /// The user no longer waits for photos.
    case photosReleased
    /// The list of waiting photos is to be brought up to date.
    case photosInspected
}
