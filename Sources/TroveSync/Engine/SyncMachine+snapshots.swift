import TroveCodecs
import TroveModel
import TroveStore
import TroveWire

/// First snapshots and realignments.
extension SyncMachine {
    /// Records whether the point that a realignment asked about is in the server's history.
    mutating func noteComparison(isCommon: Bool) {
        guard case .realignment(var realignment) = session?.need else { return }
        realignment.note(isCommon: isCommon)
        session?.need = .realignment(realignment)
    }

    /// Applies or stores a page of the current snapshot.
    mutating func apply(_ page: SnapshotReply, at now: ClockReading) throws(LibraryError) {
        switch session?.need {
        case .firstSnapshot(let reading): try apply(page, to: reading, at: now)
        case .realignment(let realignment):
            guard case .reading(let reading?) = realignment.stage else { return }
            try keep(page, in: reading, of: realignment, at: now)
        case nil, .nothing, .changes, .newDevice: break
        }
    }

    /// Applies a page of the first snapshot.
    private mutating func apply(
        _ page: SnapshotReply, to reading: SnapshotReading, at now: ClockReading
    ) throws(LibraryError) {
        var reading = reading
        let extent = reading.note(page)
        guard try isPlausible(reading, at: now) else { return }
        announce(
            try library.shadow.apply(
                beginning: page, to: device, endingAt: extent?.start, at: now.time))
        guard let extent else {
            session?.need = .firstSnapshot(reading)
            return goOnline(at: now)
        }
        askForChanges(since: extent.start)
        goOnline(at: now)
    }

    /// Asks for the changes since a snapshot began; an empty history has none.
    private mutating func askForChanges(since start: Cursor) {
        session?.need = start.sequence == 0 ? .nothing : .changes
        if start.sequence == 0 { session?.hasFoundNothing = true }
    }

    /// Stores a page for the comparison with the library.
    private mutating func keep(
        _ page: SnapshotReply, in reading: SnapshotReading, of realignment: RealignmentState,
        at now: ClockReading
    ) throws(LibraryError) {
        try library.realignment.keep(page, for: device)
        var (reading, realignment) = (reading, realignment)
        let extent = reading.note(page)
        guard try isPlausible(reading, at: now) else { return }
        realignment.stage = extent.map { .counting($0) } ?? .reading(reading)
        session?.need = .realignment(realignment)
    }

    /// Whether the number of entries is possible for an account: at most its limit of items, and
    /// the same number of conflicts.
    private mutating func isPlausible(
        _ reading: SnapshotReading, at now: ClockReading
    ) throws(LibraryError) -> Bool {
        if reading.count <= 2 * Limits.entries { return true }
        try replyDoesNotFit(.snapshot, WireError("entries"), at: now)
        return false
    }

    /// Compares the snapshot with the library, unless the account has more entries than the
    /// snapshot. Entries missing from the snapshot count as deleted.
    mutating func receivedAccount(_ json: JSON, at now: ClockReading) throws(LibraryError) {
        guard case .realignment(let realignment) = session?.need,
            case .counting(let extent) = realignment.stage
        else { return }
        do throws(WireError) {
            let account = try AccountReply(json)
            guard account.epoch == extent.start.epoch else { throw WireError("epoch") }
            // Each operation since the first page may have deleted an entry of an earlier page.
            let possible = extent.count + extent.end.sequence.distance(from: extent.start.sequence)
            guard account.entries <= possible else { throw WireError("entries") }
        } catch {
            return try replyDoesNotFit(.account, error, at: now)
        }
        session?.need.discardSnapshot()
        let returned = try library.realignment.finish(
            realignment.cause, of: device, at: extent.start, common: realignment.common,
            time: now.time)
        askForChanges(since: extent.start)
        resetPhotos()
        announce(.realigned(realignment.cause, returned: returned))
    }
}
