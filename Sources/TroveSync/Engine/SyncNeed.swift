import TroveModel
import TroveStore
import TroveWire

/// What the library needs from the server, besides sending its outbox.
enum SyncNeed: Hashable {
    /// All changes up to now are in the library.
    case nothing
    /// Changes behind the cursor may be missing.
    case changes
    /// A new library is reading its first snapshot.
    case firstSnapshot(SnapshotReading)
    /// The cursor is useless to the server, so its snapshot is compared with the library.
    case realignment(RealignmentState)
    /// The device's operation numbers are in use elsewhere, or the server has lost some of them.
    case newDevice(then: RealignmentState?)

    /// Whether something must be repaired before operations are pushed.
    var isRepair: Bool {
        switch self {
        case .nothing, .changes, .firstSnapshot: false
        case .realignment, .newDevice: true
        }
    }

    /// The realignment under way, or the one that follows a new device.
    var realignment: RealignmentState? {
        switch self {
        case .nothing, .changes, .firstSnapshot: nil
        case .realignment(let realignment): realignment
        case .newDevice(let realignment): realignment
        }
    }

    /// Notes whether changes behind the cursor may be missing. A snapshot or a repair comes first
    /// and ends with that question anyway.
    mutating func note(isCaughtUp: Bool) {
        switch self {
        case .nothing, .changes: self = isCaughtUp ? .nothing : .changes
        case .firstSnapshot, .realignment, .newDevice: break
        }
    }

    /// Discards the pages of a snapshot that is only partly read.
    mutating func discardSnapshot() {
        switch self {
        case .nothing, .changes: break
        case .firstSnapshot: self = .changes
        case .realignment(let realignment): self = .realignment(realignment.withoutSnapshot)
        case .newDevice(let realignment):
            self = .newDevice(then: realignment?.withoutSnapshot)
        }
    }

    /// Adds the need for a new device.
    mutating func requireNewDevice() { self = .newDevice(then: realignment) }

    /// Adds the need for a realignment because the cursor has expired.
    mutating func requireRealignment() {
        let realignment = realignment?.withoutSnapshot ?? .expired
        self =
            if case .newDevice = self {
                .newDevice(then: realignment)
            } else {
                .realignment(realignment)
            }
    }

    /// Drops a realignment because of an expired cursor; the next request tells whether it still is.
    mutating func forgetExpiry() {
        guard realignment?.cause == .expired else { return }
        self = if case .newDevice = self { .newDevice(then: nil) } else { .changes }
    }
}

/// How far a comparison of the server's snapshot with the library has come.
struct RealignmentState: Hashable {
    enum Stage: Hashable {
        /// Finding the last point that both histories have in common.
        case comparing(HistoryBisection)
        /// Reading the snapshot; nil before its first page is requested.
        case reading(SnapshotReading?)
        /// Asking how many entries the account holds, because a missing entry counts as deleted.
        case counting(SnapshotExtent)
    }

    /// Why the cursor is useless.
    let cause: Misalignment
    /// The sequence number of the last common point; 0 if there is none, or if it is not known.
    private(set) var common = Version.none
    var stage: Stage

    /// The realignment after the changes behind the cursor were collected as garbage.
    static let expired = RealignmentState(cause: .expired, stage: .reading(nil))

    /// Returns the realignment with another history; `checkpoints` are the points that the library
    /// remembers, the oldest first.
    static func rewound(_ checkpoints: [Cursor]) -> RealignmentState {
        let bisection = HistoryBisection(checkpoints)
        return RealignmentState(
            cause: .rewound,
            stage: bisection.next == nil ? .reading(nil) : .comparing(bisection))
    }

    /// The same realignment, which must read the snapshot from its first page.
    var withoutSnapshot: RealignmentState {
        var rest = self
        if case .comparing = stage { return rest }
        rest.stage = .reading(nil)
        return rest
    }

    /// Records whether the point that was asked about is part of the server's history.
    mutating func note(isCommon: Bool) {
        guard case .comparing(var bisection) = stage else { return }
        bisection.note(isCommon: isCommon)
        if bisection.next == nil {
            common = bisection.common
            stage = .reading(nil)
        } else {
            stage = .comparing(bisection)
        }
    }
}

/// How far a snapshot of the server has been read.
struct SnapshotReading: Hashable {
    /// The next page.
    var query: SnapshotQuery
    /// The server's position when it made the first page; nil before that page.
    private(set) var start: Cursor?
    /// How many entries have been read.
    private(set) var count = 0

    init(_ query: SnapshotQuery) { self.query = query }

    /// Records a page and asks for the one behind it.
    ///
    /// - Returns: the whole snapshot if this was its last page.
    mutating func note(_ page: SnapshotReply) -> SnapshotExtent? {
        let start = start ?? page.cursor
        self.start = start
        count += page.entries.count
        query.last = page.entries.last?.id ?? query.last
        query.former = page.cursor
        return page.hasMore ? nil : SnapshotExtent(start: start, end: page.cursor, count: count)
    }
}

/// A snapshot that has been read to its end.
struct SnapshotExtent: Hashable {
    /// The server's position when it made the first page.
    let start: Cursor
    /// The server's position when it made the last page.
    let end: Cursor
    /// How many entries have been read.
    let count: Int
}
