import TroveModel
import TroveStore

/// The consequences of a verb's changes: an item that reaches its last state is recorded in the
/// kind that `Kind.completions` names, and an item that is started gets the date.
extension CommandContext {
    /// Performs the changes of a verb with everything that follows from them, as one command.
    ///
    /// - Returns: the changes that were made.
    /// - Throws: `CommandFailure` if the offline rules refuse a change; then nothing is changed.
    func carryOut(_ changes: [Change]) throws -> Consequences {
        guard !changes.isEmpty else { return Consequences() }
        let consequences = try consequences(of: changes)
        try apply(consequences.changes)
        return consequences
    }

    private func consequences(of changes: [Change]) throws -> Consequences {
        let kinds = kinds
        var all = Consequences()
        var records: [Change] = []
        for change in changes {
            let kind = kinds[change.kind]
            guard let (field, ladder) = kind.ladder else {
                all.changes.append(change)
                continue
            }
            // Most changes have no consequences.
            var list: KindIndex? { kinds.recordKind(of: change.kind) }
            switch LadderStep(change, of: field, ladder) {
            case .none: all.changes.append(change)
            case .begins: all.changes.append(try dated(change, .started, kind))
            case .isAddedFinished(let values):
                all.changes.append(change)
                guard let list else { continue }
                let new = try record(of: values, change.kind, in: list, on: nil)
                if let entry = try latestRecord(like: new.values, in: list) {
                    all.notes[change.number] = Message.isRecorded(entry, kinds[list])
                } else {
                    records.append(.create(new))
                    all.notes[new.number] = Message.noDate(new, kinds[list])
                }
            case .finishes:
                all.changes.append(try dated(change, .completed, kind))
                guard let list, let former = try library.item(numbered: change.number) else {
                    continue
                }
                let new = try record(
                    of: change.values(after: former), change.kind, in: list,
                    on: surroundings.today)
                if let entry = try record(ofCurrentRunOf: former, kind, like: new) {
                    all.notes[change.number] = Message.isRecorded(
                        entry, kinds[list], again: change.number)
                } else {
                    records.append(.create(new))
                }
            }
        }
        all.changes += try RecordRenaming(of: changes, in: self).changes() + records
        return all
    }

    /// Returns the record of finishing an item.
    ///
    /// - Parameters:
    ///   - values: the values of the item.
    ///   - kind: its kind.
    ///   - list: the kind of the record.
    ///   - date: the date; nil if it is not known.
    /// - Returns: the record, with a number and an id of its own.
    /// - Throws: `LibraryError` if the library is full.
    func record(
        of values: [Value?], _ kind: KindIndex, in list: KindIndex, on date: PartialDate?
    ) throws -> Item {
        Item(
            kind: list, number: try library.takeNumber(), id: makeIdentity(),
            values: kinds.record(of: values, kind, in: list, on: date))
    }

    /// Returns an update that also sets a date to today, if the kind has a field for it and the
    /// item has no date there.
    private func dated(
        _ change: Change, _ role: Field.Role, _ kind: Kind
    ) throws -> Change {
        guard let field = kind.index(ofRole: role), case .update(let fields) = change.action,
            !fields.contains(where: { $0.field == field }),
            let item = try library.item(numbered: change.number), item.values[field] == nil
        else { return change }
        let date = Change.FieldChange(field: field, before: nil, after: .date(surroundings.today))
        return Change(
            kind: change.kind, number: change.number, id: change.id,
            action: .update(fields + [date]))
    }

    // MARK: Records

    /// Returns the latest record of the same item, or nil. With `isTitleEnough`, a record with the
    /// same title also counts if only one of the two has a creator.
    func latestRecord(
        like values: [Value?], in list: KindIndex, isTitleEnough: Bool = false
    ) throws -> Item? {
        try records(like: values, in: list, isTitleEnough: isTitleEnough)
            .max { $0.isBefore($1, kinds[list]) }
    }

    /// Returns the records of the same item: those with its key in a catalogue, and those that
    /// count as duplicates.
    func records(
        like values: [Value?], in list: KindIndex, isTitleEnough: Bool = false
    ) throws -> [Item] {
        try loadAll(list)
        let kind = kinds[list]
        let key = kind.index(ofRole: .catalogueKey)
        let table = library.catalog.tables[list]
        var filters: [Filter] = []
        if let key, let value = values[key] {
            filters.append(.compare(field: key, .equal, [value]))
        }
        let first = try library.duplicates.first(
            of: values, kind: list, isTitleEnough: isTitleEnough, keepingMarks: true
        ) { _ in true }
        .flatMap { try library.item(numbered: $0.number) }
        if let first {
            // Further records of the item have the same ISBN or the same title.
            filters.append(.contains(field: Kind.titleIndex, [first.title]))
            if let field = kind.index(ofRole: .isbn), let number = values[field] {
                filters.append(.compare(field: field, .equal, [number]))
            }
        }
        let fields = RecordFields(kind)
        var found = first.map { [$0] } ?? []
        for row in filters.flatMap({ table.rows(matching: $0) }) {
            let item = library.catalog.item(list, at: row)
            guard !found.contains(where: { $0.number == item.number }) else { continue }
            if fields.isSame(item.values, values) { found.append(item) }
        }
        return found
    }

    /// Returns the record that was already added during the item's current run through the states,
    /// as `read` does while the server is unavailable; nil if there is none.
    private func record(
        ofCurrentRunOf item: Item, _ kind: Kind, like new: Item
    ) throws -> Item? {
        guard let entry = try latestRecord(like: new.values, in: new.kind),
            let (state, ladder) = kind.ladder
        else { return nil }
        if let field = kind.index(ofRole: .started), case .date(let started)? = item.values[field],
            let list = kinds[new.kind].index(ofRole: .completed),
            case .date(let date)? = entry.values[list],
            date.span.upperBound < started.span.lowerBound
        {
            return nil
        }
        let added = try library.history.commands(of: entry.number, limit: .max).last?.id
        let began = try library.history.commands(of: item.number, limit: .max).first { command in
            command.changes.contains { change in
                switch change.action {
                case .create: true
                case .delete: false
                // Only `reread`, or undoing a mistake, moves an item back to an earlier state.
                case .update(let fields):
                    fields.contains {
                        $0.field == state
                            && ladder.index(of: $0.after) ?? 0 < ladder.index(of: $0.before) ?? 0
                    }
                }
            }
        }
        guard let added, let began, added.rawValue > began.id.rawValue else { return nil }
        return entry
    }
}

extension Item {
    /// Returns whether the item was finished before another one of its kind. One without a date
    /// comes first; of two with the same date, the one that was added first.
    func isBefore(_ other: Item, _ kind: Kind) -> Bool {
        func date(_ item: Item) -> Int {
            guard let field = kind.index(ofRole: .completed),
                case .date(let date)? = item.values[field]
            else { return 0 }
            return date.span.upperBound
        }
        let (one, two) = (date(self), date(other))
        return one == two ? number < other.number : one < two
    }
}
