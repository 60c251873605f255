import TroveModel
import TroveStore
import TroveWire

/// Conflicts for display, and which of them are resolved together.
extension CommandContext {
    /// Returns conflicts with the current states of their items.
    func conflictViews(of entries: [ConflictEntry]) throws -> [ConflictView] {
        let conflicts = library.conflicts
        // The name may have changed since the login.
        let deviceName = library.account?.deviceName ?? deviceName
        let writings = try conflicts.writings(of: entries, deviceName: deviceName)
        return try zip(entries, writings).map { entry, writing in
            ConflictView(
                entry, try entry.item.flatMap { try library.item(numbered: $0) }, kinds,
                origin: conflicts.origin(of: entry, writing, deviceName: deviceName),
                keptBy: writing.flatMap { $0.isOwn ? deviceName : $0.device },
                keptAt: writing?.at)
        }
    }

    /// Whether two conflicts are resolved together, because one command of one device set both
    /// values: those of a loan, or the same opinion of an item and of its record.
    func areResolvedTogether(_ one: ConflictEntry, _ other: ConflictEntry) throws -> Bool {
        guard one.conflict.device == other.conflict.device, one.conflict.at == other.conflict.at
        else { return false }
        if one.conflict.entry == other.conflict.entry {
            return isAboutLoan(one) && isAboutLoan(other)
        }
        return try isRecorded(one, in: other) || isRecorded(other, in: one)
    }

    private func isAboutLoan(_ entry: ConflictEntry) -> Bool {
        guard let kind = kinds.index(ofStored: entry.conflict.kind),
            let field = kinds[kind].index(ofStored: entry.conflict.field)
        else { return false }
        return kinds[kind].loanFields.contains(field)
    }

    /// Whether a conflict is about the rating or the note of an item, and another one about the
    /// same values in the item's record.
    private func isRecorded(_ entry: ConflictEntry, in record: ConflictEntry) throws -> Bool {
        guard let kind = kinds.index(ofStored: entry.conflict.kind),
            let list = kinds.recordKind(of: kind), kinds[list].storedName == record.conflict.kind,
            let source = kinds[kind].index(ofStored: entry.conflict.field),
            let field = kinds[list].index(ofStored: record.conflict.field),
            RecordFields.opinions(of: kinds[list]).contains(field),
            kinds[kind].fields[source].role == kinds[list].fields[field].role,
            entry.conflict.mine == record.conflict.mine,
            entry.conflict.theirs == record.conflict.theirs,
            let item = try entry.item.flatMap({ try library.item(numbered: $0) }),
            let recorded = try record.item.flatMap({ try library.item(numbered: $0) })
        else { return false }
        let values = kinds.record(of: item.values, kind, in: list, on: nil)
        return RecordFields(kinds[list]).isSame(recorded.values, values)
    }
}
