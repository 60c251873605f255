package import TroveHTTP
package import TroveStore

/// Something that the engine decided and its shell has to do.
package enum SyncAction: Sendable {
    /// Starts a request; its end comes back as `SyncInput.finished` with the same id, unless a
    /// command waits for it.
    case start(id: Int, HTTPRequest)
    /// Cancels a request. Its end is ignored.
    case cancel(id: Int)
    /// Tries to take a lease; the result comes back as `leaseTaken` or `leaseBusy`.
    case takeLease(SyncLease.Part)
    case giveBackLease(SyncLease.Part)
    /// Tells the user.
    case announce(SyncEvent)
    /// Gives the command that waits its push.
    case commandPushStarted(CommandPush)
    /// Gives the command that waits the outcome of its push.
    case commandPushEnded(CommandPush.Outcome)
    /// Counts a photo that was uploaded (`put`) or downloaded (`get`).
    case photoTransferred(PhotoPlan.Direction)
    /// Throws the error that the library has reported; always the last action.
    case fail(LibraryError)
}

extension SyncAction: CustomStringConvertible {
    /// A line such as `start 3 GET /v1/changes`, without a token.
    package var description: String {
        switch self {
        case .start(let id, let request):
            "start \(id) \(request.method.rawValue) \(request.url.prefix { $0 != "?" })"
        case .cancel(let id): "cancel \(id)"
        case .takeLease(let part): "take the lease for \(part)"
        case .giveBackLease(let part): "give back the lease for \(part)"
        case .announce(let event): "announce \(event)"
        case .commandPushStarted(let push): "push \(push.id) for a command"
        case .commandPushEnded: "end the push for a command"
        case .photoTransferred(let direction): "photo transferred: \(direction)"
        case .fail(let error): "fail: \(error)"
        }
    }
}
