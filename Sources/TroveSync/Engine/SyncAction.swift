package import TroveHTTP
package import TroveStore

/// An action that the state machine has decided and `SyncEngine` performs.
package enum SyncAction: Sendable {
    /// Starts a request. Its outcome is handled as `SyncInput.finished` with the same ID, unless a
    /// command waits for it.
    case start(id: Int, HTTPRequest)
    /// Cancels a request. Its outcome is ignored.
    case cancel(id: Int)
    /// Tries to take a lease. The result is handled as `leaseTaken` or `leaseBusy`.
    case takeLease(SyncLease.Part)
    case releaseLease(SyncLease.Part)
    /// Applies the answer that the machine holds. Handled as `SyncInput.answerHeld`.
    case applyAnswer
    /// Reports an event to the user.
    case announce(SyncEvent)
    /// Passes the push to the command that waits for it.
    case commandPushStarted(CommandPush)
    /// Passes the outcome of the push to the command that waits for it.
    case commandPushEnded(CommandPush.Outcome)
    /// Counts a photo that was uploaded (`put`) or downloaded (`get`).
    case photoTransferred(PhotoPlan.Direction)
    /// Throws an error of the library; always the last action.
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
        case .releaseLease(let part): "release the lease for \(part)"
        case .applyAnswer: "apply the answer"
        case .announce(let event): "announce \(event)"
        case .commandPushStarted(let push): "push \(push.id) for a command"
        case .commandPushEnded: "end the push for a command"
        case .photoTransferred(let direction): "photo transferred: \(direction)"
        case .fail(let error): "fail: \(error)"
        }
    }
}
