package import TroveModel
package import TroveStore
package import TroveSync
package import TroveWire

/// Why a command on the server or the account failed.
package enum SyncProblem {
    /// The server must confirm the change, but is not available.
    case needsServer(Kind, Operation, Connectivity)
    /// The server did not carry out the change. The reason says why it was not available; nil if it
    /// refused the request.
    case notTaken(OfflineReason?)
    /// The server rejected the change.
    case rejected(Rejection)
    /// The server rejected some changes of the command. The others were made, or are queued, or
    /// lost to a change of another device.
    case isPartlyRejected(
        Rejection, Int, of: Int, isQueued: Bool, isLost: Bool, isUndo: Bool)
    /// The change was sent, but the server gave no valid answer, or the user did not wait for it.
    /// The reason says why no answer came; nil if an answer came that does not fit the change.
    case isUnconfirmed(OfflineReason?)
    /// The user interrupted the command after some of its changes were made. For `unconfirmed` of
    /// them, it is not known whether the server carried them out.
    case isCutShort(made: Int, of: Int, unconfirmed: Int, isUndo: Bool)
    case notLoggedIn
    /// The library already belongs to the account of this user; `isGone` if the server has a new
    /// one with the same address.
    case belongsTo(User, isGone: Bool = false)
    /// The address of another machine, without encryption.
    case isNotEncrypted(String)
    case noPassword
    case noNewPassword
    case passwordFile(String, errno: Int32)
    case passwordsDiffer
    case cannotAsk(OfflineReason)
    case cannotSync(Connectivity)
    case refused(ServerRefusal)
    case token(TokenFile.Failure)
    case noSuchDevice(String)
    /// The library is not connected to a server.
    case isNotConnected
    case needsAddress
    case badAddress
    case notInQueue(Int)
    case noSuchConflict(Int)
    /// This device wrote neither value of a conflict, or both. `of` is the number of conflicts that
    /// were to be resolved.
    case isOfOthers(ConflictView, of: Int)
    /// The value that lost cannot be set. `of` is the number of conflicts that were to be resolved.
    case cannotTake(ConflictView, ConflictObstacle, of: Int)
}

extension SyncProblem {
    var code: ErrorCode {
        switch self {
        case .needsServer: "needs-server"
        case .notTaken: "server-unavailable"
        case .rejected(let rejection), .isPartlyRejected(let rejection, _, _, _, _, _):
            ErrorCode(wire: rejection.code.rawValue)
        case .isUnconfirmed: "unconfirmed"
        case .isCutShort: "cut-short"
        case .notLoggedIn: "not-logged-in"
        case .belongsTo: "belongs-to"
        case .isNotEncrypted: "not-encrypted"
        case .noPassword: "no-password"
        case .noNewPassword: "no-new-password"
        case .passwordFile: "password-file"
        case .passwordsDiffer: "passwords-differ"
        case .cannotAsk: "cannot-ask"
        case .cannotSync: "cannot-sync"
        case .refused(let refusal): ErrorCode(wire: refusal.code)
        case .token(let failure): failure.code
        case .noSuchDevice: "no-such-device"
        case .isNotConnected: "not-connected"
        case .needsAddress: "needs-address"
        case .badAddress: "bad-address"
        case .notInQueue: "not-in-queue"
        case .noSuchConflict: "no-such-conflict"
        case .isOfOthers: "conflict-of-others"
        case .cannotTake: "cannot-take"
        }
    }
}
