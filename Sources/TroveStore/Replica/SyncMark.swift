/// What is to be said of a thing that the server does not have as it is shown; the gravest wins.
package enum SyncMark: Int, Sendable, Hashable, Comparable {
    /// A change waits to be pushed.
    case queued
    /// A change was pushed, and nobody knows whether it arrived.
    case unconfirmed
    /// The server did not take a change.
    case refused

    package static func < (left: SyncMark, right: SyncMark) -> Bool {
        left.rawValue < right.rawValue
    }
}
