import TroveExchange
import TroveModel

/// Rows about items that the library has.
extension ImportRun {
    /// The largest number of items whose updates wait for further rows about them.
    private static let maximumPending = 16_384

    /// Skips a row about an item of the library, or updates the item.
    func meet(_ prepared: PreparedItem, _ item: Item, _ reason: RowMatcher.Reason) throws {
        var row = prepared.row
        try pictures.restore(item)
        if staysOnWishlist(row, item), let (state, _) = kinds[row.kind].ladder {
            row.values[state] = item.values[state]
        }
        let isEdited = prepared.identity?.id == item.id
        let isOwned = takesFromWishlist(row, item, isEdited: isEdited)
        if isOwned { row.values = kinds[row.kind].imported(row.values) }
        let isSkipped = !updates && !isOwned
        if isSkipped {
            skip(ImportReport.Same(line: row.line, title: row.title, with: twin(item, reason)))
        } else {
            report.note(unfitIn: row)
        }
        let isPoorer = matcher.claim(item.number, for: prepared, isNew: false)
        let update = PendingUpdates.Update(
            row: row, completions: [Completions(row, kinds[row.kind])],
            isEdited: isEdited, fillsOnly: isPoorer || !updates, isOwned: isOwned,
            skipped: isSkipped ? 1 : 0)
        if pending.merge(update, into: item.number, kinds[row.kind]) { return }
        guard try changes(of: item, update) != nil else {
            if !isSkipped { report.unchangedCount += 1 }
            return
        }
        pending.add(update, to: item.number)
        if pending.count >= Self.maximumPending { try settle() }
    }

    /// Returns whether an item is on the wishlist, and neither owned nor begun according to a row.
    private func staysOnWishlist(_ row: ImportedItemRow, _ item: Item) -> Bool {
        guard row.isUnowned, item.isWish(kinds[item.kind]),
            let (field, ladder) = kinds[row.kind].ladder
        else { return false }
        let state = row.values[field]
        return state == nil || state == ladder.firstOwned.map { .text($0.name) }
    }

    /// Returns whether an item is on the wishlist, but owned according to a row. With `isEdited`,
    /// the row is the item itself, edited by the user, so a missing state means nothing.
    func takesFromWishlist(
        _ row: ImportedItemRow, _ item: Item, isEdited: Bool
    ) -> Bool {
        let kind = kinds[item.kind]
        guard item.isWish(kind), let (field, ladder) = kind.ladder,
            !isEdited || row.values[field] != nil,
            let rung = ladder.index(of: kind.imported(row.values)[field])
        else { return false }
        return ladder.isOwned(rung)
    }

    private func twin(_ item: Item, _ reason: RowMatcher.Reason) -> ImportReport.Twin {
        switch reason {
        case .sameIdentity: .identity(item)
        case .duplicate(let reason): .item(item, reason)
        case .equal: .item(item, nil)
        }
    }

    /// Performs the updates that waited for further rows, or counts them.
    func settle() throws {
        guard pending.count > 0 else { return }
        try perform()
        let all = pending.removeAll()
        try updateRecords(for: all)
        for (number, update) in all {
            guard let item = try target.item(number, of: update.row.kind),
                let changes = try changes(of: item, update)
            else {
                report.unchangedCount += update.rows - update.skipped
                continue
            }
            guard updates || update.isOwned else {
                report.differingCount += 1
                continue
            }
            // Another row may have taken a name, or given it up.
            if !kinds[item.kind].uniqueFields.isEmpty { try perform() }
            do throws(RuleViolation) {
                try Self.checkNote(of: changes.values, kinds[item.kind])
                try target.check(changes.values, of: item)
            } catch {
                reject(update.row, error)
                report.rejectedCount += max(0, update.rows - update.skipped - 1)
                continue
            }
            try bringPictures(of: update.row.values, item.kind)
            report.updated[item.kind] += 1
            report.mergedCount += max(0, update.rows - update.skipped - 1)
            if isPreview { report.updates.append(changes.update) }
            if let change = changes.change { try performNow(change) }
            try add(changes.entries)
        }
        try perform()
    }

