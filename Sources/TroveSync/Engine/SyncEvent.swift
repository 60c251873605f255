package import TroveModel
package import TroveStore

/// Something that a person may want to know.
package enum SyncEvent: Sendable, Hashable {
    /// The server answers.
    case online
    case offline(OfflineReason)
    /// The server does not take the token any more.
    case signedOut
    case outdated
    /// Other devices changed so many things.
    case changed(Int, devices: Set<String>)
    /// So many conflicts are new.
    case conflicts(Int)
    /// So many operations that had waited have reached the server.
    case sent(Int)
    /// What became of a change whose outcome nobody knew.
    case settled(SettledChange)
    /// The server did not take so many operations.
    case refused(Int)
    /// The server had another history than this library; so many things were put into the outbox
    /// again.
    case realigned(Misalignment, returned: Int)
    /// This device goes on under a new identity, because its old one is in use elsewhere or was
    /// restored from an older copy.
    case renewed
    /// A picture does not travel, and will be tried again.
    case photoStays(PhotoValue, PhotoTrouble)
}
