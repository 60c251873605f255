import TroveExchange
import TroveModel

/// Entries of the kind that records when imported items were finished, such as the read list.
extension ImportRun {
    /// The changes of the entries of one item.
    struct EntryChanges {
        /// The kind of the entries.
        let kind: KindIndex
        /// The values of new entries.
        var new: [[Value?]]
        /// The changes of entries that exist, with their new values.
        var updates: [(change: Change, values: [Value?])]

        /// Whether nothing changes.
        var isEmpty: Bool { new.isEmpty && updates.isEmpty }
    }

    /// Returns the kind whose items record when items of a kind were finished.
    func entryKind(of kind: KindIndex) -> KindIndex? {
        context.kinds[kind].completions.flatMap(context.kinds.index(of:))
    }

    /// Returns what the completions of a row add to the entries of its item.
    ///
    /// - Parameters:
    ///   - row: the row.
    ///   - item: the values of its item.
    ///   - isUpdate: whether entries of the library are changed; entries of the same file always
    ///     are.
    func entryChanges(
        of row: ImportedItemRow, item: [Value?], isUpdate: Bool
    ) throws -> EntryChanges? {
        guard !row.completions.isEmpty, let index = entryKind(of: row.kind) else { return nil }
        let kind = context.kinds[row.kind]
        let plan = CompletionPlan(kind, entries: context.kinds[index])
        let values = plan.entryValues(of: item)
        if matcher.mayWait(values, index) { try perform() }
        let existing = try target.duplicates(of: values, kind: index)
        let outcome = plan.outcome(
            of: row.completions, item: item,
            rating: kind.index(ofRole: .rating).flatMap { row.values[$0] },
            existing: existing.map(\.values))
        var changes = EntryChanges(kind: index, new: outcome.new, updates: [])
        for (place, values) in outcome.updated.sorted(by: { $0.key < $1.key }) {
            guard isUpdate || target.isNew(existing[place].number),
                let change = Change.update(from: existing[place], to: values)
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
            try append(values, of: changes.kind)
            matcher.wait(values, changes.kind)
            report.entries[changes.kind] += 1
        }
        for update in changes.updates { try performNow(update.change) }
        if !changes.updates.isEmpty { try perform() }
    }
}
