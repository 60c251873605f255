package import TroveServer

/// A mistake that is planted into a world, to test that the checks find it.
package enum Mistake: String, Sendable, CaseIterable {
    /// The server runs a repeated operation again.
    case rerunOperation
    /// A device conflicts with its own earlier changes.
    case selfConflict
    /// The last change wins, whether or not its device had seen the change before it.
    case lastWriteWins
    /// The server does not list conflicts.
    case unlistedConflict
    /// A value that lost is listed although its user has replaced it by another one that lost.
    case doubledConflict
    /// The cursor of a page with more to follow is one too high.
    case skippedChange
    /// A snapshot lacks the newest change that its cursor covers.
    case staleSnapshot
    /// Garbage collection does not raise the floor, so cursors below it are served.
    case unraisedFloor
    /// The server does not compare its history with the one that a cursor comes from.
    case uncheckedHistory
    /// Two entries can have the same unique name.
    case sharedName
    /// A device that receives an entry removes its own queued changes of that entry.
    case clobberedOutbox
    /// A server process keeps pages of changes, and does not learn of changes through others.
    case cachedPage
    /// A server process answers a push before it commits it.
    case earlyAnswer
    /// A server process of an earlier version drops fields that it does not know.
    case droppedField
    /// A database that a standby has replaced still commits, although no standby confirms it.
    case unconfirmedCommit

    /// The policy of a server with this mistake.
    package var policy: any MergePolicy {
        switch self {
        case .rerunOperation: RerunOperation()
        case .selfConflict: SelfConflict()
        case .lastWriteWins: LastWriteWins()
        case .unlistedConflict: UnlistedConflict()
        case .doubledConflict: DoubledConflict()
        case .skippedChange: SkippedChange()
        case .staleSnapshot: StaleSnapshot()
        case .unraisedFloor: UnraisedFloor()
        case .uncheckedHistory: UncheckedHistory()
        case .sharedName: SharedName()
        case .clobberedOutbox, .cachedPage, .earlyAnswer, .droppedField, .unconfirmedCommit:
            .standard
        }
    }
}
