import TroveModel

/// Knows what the program has promised its users: each acknowledged value and deletion, and whether
/// it may be gone by now. It judges by what a user *saw*, not by what the protocol says was seen.
struct Oracle {
    /// The state of an acknowledged value or deletion.
    enum Standing {
        /// It must exist.
        case promised
        /// A user who saw it has replaced it.
        case replaced
        /// A user discarded it.
        case discarded
        /// The user was not told whether it was committed.
        case unknown
    }

    private(set) var values: [TrackedValue: Standing] = [:] {
        didSet { revision += 1 }
    }
    private(set) var deletions: [ItemID: Standing] = [:] {
        didSet { revision += 1 }
    }
    /// The number of changes.
    var revision = 0
    /// The name of the device that gave a value last; empty if there were several.
    private(set) var authors: [TrackedValue: String] = [:]
    /// The marks of rejected values, which must not exist.
    private(set) var refused: Set<Int> = []
    /// The user of each item.
    private(set) var owners: [ItemID: Int] = [:]

    // MARK: User actions

    /// The values that were replaced and then given again. After a second restore of the server,
    /// the value in between can come back.
    private var returned: Set<TrackedValue> = []
    /// The devices at which a value was replaced.
    private var replacers: [TrackedValue: Set<String>] = [:]
    /// The command that changed the standing last.
    private var commands: [TrackedValue: Int] = [:]
    private var deletionCommands: [ItemID: Int] = [:]
    private var lastCommand = 0

    /// The state before a command whose outcome is unknown.
    struct Undo {
        fileprivate let command: Int
        fileprivate var values: [TrackedValue: Standing?] = [:]
        fileprivate var deletions: [ItemID: Standing?] = [:]
    }

    /// Records a command that was acknowledged at a device that showed the old values of the
    /// changes.
    ///
    /// - Returns: the state before, for `takeBack` and `settle`.
    @discardableResult
    mutating func acknowledge(
        _ changes: [Change], of kinds: Kinds, by user: Int, at device: String,
        as standing: Standing = .promised
    ) -> Undo {
        lastCommand += 1
        var undo = Undo(command: lastCommand)
        for change in changes {
            let fields = kinds[change.kind].fields
            func tracked(_ field: FieldIndex, _ value: Value?) -> TrackedValue? {
                guard case .text(let text)? = value else { return nil }
                return TrackedValue(change.id, fields[field].name, text)
            }
            owners[change.id] = user
            switch change.action {
            case .create(let new):
                for field in new.positions(of: FieldIndex.self) {
                    give(tracked(field, new[field]), standing, at: device, &undo)
                }
                if deletions[change.id] != nil { set(change.id, .replaced, &undo) }
            case .update(let updates):
                for update in updates {
                    replace(tracked(update.field, update.before), at: device, &undo)
                    give(tracked(update.field, update.after), standing, at: device, &undo)
                }
            case .delete(let old):
                for field in old.positions(of: FieldIndex.self) {
                    replace(tracked(field, old[field]), at: device, &undo)
                }
                // A version that does not know a field deletes its value, too.
                let names = Set(fields.map(\.name))
                for value in values.keys where value.id == change.id && !names.contains(value.field)
                {
                    replace(value, at: device, &undo)
                }
                set(change.id, standing, &undo)
            }
        }
        return undo
    }

    private mutating func give(
        _ tracked: TrackedValue?, _ standing: Standing, at device: String, _ undo: inout Undo
    ) {
        guard let tracked else { return }
        // An old value that another device has replaced: on the server it equals the earlier one,
        // and the replacement was made with knowledge of it.
        let isReturning = [.replaced, .discarded].contains(values[tracked])
        if isReturning { returned.insert(tracked) }
        let isOld = isReturning && !replacers[tracked, default: []].isSubset(of: [device])
        set(tracked, isOld ? .discarded : standing, &undo)
        // Equal values from two devices cannot be told apart.
        authors[tracked] = authors[tracked].map { $0 == device ? device : "" } ?? device
    }

    private mutating func replace(_ tracked: TrackedValue?, at device: String, _ undo: inout Undo) {
        guard let tracked else { return }
        set(tracked, .replaced, &undo)
        replacers[tracked, default: []].insert(device)
    }

