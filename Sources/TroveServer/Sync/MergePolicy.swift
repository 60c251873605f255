package import TroveModel
package import TroveWire

/// The decisions behind the guarantees in `Documentation/sync-protocol.md`: which changes conflict,
/// what the server remembers of a change, and what a page of changes covers.
package protocol MergePolicy: Sendable {
    // MARK: Merging

    /// Compares a change with what a device has seen.
    ///
    /// - Parameters:
    ///   - change: when and by which device a field was changed last.
    ///   - device: the number of the device that pushes.
    ///   - base: the version of the entry that the device had when it made its change; 0 for none.
    /// - Returns: whether the device has not seen the change, so that its own change of the same
    ///   field conflicts.
    func isUnseen(_ change: FieldVersion, by device: Int, at base: Version) -> Bool

    /// Whether a conflict is stored as an entry, which every device of the user receives.
    func isListed(_ conflict: Conflict) -> Bool

    /// Whether a conflict is deleted when another value of the field, of the same device, loses to
    /// the same change. The device has not seen that change, so its user has replaced the first
    /// value.
    func isReplaced(_ conflict: Conflict) -> Bool

    /// Whether a name belongs to an entry other than this one; the owner of a free name is nil.
    func isTaken(by owner: ItemID?, for id: ItemID) -> Bool

    // MARK: Remembering

    /// Tells a new operation from a repeated one.
    ///
    /// - Parameters:
    ///   - number: the operation's number, which its device counts up from 1.
    ///   - last: the number of the last operation of the device that the server ran.
    /// - Returns: the number under which the ledger keeps the result; nil for a repeated operation,
    ///   which is not run again but answered with the result in the ledger.
    func ledgerNumber(of number: Int, after last: Int) -> Int?

    /// Moves the floor, below which cursors are refused, after garbage collection.
    ///
    /// - Parameters:
    ///   - collected: the sequence number up to which tombstones and results were removed.
    ///   - floor: the floor before.
    /// - Returns: the new floor.
    func floor(collectedUpTo collected: Version, from floor: Version) -> Version

    // MARK: Serving

    /// Compares the history that a cursor comes from with the server's.
    ///
    /// - Parameters:
    ///   - mark: the digest of the history that the cursor has.
    ///   - kept: the server's digest at the same sequence number; nil if it was collected.
    /// - Returns: whether the cursor is served.
    func isKnown(_ mark: UInt64, kept: UInt64?) -> Bool

    /// The sequence number of the cursor after a page of changes whose last entry has this version,
    /// if more pages follow.
    func pageEnd(at last: Version) -> Version

    /// Whether a snapshot whose cursor has this sequence number includes an entry of this version.
    func isCovered(_ version: Version, at sequence: Version) -> Bool
}

extension MergePolicy where Self == StandardMergePolicy {
    /// The policy of the server.
    package static var standard: StandardMergePolicy { StandardMergePolicy() }
}

/// The merge rules of `Documentation/sync-protocol.md`.
package struct StandardMergePolicy: MergePolicy {
    /// Creates the policy.
    package init() {}

    /// A change is unseen if another device made it after `base`; a device always knows its own
    /// changes.
    package func isUnseen(_ change: FieldVersion, by device: Int, at base: Version) -> Bool {
        change.sequence > base && change.device != device
    }

    /// Lists every conflict, so no change disappears without the user's knowledge.
    package func isListed(_ conflict: Conflict) -> Bool { true }

    /// Deletes it: the values of one device are not in conflict with each other.
    package func isReplaced(_ conflict: Conflict) -> Bool { true }

    /// A name is taken if it belongs to another entry.
    package func isTaken(by owner: ItemID?, for id: ItemID) -> Bool {
        guard let owner else { return false }
        return owner != id
    }

    /// A number above the last one is new, and the ledger stores its result under that number.
    package func ledgerNumber(of number: Int, after last: Int) -> Int? {
        number > last ? number : nil
    }

    /// History up to `collected` is incomplete, so cursors below it are refused.
    package func floor(collectedUpTo collected: Version, from floor: Version) -> Version {
        collected
    }

    /// Only an equal mark proves that the device and the server share a past. The mark may have
    /// been collected, or may differ because the server was restored from a backup.
    package func isKnown(_ mark: UInt64, kept: UInt64?) -> Bool { mark == kept }

    /// The page covers everything up to its last entry.
    package func pageEnd(at last: Version) -> Version { last }

    /// A device next asks for changes after the cursor, so the snapshot must contain all earlier
    /// ones.
    package func isCovered(_ version: Version, at sequence: Version) -> Bool { version <= sequence }
}
