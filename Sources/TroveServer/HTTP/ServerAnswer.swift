package import TroveWire

/// What is to be done about a request.
package enum ServerAnswer: Sendable {
    /// The answer; `wakes` names the user whose parked polls have something to see now.
    case reply(ServerReply, wakes: UserID?)
    /// Nothing new: ask again (with `isLast` true) when somebody wakes this user, or after so many
    /// seconds.
    case park(user: UserID, seconds: Int)
    /// Slow work, such as the hashing of a password: it is run on a thread of its own, at most two at
    /// once and at most 16 waiting; more are answered with 429.
    case later(@Sendable () -> ServerAnswer)
}
