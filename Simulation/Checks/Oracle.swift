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

    private(set) var values: [Deed: Standing] = [:] {
        didSet { revision += 1 }
    }
    private(set) var deletions: [ItemID: Standing] = [:] {
        didSet { revision += 1 }
    }
    /// The number of changes.
    var revision = 0
    /// The name of the device that gave a value last; empty if there were several.
    private(set) var authors: [Deed: String] = [:]
    /// The marks of rejected values, which must not exist.
    private(set) var refused: Set<Int> = []
    /// The user of each item.
    private(set) var owners: [ItemID: Int] = [:]

    // MARK: User actions

    /// The devices at which a value was replaced.
    private var replacers: [Deed: Set<String>] = [:]
    /// The command that changed the standing last.
    private var commands: [Deed: Int] = [:]
    private var deletionCommands: [ItemID: Int] = [:]
    private var lastCommand = 0

    /// The state before a command whose outcome is unknown.
    struct Undo {
        fileprivate let command: Int
        fileprivate var values: [Deed: Standing?] = [:]
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
            func deed(_ field: FieldIndex, _ value: Value?) -> Deed? {
                guard case .text(let text)? = value else { return nil }
                return Deed(change.id, fields[field].name, text)
            }
            owners[change.id] = user
            switch change.action {
            case .create(let new):
                for field in new.positions(of: FieldIndex.self) {
                    give(deed(field, new[field]), standing, at: device, &undo)
                }
                if deletions[change.id] != nil { set(change.id, .replaced, &undo) }
            case .update(let updates):
                for update in updates {
                    replace(deed(update.field, update.before), at: device, &undo)
                    give(deed(update.field, update.after), standing, at: device, &undo)
                }
            case .delete(let old):
                for field in old.positions(of: FieldIndex.self) {
                    replace(deed(field, old[field]), at: device, &undo)
                }
                set(change.id, standing, &undo)
            }
        }
        return undo
    }

    private mutating func give(
        _ deed: Deed?, _ standing: Standing, at device: String, _ undo: inout Undo
    ) {
        guard let deed else { return }
        // An old value that another device has replaced: on the server it equals the earlier one,
        // and the replacement was made with knowledge of it.
        let isOld = values[deed] == .replaced && replacers[deed] != [device]
        set(deed, isOld ? .discarded : standing, &undo)
        // Equal values from two devices cannot be told apart.
        authors[deed] = authors[deed].map { $0 == device ? device : "" } ?? device
    }

    private mutating func replace(_ deed: Deed?, at device: String, _ undo: inout Undo) {
        guard let deed else { return }
        set(deed, .replaced, &undo)
        replacers[deed, default: []].insert(device)
    }

    private mutating func set(_ deed: Deed, _ standing: Standing, _ undo: inout Undo) {
        if undo.values[deed] == nil { undo.values[deed] = .some(values[deed]) }
        values[deed] = standing
        commands[deed] = undo.command
    }

    private mutating func set(_ id: ItemID, _ standing: Standing, _ undo: inout Undo) {
        if undo.deletions[id] == nil { undo.deletions[id] = .some(deletions[id]) }
        deletions[id] = standing
        deletionCommands[id] = undo.command
    }

    /// Records that a command was not committed: restores the state before, and forbids its values.
    mutating func takeBack(_ undo: Undo) {
        for (deed, former) in undo.values { takeBack(deed, former, undo) }
        for (id, former) in undo.deletions where deletionCommands[id] == undo.command {
            deletions[id] = former
        }
    }

    private mutating func takeBack(_ deed: Deed, _ former: Standing?, _ undo: Undo) {
        if former == nil { refused.insert(deed.mark) }
        if commands[deed] == undo.command { values[deed] = former }
    }

    /// Records the result of a command: it was committed, except for the refused items.
    mutating func settle(_ undo: Undo, refused: Set<ItemID>) {
        for (deed, former) in undo.values {
            if refused.contains(deed.id) {
                takeBack(deed, former, undo)
            } else if values[deed] == .unknown, commands[deed] == undo.command {
                values[deed] = .promised
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

    /// Records that a user discarded changes.
    mutating func discard(_ deeds: [Deed], deletions ids: [ItemID]) {
        for deed in deeds where values[deed] == .promised { values[deed] = .discarded }
        for id in ids where deletions[id] == .promised { deletions[id] = .discarded }
    }

    /// Allows these to be gone, because the server lost them and no other device had them.
    mutating func excuse(_ deeds: Set<Deed>, deletions ids: Set<ItemID>) {
        for deed in deeds where [.promised, .unknown].contains(values[deed]) {
            values[deed] = .discarded
        }
        for id in ids where [.promised, .unknown].contains(deletions[id]) {
            deletions[id] = .discarded
        }
    }

    // MARK: Checks

    /// Checks that everything promised exists, and that nothing forbidden does. With `isRewound`
    /// the server may lack changes that devices know it had.
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
            throw BrokenPromise("1 (nothing acknowledged is lost)", "\(deed) is lost")
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
                throw BrokenPromise("4 (refused leaves no trace)", "\(deed) is queued")
            }
        }
    }
}

extension Oracle {
    /// Records that the schedule is over and nothing is queued.
    mutating func finish() { revision += 1 }
}
