package import TroveWire

/// How to answer a request.
package enum ServerAnswer: Sendable {
    /// Send a reply. `wakes` is the user whose parked polls have changes now, if any.
    case reply(ServerReply, wakes: UserID?)
    /// No changes yet: ask again (with `isLast` true) when this user is woken, or after this many
    /// seconds.
    case park(user: UserID, seconds: Int)
    /// Run slow work, such as hashing a password, on a separate thread. At most two run at once and
    /// 16 wait; more get a 429.
    case later(@Sendable () -> ServerAnswer)
}
