import TroveCodecs
package import TroveModel
import TroveSQLite
import TroveWire

/// Why the value that lost a conflict cannot be restored.
package enum ConflictObstacle: Error, Sendable {
    /// It breaks a rule of this version.
    case breaksRule(RuleViolation, kind: KindIndex)
    /// This version does not know the field.
    case unknownField(String)
    /// This version does not know the kind.
    case unknownKind(String)
    /// It belongs to a field of a deleted item.
    case isDeleted
    /// It and the kept value are not both sets of names, so they cannot be united.
    case notASet
}

/// The one of a conflict's two values that this device wrote.
package enum ConflictOrigin: Sendable, Hashable {
    case kept
    case lost

    /// The other of the two.
    package var other: ConflictOrigin { self == .kept ? .lost : .kept }
}

/// The change that wrote the kept value of a conflict.
package struct ConflictWriting: Sendable, Hashable {
    /// Whether this device made it.
    package let isOwn: Bool
    /// The name of another device; nil if it is not known.
    package let device: String?
    /// When the change was made; for one of another device, when it arrived; nil if the log does
    /// not say.
    package let at: Timestamp?
}

/// The conflicts of a library, and the changes that resolve them.
package struct ConflictStore {
    let library: Library

    /// Returns the conflicts that are not resolved, sorted by number.
    package func entries() throws(LibraryError) -> [ConflictEntry] {
        guard library.isReplicating else { return [] }
        return try library.looking { try library.replica.shadow.conflicts() }
    }

    /// Returns which of the two values this device wrote; nil if it wrote neither, or both. The
    /// change log identifies the writer of the kept value, the device name that of the lost one.
    package func origin(
        of entry: ConflictEntry, _ writing: ConflictWriting?, deviceName: String
    ) -> ConflictOrigin? {
        switch (writing?.isOwn ?? false, entry.conflict.device == deviceName) {
        case (true, false): .kept
        case (false, true): .lost
        case (true, true), (false, false): nil
        }
    }

    /// Returns who wrote the kept value of each conflict; nil if it is not known. `deviceName` is
    /// the name of this device on the server.
    package func writings(
        of entries: [ConflictEntry], deviceName: String
    ) throws(LibraryError) -> [ConflictWriting?] {
        try library.looking {
            let writings = try lastWritings(of: entries)
            return try zip(entries, writings).map { entry, writing in
                if writing?.isOwn == true { return writing }
                let name = try nameOfWriter(of: entry.conflict, writing)
                let isOwn = name == deviceName
                guard writing != nil || isOwn else { return nil }
                return ConflictWriting(
                    isOwn: isOwn, device: isOwn ? nil : name, at: writing?.at)
            }
        }
    }

    /// Returns the name of the device that wrote the kept value of a conflict; nil if it is not
    /// known.
    ///
    /// This is the device that the conflict names, as long as the server still has the value.
    /// Otherwise it is the device in the change log. The log names the server for a change that
    /// came with the answer to a push. Then it is the last writer of the entry, unless that is the
    /// device whose value lost.
    private func nameOfWriter(
        of conflict: Conflict, _ writing: ConflictWriting?
    ) throws -> String? {
        if let name = conflict.keptBy, try stands(conflict) { return name }
        guard writing?.device == Authorship.server else { return writing?.device }
        let last = try library.replica.shadow.lastWriter(of: conflict.entry)
        return last == conflict.device ? nil : last
    }

    /// Returns whether the server still has the value that a conflict kept.
    private func stands(_ conflict: Conflict) throws -> Bool {
        guard let entry = try library.replica.shadow.entry(conflict.entry) else { return false }
        return conflict.field == Conflict.wholeEntry
            ? entry.isAlive != conflict.theirs.isNull
            : EntryFields.value(conflict.field, in: entry.fields) == conflict.theirs
    }

    /// Returns whether this device was the last to change the entry of a conflict, and has replaced
    /// the value that the conflict kept.
    private func isOwnSince(_ conflict: Conflict) throws -> Bool {
        guard try !stands(conflict) else { return false }
        let last = try library.replica.shadow.lastWriter(of: conflict.entry)
        return last == nil || last == library.account?.deviceName
    }

    /// Performs the change that restores the lost value of a conflict; nil keeps the current one.
    ///
    /// - Parameters:
    ///   - entry: the conflict.
    ///   - change: the change.
    ///   - isAsked: whether the command waits for the server's answer to it.
    ///   - former: the number of the command in the log, which the change continues; nil before the
    ///     first change of the command.
    ///   - authorship: who resolves the conflict, and when.
    /// - Returns: the number of the command, and the deletion of the conflict, for `delete`. The
    ///   deletion is nil if the command waits for the change, whose answer then deletes the
    ///   conflict.
    /// - Throws: why the change cannot be written; the whole transaction is then rolled back.
    package func resolve(
        _ entry: ConflictEntry, with change: Change?, isAsked: Bool = false,
        continuing former: CommandNumber? = nil, _ authorship: Authorship
    ) throws(LibraryError) -> (command: CommandNumber?, deletion: QueuedOperation?) {
        let asked = library.asked.count
        let command = try library.perform(
            change.map { [$0] } ?? [], isAsked: isAsked, continuing: former, authorship)
        let deletion = QueuedOperation.resolution(
            of: entry, waits: change != nil, at: authorship.at)
        guard library.asked.count > asked else { return (command, deletion) }
        library.asked[library.asked.count - 1].resolutions.append(deletion)
        return (command, nil)
    }

    /// Resolves the conflicts whose lost value the user's changes have restored: nothing is left to
    /// decide. If a command waits for the answer to the change, so does the deletion.
    ///
    /// - Parameters:
    ///   - changes: changes that were performed in the open transaction.
    ///   - time: when.
    /// - Throws: why it cannot be written; the whole transaction is then rolled back.
    package func settle(_ changes: [Change], at time: Timestamp) throws(LibraryError) {
        let open = try entries()
        guard !open.isEmpty else { return }
        let changed = Set(changes.map(\.id))
        var settled: [QueuedOperation] = []
        for entry in open where changed.contains(entry.conflict.entry) {
            guard case .success(nil) = try change(toLostOf: entry) else { continue }
            let deletion = QueuedOperation.resolution(of: entry, waits: true, at: time)
            if let asked = library.asked.lastIndex(where: { $0.id == entry.conflict.entry }) {
                library.asked[asked].resolutions.append(deletion)
            } else {
                settled.append(deletion)
            }
        }
        if !settled.isEmpty { try delete(settled) }
    }

    /// Deletes conflicts that were resolved. All changes of a command come first, because a push
    /// ends before a deletion that waits for one of its changes.
    package func delete(_ deletions: [QueuedOperation]) throws(LibraryError) {
        try library.writing { transaction in
            for deletion in deletions { try transaction.replica.enqueue(deletion) }
        }
    }

    /// Returns the change that restores the lost value; nil if the item already has it.
    package func change(
        toLostOf entry: ConflictEntry, unitingSets: Bool = false
    ) throws(LibraryError) -> Result<Change?, ConflictObstacle> {
        try library.looking {
            let kinds = library.catalog.kinds
            let conflict = entry.conflict
            // A server can send a conflict of another kind than that of its item.
            let known = try library.replica.shadow.entry(conflict.entry)?.kind
            guard
                known == nil || known == conflict.kind,
                let kind = kinds.index(ofStored: conflict.kind), let number = entry.item
            else { return .failure(.unknownKind(conflict.kind)) }
            let row = try library.stores[kind].row(number)
            do throws(ConflictObstacle) {
                return .success(
                    try change(
                        to: conflict, kind: kind, number: number, from: row?.values,
                        unitingSets: unitingSets))
            } catch {
                return .failure(error)
            }
        }
    }

    private func change(
        to conflict: Conflict, kind: KindIndex, number: ItemNumber, from row: [Value?]?,
        unitingSets: Bool
    ) throws(ConflictObstacle) -> Change? {
        let ofKind = library.catalog.kinds[kind]
        let isWhole = conflict.field == Conflict.wholeEntry
        if isWhole, unitingSets { throw .notASet }
        if isWhole, conflict.mine.isNull {
            return row.map {
                Change(kind: kind, number: number, id: conflict.entry, action: .delete($0))
            }
        }
        guard isWhole || row != nil else { throw .isDeleted }
        var values = row ?? ofKind.fields.map { _ in nil }
        let members =
            isWhole
            ? conflict.mine.members ?? [] : [JSON.Member(conflict.field, conflict.mine)]
        for member in members {
            guard let field = ofKind.index(ofStored: member.name) else {
                throw .unknownField(member.name)
            }
            do throws(RuleViolation) {
                values[field] = try ofKind.fields[field].value(from: member.value)
            } catch {
                throw .breaksRule(error, kind: kind)
            }
            if unitingSets {
                guard case .set = ofKind.fields[field].content else { throw .notASet }
                values[field] = Value.union(of: row?[field], values[field])
            }
        }
        do throws(RuleViolation) {
            try ofKind.check(values, after: row)
        } catch {
            throw .breaksRule(error, kind: kind)
        }
        guard let row else {
            return Change(kind: kind, number: number, id: conflict.entry, action: .create(values))
        }
        return Change.update(
            from: Item(kind: kind, number: number, id: conflict.entry, values: row), to: values)
    }

    /// Returns the last change of each conflict's field, or of its item as a whole, without those
    /// that were undone. An undo counts as a change if it was sent, and has replaced the value that
    /// the conflict kept. The log is read once, backwards, until all are found.
    private func lastWritings(of entries: [ConflictEntry]) throws -> [ConflictWriting?] {
        var writings: [ConflictWriting?] = entries.map { _ in nil }
        // The places of the conflicts that are not found yet.
        var wanted: [ItemNumber: [Int]] = [:]
        for (place, entry) in entries.enumerated() {
            if let item = entry.item { wanted[item, default: []].append(place) }
        }
        var standing = try StandingCommands(library.database)
        let log = try library.log.entries(newestFirst: true)
        while !wanted.isEmpty, let change = try log.next() {
            let number = ItemNumber(change.number)
            guard standing.contains(change.command, reverts: change.reverts),
                var places = wanted[number]
            else { continue }
            try places.removeAll { place in
                let conflict = entries[place].conflict
                guard change.id == conflict.entry, try change.writes(conflict.field),
                    try change.reverts == nil || isOwnSince(conflict)
                else { return false }
                writings[place] = ConflictWriting(change)
                return true
            }
            wanted[number] = places.isEmpty ? nil : places
        }
        return writings
    }
}

extension ConflictWriting {
    /// Describes the author of an entry of the log.
    fileprivate init(_ entry: LogEntry) {
        let origin = entry.origin
        self.init(isOwn: origin == nil, device: origin, at: StoredNumber.time(entry.at))
    }
}

extension LogEntry {
    /// Returns whether the entry changes a field of its item, or the item as a whole.
    fileprivate func writes(_ field: String) throws -> Bool {
        if field == Conflict.wholeEntry || operation == .delete { return true }
        let text = try fields()
        let json = try? JSON(parsing: Array(text.utf8), depthLimit: 32)
        return json?[field] != nil
    }
}
