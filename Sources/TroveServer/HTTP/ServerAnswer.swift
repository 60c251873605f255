package import TroveWire

/// How to answer a request.
package enum ServerAnswer: Sendable {
    /// Send a reply. `wakes` is the user whose parked polls have changes now, if any.
    case reply(ServerReply, wakes: UserID?)
    /// No changes yet: ask again when this user is woken, and (with `isLast` true) after this many
    /// seconds. `seen` is the version of the user's history that was looked at.
    case park(user: UserID, seconds: Int, seen: Version)
    /// Run slow work, such as hashing a password, on a separate thread. At most two run at once and
    /// 16 wait; more get a 429.
    case later(@Sendable () -> ServerAnswer)
}
