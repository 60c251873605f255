package import TroveModel

/// Merges the rows of one file that are about one item.
///
/// The row with more values is the base, and the other one fills what the base lacks. Values that
/// both have and that cannot be combined become lines of the note.
package struct RowMerge {
    private let kind: Kind

    /// Creates a merge of rows of a kind.
    package init(_ kind: Kind) {
        self.kind = kind
    }

    /// Returns the number of values of a row.
    package static func richness(of values: [Value?]) -> Int {
        values.reduce(0) { $0 + ($1 == nil ? 0 : 1) }
    }

    /// Merges two rows, the earlier one first.
    ///
    /// - Returns: one value for each field; nil if the kind has no note for the values that cannot
    ///   be combined.
    package func merged(_ first: [Value?], _ second: [Value?]) -> [Value?]? {
        let isFirstRicher = Self.richness(of: first) >= Self.richness(of: second)
        let (base, other) = isFirstRicher ? (first, second) : (second, first)
        var result = base
        var lines: [String] = []
        let note = kind.index(ofRole: .note)
        for field in kind.fieldIndices where field != note {
            guard let further = other[field] else { continue }
            guard let value = base[field] else {
                result[field] = further
                continue
            }
            guard !kind.fields[field].isSame(value, further) else { continue }
            if let (kept, rest) = combined(value, further, field) {
                result[field] = kept
                if let rest { lines.append(NoteText.line(kind.fields[field], rest)) }
            } else {
                lines.append(NoteText.line(kind.fields[field], further))
            }
        }
        guard let note else { return lines.isEmpty ? result : nil }
        let text = NoteText.adding(other[note]?.description, to: base[note]?.description)
        result[note] = NoteText.adding(lines: lines, to: text).map(Value.text)
        return result
    }

    /// Returns the combination of two different values, and the value that is left over; nil if
    /// they cannot be combined.
    private func combined(
        _ value: Value, _ further: Value, _ field: FieldIndex
    ) -> (Value, rest: Value?)? {
        if let higher = kind.fields[field].furthest(value, further) { return (higher, nil) }
        guard case .date(let date) = value, case .date(let other) = further else { return nil }
        switch kind.fields[field].role {
        case .added: return (.date(min(date, other)), nil)
        case .completed: return (.date(max(date, other)), .date(min(date, other)))
        default: return nil
        }
    }
}

extension Field {
    /// Returns whether two values of the field mean the same.
    func isSame(_ value: Value, _ other: Value) -> Bool {
        if value == other { return true }
        guard case .text(let text) = value, case .text(let second) = other else { return false }
        if case .isbn = content, let number = ISBN(parsing: text) {
            return number == ISBN(parsing: second)
        }
        guard case .text = content else { return false }
        return Folding.name(text) == Folding.name(second)
    }

    /// Returns the union of two sets, the higher of two states, or the higher of two current pages;
    /// nil for other fields.
    func furthest(_ value: Value, _ other: Value) -> Value? {
        switch (content, value, other) {
        case (.set, .set(let names), .set(let others)):
            var seen = Set(names.map(Folding.name))
            let new = others.filter { seen.insert(Folding.name($0)).inserted }
            return .set((names + new).sorted())
        case (.ladder(let ladder), .text(let name), .text(let otherName)):
            let (place, otherPlace) = (ladder.index(of: name), ladder.index(of: otherName))
            return (otherPlace ?? -1) > (place ?? -1) ? other : value
        case (.integer, .integer(let number), .integer(let otherNumber)):
            guard case .progress = role else { return nil }
            return number >= otherNumber ? value : other
        default: return nil
        }
    }
}