    /// Gives the records of items the names, ratings and notes that updates give the items, so that
    /// the rows then find the records of their completions.
    private func updateRecords(for all: [(ItemNumber, PendingUpdates.Update)]) throws {
        var changes: [Change] = []
        for (number, update) in all where updates || update.isOwned {
            guard kinds.recordKind(of: update.row.kind) != nil,
                let item = try target.item(number, of: update.row.kind)
            else { continue }
            let values = values(of: item, update)
            guard let change = Change.update(from: item, to: values),
                (try? Self.checkNote(of: values, kinds[item.kind])) != nil,
                (try? target.check(values, of: item)) != nil
            else { continue }
            changes.append(change)
        }
        for change in try RecordUpdates(of: changes, in: context).changes() {
            report.updated[change.kind] += 1
            if !isPreview { try performNow(change) }
        }
        try perform()
    }

    /// The changes of an item and its entries.
    private struct ItemChanges {
        /// The values after the update.
        let values: [Value?]
        let change: Change?
        let entries: EntryChanges?
        let update: ImportReport.Update
    }

    /// Returns what an update changes; nil if it changes nothing.
    private func changes(of item: Item, _ update: PendingUpdates.Update) throws -> ItemChanges? {
        if update.hasEqualValues(item), update.completions.allSatisfy(\.list.isEmpty) {
            return nil
        }
        let values = values(of: item, update)
        let change = Change.update(from: item, to: values)
        let entries = try entryChanges(
            of: update.completions, kind: item.kind, item: values, isUpdate: true)
        guard change != nil || entries != nil else { return nil }
        var fields: [Change.FieldChange] = []
        if case .update(let changed)? = change?.action { fields = changed }
        return ItemChanges(
            values: values, change: change, entries: entries,
            update: ImportReport.Update(
                item: item, fields: fields, entryKind: entries?.kind,
                entries: (entries?.new ?? []) + (entries?.updates.map(\.values) ?? [])))
    }

    private func values(of item: Item, _ update: PendingUpdates.Update) -> [Value?] {
        // Most rows of a file that was imported before are equal to their items.
        if update.hasEqualValues(item) { return item.values }
        let rule = ItemUpdate(kinds[item.kind], isCompletion: matcher.isCompletion(item.kind))
        return update.isEdited && (updates || !update.isOwned)
            ? rule.edited(item.values, by: update.row.values)
            : rule.updated(item.values, with: update.row.values, fillsOnly: update.fillsOnly)
    }
}

/// The items that an import updates, with what the rows so far say about them.
struct PendingUpdates {
    /// What the rows of a file say about an item.
    struct Update {
        /// The merged rows.
        var row: ImportedItemRow
        /// The completions of each row.
        var completions: [ImportRun.Completions]
        /// Whether a row has the id of the item, so that it is the item itself as the user has
        /// edited it.
        var isEdited: Bool
        /// Whether a richer row about the item changed nothing.
        var fillsOnly: Bool
        /// Whether the item leaves the wishlist, which needs no `--update`.
        var isOwned: Bool
        /// The number of rows that were counted as duplicates.
        var skipped: Int
        var rows: Int { completions.count }

        /// Returns whether an item already has all values of the rows.
        func hasEqualValues(_ item: Item) -> Bool {
            zip(row.values, item.values).allSatisfy { $0 == nil || $0 == $1 }
        }
    }

    private var updates: [ItemNumber: Update] = [:]
    private var order: [ItemNumber] = []

    var count: Int { order.count }

    mutating func add(_ update: Update, to number: ItemNumber) {
        updates[number] = update
        order.append(number)
    }

    /// Merges another update of an item into the pending one. Returns false if none is pending.
    mutating func merge(_ further: Update, into number: ItemNumber, _ kind: Kind) -> Bool {
        guard var update = updates[number] else { return false }
        // The time to merge notes grows with them, and one that is too long is rejected anyway.
        let note = kind.index(ofRole: .note).flatMap { update.row.values[$0] }
        let isTooLong = (note?.description.utf8.count ?? 0) > Field.longestText
        if !isTooLong {
            update.row.values =
                RowMerge(kind).merged(update.row.values, further.row.values) ?? update.row.values
        }
        update.completions += further.completions
        update.isEdited = update.isEdited || further.isEdited
        update.isOwned = update.isOwned || further.isOwned
        update.skipped += further.skipped
        updates[number] = update
        return true
    }

    /// Removes all updates, and returns them in the order of the file.
    mutating func removeAll() -> [(ItemNumber, Update)] {
        defer {
            updates = [:]
            order = []
        }
        return order.compactMap { number in updates[number].map { (number, $0) } }
    }
}
