import TroveModel
import TroveStore

/// The consequences of a verb's changes: an item that reaches its last state is recorded in the
/// kind that `Kind.completions` names, and an item that is started gets the date.
extension CommandContext {
    /// Performs the changes of a verb with everything that follows from them, as one command.
    ///
    /// - Parameters:
    ///   - changes: the changes.
    ///   - former: the number of the command that they continue: that of the last changes in this
    ///     transaction.
    /// - Returns: the changes that were made.
    /// - Throws: `CommandFailure` if the offline rules refuse a change; then nothing is changed.
    func carryOut(
        _ changes: [Change], continuing former: CommandNumber? = nil
    ) throws -> Consequences {
        guard !changes.isEmpty else { return Consequences(command: former) }
        var consequences = try consequences(of: changes)
        consequences.command = try apply(
            consequences.changes, continuing: former, showsProgress: true)
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
                    let run = try currentRun(of: former, kind)
                    values = withoutEarlierOpinions(
                        values, of: former, change, in: run, after: latest)
                    if try isOfCurrentRun(latest, of: former, kind, run) {
                        all.notes[change.number] = Message.isRecorded(
                            latest, kinds[list], again: change.number)
                        if let update = self.change(of: latest, to: values) {
                            records.append(update)
                        }
                        continue
                    }
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
        Item(kind: list, number: try library.takeNumber(), id: makeItemID(), values: values)
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

    /// Returns the records of an item by their dates, without loading the others, and their kind;
    /// nil for an item of a kind without records.
    func records(of item: Item) throws(LibraryError) -> (kind: KindIndex, records: [Item])? {
        guard let list = kinds.recordKind(of: item.kind) else { return nil }
        let kind = kinds[list]
        let fields = RecordFields(kind)
        let values = kinds.record(of: item.values, item.kind, in: list, on: nil)
        var filters = [Filter.contains(field: Kind.titleIndex, [item.title])]
        for key in fields.keys {
            if let value = values[key] {
                filters.append(.compare(field: key, .equal, [value]))
            }
        }
        let records = try library.storedItems.first(.max, of: list, matching: .any(filters))
            .filter { fields.isSame($0.values, values) }
        return (list, records.sorted { $0.isBefore($1, kind) })
    }

    /// Returns an item's current run through the states.
    ///
    /// - Throws: `LibraryError` if the history cannot be read.
    func currentRun(of item: Item, _ kind: Kind) throws -> LadderRun {
        guard let (state, ladder) = kind.ladder else {
            return LadderRun(commands: [], isRepeated: false)
        }
        let commands = try library.history.standingCommands(of: item.number)
        let began = commands.firstIndex { command in
            command.changes.contains { change in
                guard case .update(let fields) = change.action else { return false }
                // Only `reread` moves an item back to an earlier state.
                return fields.contains {
                    $0.field == state
                        && ladder.index(of: $0.after) ?? 0 < ladder.index(of: $0.before) ?? 0
                }
            }
        }
        return LadderRun(
            commands: began.map { Array(commands[...$0]) } ?? commands, isRepeated: began != nil)
    }

    /// Whether the latest record of an item was already added during the item's current run through
    /// the states, as `read` does while the server is unavailable.
    private func isOfCurrentRun(
        _ record: Item, of item: Item, _ kind: Kind, _ run: LadderRun
    ) throws -> Bool {
        if let field = kind.index(ofRole: .started), case .date(let started)? = item.values[field],
            let list = kinds[record.kind].index(ofRole: .completed),
            case .date(let date)? = record.values[list],
            date.span.upperBound < started.span.lowerBound
        {
            return false
        }
        let added = try library.history.commands(of: record.number, limit: .max).last?.id
        guard let added, let began = run.commands.last, added > began.id else { return false }
        return try run.commands.contains { $0.id == added } || !isOfNamesake(added, of: item)
    }

    /// Whether a command that added a record finished another item with the same name: there is
    /// such an item, and the command did more than add the record.
    private func isOfNamesake(_ command: CommandNumber, of item: Item) throws -> Bool {
        guard
            try library.duplicates.first(
                of: item.values, kind: item.kind, keepingMarks: true,
                where: { $0 != item.number }) != nil
        else { return false }
        return try library.history.changeCount(of: command) ?? 1 > 1
    }

    /// Whether a change finishes an item that `reread` started over after its latest record.
    ///
    /// - Throws: `LibraryError` if the history cannot be read.
    func isReadAgain(_ item: Item?, _ change: Change?, after latest: Item) throws -> Bool {
        guard let item, change != nil else { return false }
        let kind = kinds[item.kind]
        let run = try currentRun(of: item, kind)
        return try run.isRepeated && !isOfCurrentRun(latest, of: item, kind, run)
    }

    /// Drops the rating and the note of an earlier reading from the values of a further record, and
    /// keeps those given since the item was started again.
    ///
    /// - Parameters:
    ///   - values: the values that the item has for the record.
    ///   - item: the item before the change.
    ///   - change: what finishes the item; nil if it is finished already.
    ///   - run: the current run of the item.
    ///   - latest: the latest record of the item.
    /// - Returns: a value for each field of the kind of the record.
    func withoutEarlierOpinions(
        _ values: [Value?], of item: Item, _ change: Change?, in run: LadderRun, after latest: Item
    ) -> [Value?] {
        let (kind, list) = (kinds[item.kind], kinds[latest.kind])
        var given: Set<FieldIndex> = []
        if let change {
            for case .update(let fields) in (run.commands.flatMap(\.changes) + [change]).map(
                \.action)
            {
                given.formUnion(fields.map(\.field))
            }
        }
        var values = values
        for field in RecordFields.opinions(of: list) {
            let source = list.fields[field].role.flatMap { kind.index(ofRole: $0) }
            let isGiven = source.map(given.contains) ?? false
            // How an item came here that was added during its further reading is not known.
            let isOther = change != nil && !run.isRepeated && values[field] != latest.values[field]
            if !isGiven, !isOther { values[field] = nil }
        }
        return values
    }

    /// Returns the change that adds the rating and the note to a record that has none; nil if there
    /// is nothing to add.
    private func change(of record: Item, to values: [Value?]) -> Change? {
        var new = record.values
        for field in RecordFields.opinions(of: kinds[record.kind]) where new[field] == nil {
            new[field] = values[field]
        }
        return Change.update(from: record, to: new)
    }
}

/// The current run of an item through its states: the commands that were not undone, the newest
/// first.
struct LadderRun {
    let commands: [CommandRecord]
    /// Whether the last one is `reread`; otherwise, it added the item.
    let isRepeated: Bool
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
