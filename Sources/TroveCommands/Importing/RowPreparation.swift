package import TroveExchange
package import TroveModel

/// What an import does with each record before it looks at the library, on the thread that reads
/// the file.
package struct RowPreparation: Sendable {
    /// The kind whose items record when the items of another kind were finished.
    struct EntryPlan: Sendable {
        let kind: KindIndex
        let plan: CompletionPlan
    }

    /// For each kind, the plan for the entries of its items; nil for none.
    let plans: [EntryPlan?]
    private let kinds: Kinds
    /// The fields that identify duplicates, for each kind; nil for a kind without duplicates.
    private let keys: [DuplicateKey?]
    private let today: PartialDate

    /// Creates the preparation for a library.
    ///
    /// - Parameters:
    ///   - kinds: the kinds of the library.
    ///   - today: today's date, for dates that must not be in the future.
    package init(_ kinds: Kinds, today: PartialDate) {
        self.kinds = kinds
        keys = kinds.stored.map(DuplicateKey.init)
        self.today = today
        plans = kinds.stored.map { kind in
            kind.completions.flatMap(kinds.index(of:)).map { entry in
                EntryPlan(kind: entry, plan: CompletionPlan(kind, entries: kinds[entry]))
            }
        }
    }

    /// Returns a record with everything that can be computed from it alone.
    ///
    /// - Parameters:
    ///   - row: the record.
    ///   - cells: its cells as in the file.
    /// - Returns: the record.
    package func prepared(
        _ row: ImportedRow, cells: @autoclosure () -> [String]
    ) -> PreparedRow {
        switch row {
        case .item(let item): .item(prepared(item, cells: cells))
        case .rejected(let line, let rejection, let cells):
            .rejected(line: line, rejection, cells: cells)
        case .leftOut: .leftOut
        }
    }

    private func prepared(
        _ row: ImportedItemRow, cells: () -> [String]
    ) -> PreparedItem {
        var row = row
        let kind = kinds[row.kind]
        let entries = plans[row.kind]
        if entries == nil {
            CompletionPlan.fold(row.completions, into: &row.values, of: kind)
            row.completions = []
        }
        var violation: RuleViolation?
        do throws(RuleViolation) {
            try Self.fit(&row.values, kind)
            try ImportRun.checkNote(of: row.values, kind)
            try checkDates(of: row.values, kind)
            if let plan = entries?.plan {
                for completion in row.completions {
                    try checkDates(of: plan.dates(of: completion), plan.entry)
                }
            }
        } catch {
            violation = error
        }
        let entryFingerprint =
            row.completions.isEmpty
            ? nil
            : entries.flatMap { entries in
                keys[entries.kind]?.fingerprint(of: entries.plan.entryValues(of: row.values))
            }
        return PreparedItem(
            row, violation: violation.map { ($0, cells()) },
            fingerprint: keys[row.kind]?.fingerprint(of: row.values),
            entryFingerprint: entryFingerprint)
    }

    /// Checks an item as a whole. A page greater than the number of pages moves to the note.
    static func fit(_ values: inout [Value?], _ kind: Kind) throws(RuleViolation) {
        do throws(RuleViolation) {
            try kind.check(values)
        } catch {
            guard case .isAbove = error.rule, let progress = kind.progress,
                let note = kind.index(ofRole: .note), let page = values[progress.current]
            else { throw error }
            values[progress.current] = nil
            let line = "\(kind.fields[progress.current].name): \(page)"
            values[note] = .text(values[note].map { "\($0)\n\(line)" } ?? line)
            try kind.check(values)
        }
    }

    /// Checks the dates that must not be in the future.
    private func checkDates(of values: [Value?], _ kind: Kind) throws(RuleViolation) {
        for field in kind.pastFields {
            guard case .date(let date)? = values[field], date.span.lowerBound > today.packed else {
                continue
            }
            throw RuleViolation(
                field: kind.fields[field].name, value: "\(date)", rule: .isInFuture)
        }
    }
}
