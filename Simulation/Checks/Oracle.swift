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

    /// At which devices something was put in the place of a value.
    private var replacers: [Deed: Set<String>] = [:]
    /// Which command has changed the standing last.
    private var commands: [Deed: Int] = [:]
    private var deletionCommands: [ItemID: Int] = [:]
    private var lastCommand = 0

    /// How things stood before a command whose fate is not known yet.
    struct Undo {
        fileprivate let command: Int
        fileprivate var values: [Deed: Standing?] = [:]
        fileprivate var deletions: [ItemID: Standing?] = [:]
    }

    /// A person has done this, at a device that showed what the changes say it showed.
    ///
    /// - Returns: for `takeBack` and `settle`.
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
        // A value that stood before and that somebody else has replaced meanwhile: on the server it
        // is the same as theirs was, and what they did to it was done in the knowledge of it.
        let isOld = values[deed] == .replaced && replacers[deed] != [device]
        set(deed, isOld ? .discarded : standing, &undo)
        // Who says again what somebody else said is not told from them.
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

    /// The command was not done: what it replaced stands as before, and its values must not be
    /// anywhere.
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

    /// The person was told what became of a command: it was done, but for these things.
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

    /// Somebody gave this up.
    mutating func discard(_ deeds: [Deed], deletions ids: [ItemID]) {
        for deed in deeds where values[deed] == .promised { values[deed] = .discarded }
        for id in ids where deletions[id] == .promised { deletions[id] = .discarded }
    }

    /// The server has lost these, and nobody else had them.
    mutating func excuse(_ deeds: Set<Deed>, deletions ids: Set<ItemID>) {
        for deed in deeds where [.promised, .unknown].contains(values[deed]) {
            values[deed] = .discarded
        }
        for id in ids where [.promised, .unknown].contains(deletions[id]) {
            deletions[id] = .discarded
        }
    }

    // MARK: What is checked

    /// Whether everything that was promised is somewhere, and nothing is where it must not be. With
    /// `isRewound` the server may lack what devices know that it had.
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
