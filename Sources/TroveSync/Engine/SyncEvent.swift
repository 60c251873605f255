package import TroveModel
package import TroveStore

/// An event to report to the user.
package enum SyncEvent: Sendable, Hashable {
    /// The server answers again.
    case online
    case offline(OfflineReason)
    /// The server no longer accepts the token.
    case signedOut
    /// The server serves newer devices only.
    case outdated
    /// The server is newer than this device, which may not show all that it stores.
    case newerServer
    /// Other devices changed items.
    case changed(ArrivedChanges)
    /// A definition of another device hides items or values.
    case hidden(HiddenData)
    /// There are new conflicts.
    case conflicts(ConflictNews)
    /// Another device has resolved conflicts.
    case resolved(ConflictNews)
    /// This many queued operations have reached the server. The titles are those of the first
    /// items.
    case sent(Int, titles: [String])
    /// The outcome of an unconfirmed change.
    case settled(SettledChange)
    /// The server rejected this many operations. The titles are those of the first items.
    case refused(Int, titles: [String])
    /// The history of the server differed from that of the library; `returned` items were queued
    /// for the server again.
    case realigned(Misalignment, returned: Int)
    /// This library syncs as a new device, because its old identity is in use by another copy, or
    /// the file was restored from an older one.
    case renewed
    /// A photo could not be transferred; it will be tried again.
    case photoStays(PhotoValue, PhotoTrouble)
}
