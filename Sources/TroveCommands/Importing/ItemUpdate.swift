package import TroveModel

/// Compares a row of a file with the item of the library that it is about, and computes the new
/// values of the item.
package struct ItemUpdate {
    private let kind: Kind
    /// Whether the items of the kind record when items of another kind were finished.
    private let isCompletion: Bool

    /// Creates an update of items of a kind.
    package init(_ kind: Kind, isCompletion: Bool) {
        self.kind = kind
        self.isCompletion = isCompletion
    }

    /// Returns the values of an item after an update.
    ///
    /// States and pages only move forward, names are added to sets, and empty fields are filled. A
    /// different rating replaces the old one, unless the note already has it from a row that was
    /// merged into the item. A note that continues the old one replaces it; other notes are
    /// appended. The note may become too long. Everything else that the item has stays.
    ///
    /// - Parameters:
    ///   - old: the values of the item.
    ///   - row: the values of the row.
    ///   - fillsOnly: whether a richer row of the file was about the item, so that a different
    ///     rating becomes a line of the note.
    /// - Returns: the new values.
    package func updated(_ old: [Value?], with row: [Value?], fillsOnly: Bool = false) -> [Value?] {
        var new = old
        var lines: [String] = []
        let note = kind.index(ofRole: .note)
        for field in kind.fieldIndices where field != note && field != Kind.titleIndex {
            guard let value = row[field] else { continue }
            guard let current = old[field] else {
                if !isOfLoan(field) { new[field] = value }
                continue
            }
            guard !kind.fields[field].isSame(current, value) else { continue }
            if let furthest = kind.fields[field].furthest(current, value) {
                new[field] = furthest
                continue
            }
            switch kind.fields[field].role {
            case .rating:
                let line = NoteText.line(kind.fields[field], value)
                if note.flatMap({ old[$0] }).map({ NoteText.has(line, in: "\($0)") }) ?? false {
                    break
                }
                if fillsOnly, note != nil {
                    lines.append(line)
                } else {
                    new[field] = value
                }
            case .completed:
                let (latest, former) = dates(current, value)
                new[field] = latest
                if let former { lines.append(NoteText.line(kind.fields[field], former)) }
            default: break
            }
        }
        if let note {
            let text = self.note(old[note]?.description, row[note]?.description)
            new[note] = NoteText.adding(lines: lines, to: text).map(Value.text)
        }
        return fitted(new, old)
    }

    /// Returns the values of an item after the user has edited its row in a file that Trove wrote.
    ///
    /// The values of the row replace those of the item, but a state only moves forward. An empty
    /// field of the row changes nothing, because an old file lacks what was added since.
    ///
    /// - Parameters:
    ///   - old: the values of the item.
    ///   - row: the values of the row.
    /// - Returns: the new values, which may break a rule.
    package func edited(_ old: [Value?], by row: [Value?]) -> [Value?] {
        var new = old
        for field in kind.fieldIndices {
            guard let value = row[field], !isOfLoan(field) else { continue }
            new[field] = value
        }
        if let (state, _) = kind.ladder, let former = old[state], let value = row[state] {
            new[state] = kind.fields[state].furthest(former, value)
        }
        return new
    }

    /// The loan of an item changes often, and an old file must not bring it back.
    private func isOfLoan(_ field: FieldIndex) -> Bool {
        [.borrower, .lentOn, .due].contains(kind.fields[field].role)
    }

    /// Returns the date of the last completion, and the other date if it belongs to another
    /// completion.
    private func dates(_ current: Value, _ value: Value) -> (Value, former: Value?) {
        guard case .date(let known) = current, case .date(let other) = value else {
            return (current, nil)
        }
        if known.covers(other) { return (value, nil) }
        if other.covers(known) || isCompletion { return (current, nil) }
        return (.date(max(known, other)), .date(min(known, other)))
    }

    private func note(_ old: String?, _ row: String?) -> String? {
        guard let old, let row else { return old ?? row }
        if NoteText.has(old, in: row) { return row }
        return NoteText.adding(row, to: old)
    }

    /// Returns the new values, with the old pages if the new ones contradict each other.
    private func fitted(_ new: [Value?], _ old: [Value?]) -> [Value?] {
        guard let progress = kind.progress, (try? kind.check(new, after: old)) == nil else {
            return new
        }
        var new = new
        new[progress.current] = old[progress.current]
        new[progress.total] = old[progress.total]
        return new
    }
}

extension PartialDate {
    /// Returns whether another date is a part of this one, or equal.
    func covers(_ other: PartialDate) -> Bool {
        span.contains(other.span.lowerBound) && span.contains(other.span.upperBound)
    }
}