    /// Records that the file of a device was copied: the other device has made the same
    /// replacements, and may still send them.
    mutating func copy(_ device: String, to other: String) {
        for (tracked, devices) in replacers where devices.contains(device) {
            replacers[tracked]?.insert(other)
        }
    }

    private mutating func set(_ tracked: TrackedValue, _ standing: Standing, _ undo: inout Undo) {
        if undo.values[tracked] == nil { undo.values[tracked] = .some(values[tracked]) }
        values[tracked] = standing
        commands[tracked] = undo.command
    }

    private mutating func set(_ id: ItemID, _ standing: Standing, _ undo: inout Undo) {
        if undo.deletions[id] == nil { undo.deletions[id] = .some(deletions[id]) }
        deletions[id] = standing
        deletionCommands[id] = undo.command
    }

    /// Records that a command was not committed: restores the state before, and forbids its values.
    mutating func takeBack(_ undo: Undo) {
        for (tracked, former) in undo.values { takeBack(tracked, former, undo) }
        for (id, former) in undo.deletions where deletionCommands[id] == undo.command {
            deletions[id] = former
        }
    }

    private mutating func takeBack(_ tracked: TrackedValue, _ former: Standing?, _ undo: Undo) {
        if former == nil { refused.insert(tracked.mark) }
        if commands[tracked] == undo.command { values[tracked] = former }
    }

    /// Records the result of a command: it was committed, except for the refused items.
    mutating func settle(_ undo: Undo, refused: Set<ItemID>) {
        for (tracked, former) in undo.values {
            if refused.contains(tracked.id) {
                takeBack(tracked, former, undo)
            } else if values[tracked] == .unknown, commands[tracked] == undo.command {
                values[tracked] = .promised
            }
        }
        for (id, former) in undo.deletions where deletionCommands[id] == undo.command {
            if refused.contains(id) {
                deletions[id] = former
            } else if deletions[id] == .unknown {
                deletions[id] = .promised
            }
        }
    }

    /// Records that a user discarded changes. The user of another device may not know yet whether
    /// they were committed.
    mutating func discard(_ trackedValues: [TrackedValue], deletions ids: [ItemID]) {
        excuse(Set(trackedValues), deletions: Set(ids))
    }

    /// Allows these to be gone, because the server lost them and no other device had them.
    mutating func excuse(_ trackedValues: Set<TrackedValue>, deletions ids: Set<ItemID>) {
        for tracked in trackedValues where [.promised, .unknown].contains(values[tracked]) {
            values[tracked] = .discarded
        }
        for id in ids where [.promised, .unknown].contains(deletions[id]) {
            deletions[id] = .discarded
        }
    }

    /// Allows refused values to exist, because the server was restored: a late copy of a request
    /// that it refused may come with a token that is valid again.
    mutating func excuseRefusals() { refused = [] }

    // MARK: Checks

    /// Checks that everything promised exists, and that nothing forbidden does. After restores the
    /// server may lack changes that devices know it had.
    func check(
        _ server: ServerContents, _ devices: [DeviceContents], restores: Int
    ) throws(BrokenPromise) {
        let isRewound = restores > 0
        for (tracked, standing) in values where standing == .promised {
            if restores > 1, returned.contains(tracked) { continue }
            if server.trackedValues.contains(tracked) || server.lost.contains(tracked) { continue }
            if devices.contains(where: { $0.kept.contains(tracked) }) { continue }
            if isRewound,
                devices.contains(where: {
                    $0.shadowed.contains(tracked) || $0.conflicts.contains(tracked)
                })
            {
                continue
            }
            throw BrokenPromise("1 (nothing acknowledged is lost)", "\(tracked) is lost")
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
        for tracked in server.trackedValues where refused.contains(tracked.mark) {
            throw BrokenPromise("4 (refused leaves no trace)", "the server has \(tracked)")
        }
        for tracked in server.lost where refused.contains(tracked.mark) {
            throw BrokenPromise("4 (refused leaves no trace)", "\(tracked) is listed as a conflict")
        }
        for device in devices {
            for tracked in device.kept where refused.contains(tracked.mark) {
                throw BrokenPromise("4 (refused leaves no trace)", "\(tracked) is queued")
            }
        }
    }
}

extension Oracle {
    /// Records that the schedule is over and nothing is queued.
    mutating func finish() { revision += 1 }
}
