import Synchronization
import TroveModel
import TroveServer
import TroveWire

/// A policy that differs from the standard one in the decisions that its type implements.
protocol WrongMergePolicy: MergePolicy {}

extension WrongMergePolicy {
    private var standard: StandardMergePolicy { StandardMergePolicy() }

    func isUnseen(_ change: FieldVersion, by device: Int, at base: Version) -> Bool {
        standard.isUnseen(change, by: device, at: base)
    }

    func isListed(_ conflict: Conflict) -> Bool { standard.isListed(conflict) }

    func isReplaced(_ conflict: Conflict) -> Bool { standard.isReplaced(conflict) }

    func isTaken(by owner: ItemID?, for id: ItemID) -> Bool { standard.isTaken(by: owner, for: id) }

    func ledgerNumber(of number: Int, after last: Int) -> Int? {
        standard.ledgerNumber(of: number, after: last)
    }

    func floor(collectedUpTo collected: Version, from floor: Version) -> Version {
        standard.floor(collectedUpTo: collected, from: floor)
    }

    func isKnown(_ mark: UInt64, kept: UInt64?) -> Bool { standard.isKnown(mark, kept: kept) }

    func pageEnd(at last: Version) -> Version { standard.pageEnd(at: last) }

    func isCovered(_ version: Version, at sequence: Version) -> Bool {
        standard.isCovered(version, at: sequence)
    }
}

final class RerunOperation: WrongMergePolicy {
    private let reruns = Atomic(0)

    /// The ledger has each number of a device once, so a rerun gets a unique negative one.
    func ledgerNumber(of number: Int, after last: Int) -> Int? {
        number > last ? number : -reruns.add(1, ordering: .relaxed).newValue
    }
}

struct SelfConflict: WrongMergePolicy {
    func isUnseen(_ change: FieldVersion, by device: Int, at base: Version) -> Bool {
        change.sequence > base
    }
}

struct LastWriteWins: WrongMergePolicy {
    func isUnseen(_ change: FieldVersion, by device: Int, at base: Version) -> Bool { false }
}

struct UnlistedConflict: WrongMergePolicy {
    func isListed(_ conflict: Conflict) -> Bool { false }
}

struct DoubledConflict: WrongMergePolicy {
    func isReplaced(_ conflict: Conflict) -> Bool { false }
}

struct SkippedChange: WrongMergePolicy {
    func pageEnd(at last: Version) -> Version { last.next }
}

struct StaleSnapshot: WrongMergePolicy {
    func isCovered(_ version: Version, at sequence: Version) -> Bool { version < sequence }
}

struct UnraisedFloor: WrongMergePolicy {
    func floor(collectedUpTo collected: Version, from floor: Version) -> Version { floor }

    /// Serves a cursor whose mark was collected.
    func isKnown(_ mark: UInt64, kept: UInt64?) -> Bool { kept == nil || mark == kept }
}

struct UncheckedHistory: WrongMergePolicy {
    func isKnown(_ mark: UInt64, kept: UInt64?) -> Bool { true }
}

struct SharedName: WrongMergePolicy {
    func isTaken(by owner: ItemID?, for id: ItemID) -> Bool { false }
}
