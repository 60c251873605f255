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
                let new = try record(
                    kinds.record(of: values, change.kind, in: list, on: nil), in: list)
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
                var values = kinds.record(
                    of: change.values(after: former), change.kind, in: list,
                    on: surroundings.today)
                if let latest = try latestRecord(like: values, in: list) {
                    if try isOfCurrentRun(latest, of: former, kind) {
                        all.notes[change.number] = Message.isRecorded(
                            latest, kinds[list], again: change.number)
                        continue
                    }
                    values = try withoutEarlierOpinions(values, in: list, of: former, change)
                }
                records.append(.create(try record(values, in: list)))
            }
        }
        all.changes += try RecordUpdates(of: changes, in: self).changes() + records
        return all
    }

    /// Returns a record with these values, and a number and an id of its own.
    ///
    /// - Throws: `LibraryError` if the library is full.
    func record(_ values: [Value?], in list: KindIndex) throws -> Item {
        Item(kind: list, number: try library.takeNumber(), id: makeIdentity(), values: values)
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

    /// Whether the latest record of an item was already added during the item's current run through
    /// the states, as `read` does while the server is unavailable.
    private func isOfCurrentRun(_ record: Item, of item: Item, _ kind: Kind) throws -> Bool {
        if let field = kind.index(ofRole: .started), case .date(let started)? = item.values[field],
            let list = kinds[record.kind].index(ofRole: .completed),
            case .date(let date)? = record.values[list],
            date.span.upperBound < started.span.lowerBound
        {
            return false
        }
        let added = try library.history.commands(of: record.number, limit: .max).last?.id
        guard let added, let began = try currentRun(of: item, kind).last else { return false }
        return added.rawValue > began.id.rawValue
    }

    /// Returns the commands of an item's current run through the states, the newest first. The last
    /// one began it.
    private func currentRun(of item: Item, _ kind: Kind) throws -> ArraySlice<CommandRecord> {
        guard let (state, ladder) = kind.ladder else { return [] }
        let commands = try library.history.commands(of: item.number, limit: .max)
        let began = commands.firstIndex { command in
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
        return began.map { commands[...$0] } ?? []
    }

    /// Returns the values of the record of a further reading. A rating and a note of an earlier
    /// reading are left out: only those are kept that were given since the item was started again.
    ///
    /// - Parameters:
    ///   - values: the values that the item has for the record.
    ///   - list: the kind of the record.
    ///   - item: the item before the change.
    ///   - change: what finishes the item; nil if it is finished already.
    /// - Returns: a value for each field of the kind of the record.
    /// - Throws: `LibraryError` if the history cannot be read.
    func withoutEarlierOpinions(
        _ values: [Value?], in list: KindIndex, of item: Item, _ change: Change?
    ) throws -> [Value?] {
        let kind = kinds[item.kind]
        var given: Set<FieldIndex> = []
        if let change {
            let changes = try currentRun(of: item, kind).flatMap(\.changes) + [change]
            for case .update(let fields) in changes.map(\.action) {
                given.formUnion(fields.map(\.field))
            }
        }
        var values = values
        for field in RecordFields.opinions(of: kinds[list]) {
            let role = kinds[list].fields[field].role
            let source = role.flatMap { kind.index(ofRole: $0) }
            if !(source.map(given.contains) ?? false) { values[field] = nil }
        }
        return values
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
