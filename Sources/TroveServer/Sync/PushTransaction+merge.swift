import TroveCodecs
import TroveModel
import TroveWire

extension PushTransaction {
    /// Merges an operation into a living entry, field by field.
    mutating func merge(_ operation: CheckedOperation, into row: EntryRow) throws -> PushResult {
        var merge = EntryMerge(row, device: scope.device, policy: policy)
        let base = operation.operation.base
        merge.contest(operation.kind?.loanFields ?? [], in: operation.members, base: base)
        for member in operation.members {
            merge.bring(member, base: base, version: version)
        }
        var version = row.version
        if merge.hasChanged {
            version = self.version.sequence
            try keep(merge, of: operation, over: row)
        }
        var versions = merge.versions
        let withdrawn = try merge.repeated.filter { name in
            try takeFormerConflict(about: name, operation, from: &versions) != nil
        }
        for lost in merge.lost {
            try list(
                operation, field: lost.name, mine: lost.mine, theirs: lost.theirs,
                keptBy: lost.keptBy, in: &versions)
        }
        if !merge.lost.isEmpty || !withdrawn.isEmpty {
            entries.keep(versions, of: operation.operation.id)
        }
        let status: PushResult.Status
        if !merge.lost.isEmpty {
            status = .conflict
        } else if hasUnseen(row, at: base) {
            status = .merged
        } else {
            status = .applied
        }
        let isAsSent =
            status == .applied && operation.isAsSent
            && (operation.operation.action == .update || isWhole(operation, merge.fields))
        let entry = Entry(
            kind: row.kind, id: operation.operation.id, version: version, isDeleted: false,
            fields: merge.fields,
            by: merge.hasChanged ? device.name : try scope.nameOfDevice(row.device))
        return result(status, operation, version: version, entry: isAsSent ? nil : entry)
    }

    /// Returns whether a creation lists every field of the entry.
    private func isWhole(_ operation: CheckedOperation, _ fields: [JSON.Member]) -> Bool {
        operation.members.count == fields.count
            && operation.members.allSatisfy { sent in fields.contains { $0.isExactly(sent) } }
    }

    /// Stores a changed entry, if it keeps the rules of its kind.
    private func keep(
        _ merge: EntryMerge, of operation: CheckedOperation, over row: EntryRow
    ) throws {
        let bytes = JSON.object(merge.fields).bytes
        // An earlier server may have taken more; then it must not become more.
        let limit = CheckedPush.maximumBytes(ofKind: row.kind)
        guard bytes.count <= max(limit, row.size.fields) else {
            throw Rejection.tooLarge(limit: limit)
        }
        guard merge.fields.count <= CheckedPush.maximumFields else {
            throw Rejection.tooManyFields(limit: CheckedPush.maximumFields)
        }
        guard
            merge.versions.fieldCount
                <= max(CheckedPush.maximumFormerFields, row.versions.fieldCount)
        else {
            throw Rejection.tooManyFormerFields(limit: CheckedPush.maximumFormerFields)
        }
        if let kind = operation.kind {
            do throws(RuleViolation) {
                try kind.kind.check(kind.values(of: merge.fields))
            } catch {
                throw Rejection(error)
            }
        }
        let id = operation.operation.id
        let old = names(in: row.fields, of: operation)
        let new = names(in: merge.fields, of: operation)
        // Another entry may have had the name before the user made the field unique.
        try check(new.filter { name in !old.contains { $0.isSame(name) } }, of: id)
        entries.replace(id, row, version, versions: merge.versions, fields: bytes)
        for name in old { try nameRows.free(name, of: id) }
        for name in new { try nameRows.take(name, for: id) }
    }

    /// Handles an update of a tombstone, or a creation by a device that has not seen the deletion.
    /// The entry stays deleted, and a conflict lists what the operation would have set.
    mutating func conflict(
        of operation: CheckedOperation, withTombstone row: EntryRow
    ) throws -> PushResult {
        var fields = operation.operation.action == .create ? [] : row.fields
        for member in operation.members { fields.set(member) }
        var versions = row.versions
        try list(
            operation, field: Conflict.wholeEntry, mine: .object(fields), theirs: .null,
            keptBy: opponent(of: operation, row), in: &versions)
        entries.keep(versions, of: operation.operation.id)
        let tombstone = Entry(
            kind: row.kind, id: operation.operation.id, version: row.version, isDeleted: true,
            fields: [], by: try scope.nameOfDevice(row.device))
        return result(.conflict, operation, version: row.version, entry: tombstone)
    }

