package import TroveModel
package import TroveStore
package import TroveSync
package import TroveWire

/// Why a command that has to do with the server could not be carried out.
package enum SyncProblem {
    /// The server must take part in this, and cannot be reached.
    case needsServer(Kind, TroveModel.Operation, Connectivity)
    /// The server could not be asked, or did not want to be.
    case notTaken(OfflineReason?)
    /// The server did not take it.
    case rejected(Rejection)
    /// It was sent, and no answer came.
    case isUnconfirmed
    case notLoggedIn
    /// The library belongs to this user's account already.
    case belongsTo(User)
    /// An address that is not encrypted, of another machine.
    case isNotEncrypted(String)
    case noPassword
    case passwordFile(String, errno: Int32)
    case passwordsDiffer
    case cannotAsk(OfflineReason)
    case cannotSync(Connectivity)
    case refused(ServerRefusal)
    case token(TokenFile.Failure)
    case noSuchDevice(String)
    /// Only in a library that is connected to a server.
    case isNotConnected
    case needsAddress
    case badAddress
    case notInQueue(Int)
    case noSuchConflict(Int)
    /// This device wrote neither value of a conflict.
    case isOfOthers(ConflictView)
    /// The value that lost cannot be set.
    case cannotTake(ConflictView, ConflictObstacle)
}
