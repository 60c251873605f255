import TroveModel
import TroveStore
import TroveWire

/// What the library needs from the server, apart from pushing the outbox.
enum SyncNeed: Hashable {
    /// All changes up to now are in the library.
    case nothing
    /// Changes after the cursor may be missing.
    case changes
    /// A new library is reading its first snapshot.
    case firstSnapshot(SnapshotReading)
    /// The server does not accept the cursor, so its snapshot is compared with the library.
    case realignment(RealignmentState)
    /// The device's operation numbers are in use elsewhere, or the server has lost some of them.
    case newDevice(then: RealignmentState?)

    /// Whether a repair must precede the next push.
    var isRepair: Bool {
        switch self {
        case .nothing, .changes, .firstSnapshot: false
        case .realignment, .newDevice: true
        }
    }

    /// The current realignment, or the one that follows a new device.
    var realignment: RealignmentState? {
        switch self {
        case .nothing, .changes, .firstSnapshot: nil
        case .realignment(let realignment): realignment
        case .newDevice(let realignment): realignment
        }
    }

    /// Records whether changes after the cursor may be missing. Has no effect during a snapshot or
    /// a repair, which ends with a pull.
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

    /// Drops a realignment because of an expired cursor. The next request shows whether it is
    /// needed.
    mutating func forgetExpiry() {
        guard realignment?.cause == .expired else { return }
        self = if case .newDevice = self { .newDevice(then: nil) } else { .changes }
    }
}

/// The progress of comparing the server's snapshot with the library.
struct RealignmentState: Hashable {
    enum Stage: Hashable {
        /// Finding the last common point of both histories.
        case comparing(HistoryBisection)
        /// Reading the snapshot; nil before its first page is requested.
        case reading(SnapshotReading?)
        /// Requesting the number of entries in the account, because a missing entry counts as
        /// deleted.
        case counting(SnapshotExtent)
    }

    /// Why the cursor is not accepted.
    let cause: Misalignment
    /// The sequence number of the last common point; 0 if there is none or it is unknown.
    private(set) var common = Version.none
    var stage: Stage

    /// The realignment for a cursor whose following changes the server has garbage-collected.
    static let expired = RealignmentState(cause: .expired, stage: .reading(nil))

    /// Returns the realignment for a server with a different history; `checkpoints` are the points
    /// that the library remembers, oldest first.
    static func rewound(_ checkpoints: [Cursor]) -> RealignmentState {
        let bisection = HistoryBisection(checkpoints)
        return RealignmentState(
            cause: .rewound,
            stage: bisection.next == nil ? .reading(nil) : .comparing(bisection))
    }

    /// The same realignment, restarted at the first page of the snapshot.
    var withoutSnapshot: RealignmentState {
        var rest = self
        if case .comparing = stage { return rest }
        rest.stage = .reading(nil)
        return rest
    }

    /// Records whether the requested point is in the server's history.
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

/// The progress of reading a snapshot of the server.
struct SnapshotReading: Hashable {
    /// The next page.
    var query: SnapshotQuery
    /// The server's position when it made the first page; nil before that page.
    private(set) var start: Cursor?
    /// The number of entries read.
    private(set) var count = 0

    init(_ query: SnapshotQuery) { self.query = query }

    /// Records a page, and sets `query` to the next one.
    ///
    /// - Returns: the extent of the snapshot if this was the last page; nil otherwise.
    mutating func note(_ page: SnapshotReply) -> SnapshotExtent? {
        let start = start ?? page.cursor
        self.start = start
        count += page.entries.count
        query.last = page.entries.last?.id ?? query.last
        query.former = page.cursor
        return page.hasMore ? nil : SnapshotExtent(start: start, end: page.cursor, count: count)
    }
}

/// The extent of a snapshot that was read completely.
struct SnapshotExtent: Hashable {
    /// The server's position when it made the first page.
    let start: Cursor
    /// The server's position when it made the last page.
    let end: Cursor
    /// The number of entries read.
    let count: Int
}