    /// Deletes an entry, unless another device changed it after this one saw it.
    mutating func delete(_ operation: CheckedOperation) throws -> PushResult {
        let id = operation.operation.id
        guard let row = try entries.find(id) else { return try deleteNothing(operation) }
        try check(operation, isOfKindOf: row)
        if row.isDeleted {
            guard row.kind != Conflict.kind else {
                return result(.applied, operation, version: row.version)
            }
            let isSeen = !hasUnseen(row, at: operation.operation.base)
            var versions = row.versions
            versions.noteDeletion(version)
            entries.delete(id, version, versions: versions, over: row.size.versions)
            guard !isSeen else { return result(.applied, operation, version: version.sequence) }
            let tombstone = Entry(
                kind: row.kind, id: id, version: version.sequence, isDeleted: true, fields: [],
                by: device.name)
            return result(.merged, operation, version: version.sequence, entry: tombstone)
        }
        let isConflict = row.kind == Conflict.kind
        // A conflict never changes, so a device that deletes one has seen all of it.
        if !isConflict, hasUnseen(row, at: operation.operation.base) {
            var versions = row.versions
            try list(
                operation, field: Conflict.wholeEntry, mine: .null, theirs: .object(row.fields),
                keptBy: opponent(of: operation, row), in: &versions)
            entries.keep(versions, of: id)
            let entry = Entry(
                kind: row.kind, id: id, version: row.version, isDeleted: false,
                fields: row.fields, by: try scope.nameOfDevice(row.device))
            return result(.conflict, operation, version: row.version, entry: entry)
        }
        makeTombstone(of: id, row)
        for name in names(in: row.fields, of: operation) {
            try nameRows.free(name, of: id)
        }
        if !isConflict { state.entries = max(0, state.entries - 1) }
        return result(.applied, operation, version: version.sequence)
    }

    /// Handles the deletion of an entry that does not exist: records a tombstone, so a device that
    /// still has the entry does not bring it back unasked.
    private func deleteNothing(_ operation: CheckedOperation) throws -> PushResult {
        let (id, kind) = (operation.operation.id, operation.operation.kind)
        guard kind != Conflict.kind else { return result(.applied, operation, version: 0) }
        entries.insert(id, kind: kind, version, fields: JSON.object([]).bytes)
        var versions = FieldVersions(all: version)
        versions.noteDeletion(version)
        entries.delete(id, version, versions: versions, over: 0)
        return result(.applied, operation, version: version.sequence)
    }

    /// Deletes the conflict about an earlier value of this device, if its user has replaced that
    /// value with the operation's without having seen the change to which it lost. An older value
    /// that is sent again replaces nothing.
    ///
    /// - Returns: The conflict; nil if it does not exist or was resolved.
    private mutating func takeFormerConflict(
        about field: String, _ operation: CheckedOperation, from versions: inout FieldVersions
    ) throws -> Conflict? {
        guard let loss = versions.loss(of: field, by: scope.device),
            let former = try entries.conflict(field, of: operation.operation.id, at: loss),
            former.conflict.at.milliseconds <= operation.operation.at.milliseconds,
            policy.isReplaced(former.conflict)
        else { return nil }
        if let row = try entries.find(former.id) { makeTombstone(of: former.id, row) }
        versions.forgetLoss(of: field, by: scope.device)
        return former.conflict
    }

    /// Deletes the conflict about the refused deletion of an entry that its device has created
    /// again. `row` is the entry before that: a change of a field forgets the loss, but not the
    /// conflict.
    mutating func withdrawDeletion(of row: EntryRow, _ operation: CheckedOperation) throws {
        var versions = row.versions
        let id = operation.operation.id
        guard
            try takeFormerConflict(about: Conflict.wholeEntry, operation, from: &versions) != nil,
            var current = try entries.find(id)?.versions
        else { return }
        current.forgetLoss(of: Conflict.wholeEntry, by: scope.device)
        entries.keep(current, of: id)
    }

    /// Stores a conflict as an entry of its own, under the operation's sequence number. It takes
    /// the place of the conflict about a value that the user has replaced by this one. `keptBy` is
    /// the number of the device that made the change that stands; `versions` remember the conflict.
    private mutating func list(
        _ operation: CheckedOperation, field: String, mine: JSON, theirs: JSON, keptBy: Int,
        in versions: inout FieldVersions
    ) throws {
        var mine = mine
        let former = try takeFormerConflict(about: field, operation, from: &versions)
        if field == Conflict.wholeEntry, operation.operation.action == .update,
            var fields = former?.mine.members
        {
            for member in operation.members { fields.set(member) }
            mine = .object(fields)
        }
        let conflict = Conflict(
            entry: operation.operation.id, kind: operation.operation.kind, field: field,
            mine: mine, theirs: theirs, device: device.name,
            keptBy: try scope.nameOfDevice(keptBy), at: operation.operation.at)
        guard policy.isListed(conflict) else { return }
        // A device can compute the ID, too, and may have used it.
        var id: ItemID
        repeat {
            id = ItemID(at: operation.operation.at, using: &conflictIDs)
        } while try entries.find(id) != nil
        entries.insert(
            id, kind: Conflict.kind, version, fields: JSON.object(conflict.fields).bytes)
        versions.noteLoss(of: field, version)
    }

    private func makeTombstone(of id: ItemID, _ row: EntryRow) {
        var versions = FieldVersions(all: version)
        versions.noteDeletion(version)
        entries.delete(id, version, versions: versions, over: row.size.versions)
    }
}
