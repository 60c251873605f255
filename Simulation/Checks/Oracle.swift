import TroveModel

/// Knows what was promised to people: each value and each deletion that was acknowledged, and whether
/// it may be gone by now. It decides by what a person *saw*, not by what the protocol says was seen.
struct Oracle {
    /// What may have become of something that was acknowledged.
    enum Standing {
        /// It must be somewhere.
        case promised
        /// Somebody who saw it has put something else in its place.
        case replaced
        /// Somebody gave it up.
        case discarded
        /// Nobody was told whether it was done.
        case unknown
    }

    private(set) var values: [Deed: Standing] = [:] {
        didSet { revision += 1 }
    }
    private(set) var deletions: [ItemID: Standing] = [:] {
        didSet { revision += 1 }
    }
    /// Counts the changes.
    var revision = 0
    /// The name of the device at which a value was given last.
    private(set) var authors: [Deed: String] = [:]
    /// The marks of values that were refused: they must not be anywhere.
    private(set) var refused: Set<Int> = []
    /// The user whose thing it is.
    private(set) var owners: [ItemID: Int] = [:]

    // MARK: What people do

    /// How things stood before a command whose fate is not known yet.
    struct Undo {
        fileprivate var values: [Deed: Standing?] = [:]
        fileprivate var deletions: [ItemID: Standing?] = [:]
    }

    /// A person has done this, at a device that showed what the changes say it showed.
    ///
    /// - Returns: for `takeBack`.
    @discardableResult
    mutating func acknowledge(
        _ changes: [Change], of kinds: Kinds, by user: Int, at device: String,
        as standing: Standing = .promised
    ) -> Undo {
        var undo = Undo()
        func set(_ deed: Deed?, _ standing: Standing) {
            guard let deed else { return }
            if undo.values[deed] == nil { undo.values[deed] = .some(values[deed]) }
            values[deed] = standing
            if standing != .replaced { authors[deed] = device }
        }
        for change in changes {
            let fields = kinds[change.kind].fields
            func deed(_ field: Int, _ value: Value?) -> Deed? {
                guard case .text(let text)? = value else { return nil }
                return Deed(change.id, fields[field].name, text)
            }
            owners[change.id] = user
            let wasDeleted = deletions[change.id]
            switch change.action {
            case .create(let new):
                for (field, value) in new.enumerated() { set(deed(field, value), standing) }
                if undo.deletions[change.id] == nil { undo.deletions[change.id] = .some(wasDeleted) }
                if wasDeleted != nil { deletions[change.id] = .replaced }
            case .update(let updates):
                for update in updates {
                    set(deed(update.field, update.before), .replaced)
                    set(deed(update.field, update.after), standing)
                }
            case .delete(let old):
                for (field, value) in old.enumerated() { set(deed(field, value), .replaced) }
                if undo.deletions[change.id] == nil { undo.deletions[change.id] = .some(wasDeleted) }
                deletions[change.id] = standing
            }
        }
        return undo
    }

    /// The command was not done: what it replaced stands as before, and its values must not be
    /// anywhere.
    mutating func takeBack(_ undo: Undo) {
        for (deed, former) in undo.values { takeBack(deed, former) }
        for (id, former) in undo.deletions { deletions[id] = former }
    }

    private mutating func takeBack(_ deed: Deed, _ former: Standing?) {
        if former == nil { refused.insert(deed.mark) }
        values[deed] = former
    }

    /// The person was told what became of a command: it was done, but for these things.
    mutating func settle(_ undo: Undo, refused: Set<ItemID>) {
        for (deed, former) in undo.values {
            if refused.contains(deed.id) {
                takeBack(deed, former)
            } else if values[deed] == .unknown {
                values[deed] = .promised
            }
        }
        for (id, former) in undo.deletions {
            if refused.contains(id) {
                deletions[id] = former
            } else if deletions[id] == .unknown {
                deletions[id] = .promised
            }
        }
    }

    /// Somebody gave this up.
    mutating func discard(_ deeds: [Deed], deletions ids: [ItemID]) {
        for deed in deeds where values[deed] == .promised { values[deed] = .discarded }
        for id in ids where deletions[id] == .promised { deletions[id] = .discarded }
    }

    // MARK: What is checked

    /// Whether everything that was promised is somewhere, and nothing is where it must not be.
    ///
    /// - Parameter isRewound: whether the server may lack what devices know that it had.
    func check(
        _ server: ServerContents, _ devices: [DeviceContents], isRewound: Bool
    ) throws(BrokenPromise) {
        for (deed, standing) in values where standing == .promised {
            if server.deeds.contains(deed) || server.lost.contains(deed) { continue }
            if devices.contains(where: { $0.kept.contains(deed) }) { continue }
            if isRewound,
                devices.contains(where: {
                    $0.shadowed.contains(deed) || $0.conflicts.contains(deed)
                })
            {
                continue
            }
            throw BrokenPromise("1 (nothing acknowledged is lost)", "\(deed) is nowhere")
        }
        for (id, standing) in deletions where standing == .promised {
            if server.living[id] == nil || server.refusedDeletions.contains(id) { continue }
            if devices.contains(where: { $0.deletions.contains(id) }) { continue }
            if isRewound,
                devices.contains(where: {
                    $0.tombstones.contains(id) || $0.refusedDeletions.contains(id)
                })
            {
                continue
            }
            throw BrokenPromise(
                "4 (a deleted thing does not come back unasked)", "\(id.short) is alive")
        }
        for deed in server.deeds where refused.contains(deed.mark) {
            throw BrokenPromise("4 (refused leaves no trace)", "the server has \(deed)")
        }
        for deed in server.lost where refused.contains(deed.mark) {
            throw BrokenPromise("4 (refused leaves no trace)", "\(deed) is listed as a conflict")
        }
        for device in devices {
            for deed in device.kept where refused.contains(deed.mark) {
                throw BrokenPromise("4 (refused leaves no trace)", "\(deed) waits")
            }
        }
    }
}

extension Oracle {
    /// The end has come: nothing waits any more.
    mutating func finish() { revision += 1 }
}
