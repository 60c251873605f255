/// The mark of an item that differs from the server's; the most serious one is shown.
package enum SyncMark: Int, Sendable, Hashable, Comparable {
    /// A change is queued.
    case queued
    /// A change was pushed, but no answer arrived.
    case unconfirmed
    /// The server rejected a change.
    case refused

    /// Orders the marks by seriousness.
    package static func < (left: SyncMark, right: SyncMark) -> Bool {
        left.rawValue < right.rawValue
    }
}
