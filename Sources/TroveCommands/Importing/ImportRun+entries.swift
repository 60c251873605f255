import TroveExchange
import TroveModel

/// Entries of the kind that records when imported items were finished, such as the read list.
extension ImportRun {
    /// The changes of the entries of one item.
    struct EntryChanges {
        let kind: KindIndex
        /// The hashes that the entries share; nil for a kind without a duplicate index.
        let fingerprint: DuplicateFingerprint?
        var new: [[Value?]]
        /// The changes of entries that exist, with their new values.
        var updates: [(change: Change, values: [Value?])]

        var isEmpty: Bool { new.isEmpty && updates.isEmpty }
    }

    /// The completions of one row.
    struct Completions {
        let list: [ImportedCompletion]
        let rating: Value?

        init(_ row: ImportedItemRow, _ kind: Kind) {
            list = row.completions
            rating = kind.index(ofRole: .rating).flatMap { row.values[$0] }
        }
    }

    /// Returns what the completions of a row add to the entries of its item.
    func entryChanges(
        of row: ImportedItemRow, item: [Value?], fingerprint: DuplicateFingerprint? = nil
    ) throws -> EntryChanges? {
        if row.completions.isEmpty { return nil }
        let rows = [Completions(row, kinds[row.kind])]
        return try entryChanges(
            of: rows, kind: row.kind, item: item, fingerprint: fingerprint, isUpdate: false)
    }

    /// Returns what the completions of rows about one item add to its entries.
    ///
    /// - Parameters:
    ///   - rows: the completions, in the order of the file.
    ///   - index: the kind of the item.
    ///   - item: the values of the item.
    ///   - fingerprint: the hashes of its entries; nil to compute them.
    ///   - isUpdate: whether entries of the library are changed; entries of the same file always
    ///     are.
    /// - Returns: the changes; nil if there are none.
    /// - Throws: an error if the entries cannot be read.
    func entryChanges(
        of rows: [Completions], kind index: KindIndex, item: [Value?],
        fingerprint: DuplicateFingerprint? = nil, isUpdate: Bool
    ) throws -> EntryChanges? {
        guard rows.contains(where: { !$0.list.isEmpty }), let entries = preparation.plans[index]
        else { return nil }
        let (entryKind, plan) = (entries.kind, entries.plan)
        let values = plan.entryValues(of: item)
        let fingerprint = fingerprint ?? target.fingerprint(of: values, kind: entryKind)
        if matcher.mayWait(values, entryKind, fingerprint) { try perform() }
        // In the order in which they were added, so that the same file finds the same entries.
        let existing = try target.duplicates(of: values, kind: entryKind, fingerprint: fingerprint)
        var all = existing.map(\.values)
        for row in rows {
            let outcome = plan.outcome(
                of: row.list, item: item, rating: row.rating, existing: all)
            for (place, values) in outcome.updated { all[place] = values }
            all += outcome.new
        }
        var changes = EntryChanges(
            kind: entryKind, fingerprint: fingerprint, new: Array(all[existing.count...]),
            updates: [])
        for (entry, values) in zip(existing, all) {
            guard isUpdate || target.isNew(entry.number),
                let change = Change.update(from: entry, to: values)
            else { continue }
            changes.updates.append((change, values))
        }
        return changes.isEmpty ? nil : changes
    }

    /// Adds the changes of entries to the batch.
    func add(_ changes: EntryChanges?) throws {
        guard let changes else { return }
        if !isPreview, !changes.new.isEmpty {
            try context.mustAsk([(changes.kind, .create)])
        }
        for values in changes.new {
            let number = try append(values, of: changes.kind)
            matcher.wait(values, changes.kind, changes.fingerprint, number: number)
            report.entries[changes.kind] += 1
        }
        for update in changes.updates { try performNow(update.change) }
        if !changes.updates.isEmpty { try perform() }
    }
}
