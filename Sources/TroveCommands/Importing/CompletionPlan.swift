package import TroveExchange
package import TroveModel

/// Turns the times at which an imported item was finished into entries of the kind that records
/// them, such as the read list, or into values of the item itself.
package struct CompletionPlan: Sendable {
    /// The kind of the item.
    let kind: Kind
    /// The kind of the entries.
    let entry: Kind
    /// For each field of an entry, the field of the item from which it is copied.
    private let sources: [FieldIndex?]
    private let completed, started, rating, note: FieldIndex?

    /// Creates a plan for items of a kind whose completions are entries of another kind.
    package init(_ kind: Kind, entries entry: Kind) {
        self.kind = kind
        self.entry = entry
        completed = entry.index(ofRole: .completed)
        started = entry.index(ofRole: .started)
        rating = entry.index(ofRole: .rating)
        note = entry.index(ofRole: .note)
        sources = entry.fieldIndices.map { field in
            let own = entry.fields[field]
            switch own.role {
            case .completed, .started, .rating, .note, .catalogueKey: return nil
            case nil where field == Kind.titleIndex: return Kind.titleIndex
            case let role?: return kind.index(ofRole: role)
            case nil: return kind.index(ofField: own.name)
            }
        }
    }

    /// What a plan changes.
    package struct Outcome: Equatable {
        /// The values of new entries.
        package var new: [[Value?]] = []
        /// The new values of entries that exist, by their positions.
        package var updated: [Int: [Value?]] = [:]
        /// Creates an empty outcome.
        package init() {}
    }

    // MARK: Entries

    /// Returns the values that an entry copies from an item: those of the fields with the same role
    /// or name.
    package func entryValues(of item: [Value?]) -> [Value?] {
        sources.map { source in source.flatMap { item[$0] } }
    }

    /// Returns the values of an entry that has only the dates of a completion.
    func dates(of completion: ImportedCompletion) -> [Value?] {
        var values: [Value?] = entry.fields.map { _ in nil }
        if let started { values[started] = completion.started.map(Value.date) }
        if let completed { values[completed] = completion.on.map(Value.date) }
        return values
    }

    /// Matches the completions of an item with its entries, and returns what is missing.
    ///
    /// A completion matches an entry with the same date, where a year matches its days. A
    /// completion without a date matches any other entry, and an entry without a date takes the
    /// date of a completion.
    ///
    /// - Parameters:
    ///   - completions: the completions in the file.
    ///   - item: the values of the item, from which new entries copy.
    ///   - rating: the rating of the item in the file, for the last completion.
    ///   - existing: the values of the entries of the item.
    /// - Returns: the new and the changed entries.
    package func outcome(
        of completions: [ImportedCompletion], item: [Value?], rating: Value?, existing: [[Value?]]
    ) -> Outcome {
        var outcome = Outcome()
        guard !completions.isEmpty else { return outcome }
        var free = Array(existing.indices)
        var rest: [ImportedCompletion] = []
        func take(_ completion: ImportedCompletion, where isEntry: (PartialDate?) -> Bool) -> Bool {
            let place = free.firstIndex { isEntry(date(of: existing[$0])) }
            guard let place else { return false }
            let index = free.remove(at: place)
            let filled = self.filled(existing[index], with: completion)
            if filled != existing[index] { outcome.updated[index] = filled }
            return true
        }
        let all = united(completions, rating: rating)
        for completion in all {
            guard let on = completion.on,
                take(completion, where: { $0.map { $0.covers(on) || on.covers($0) } ?? false })
            else {
                rest.append(completion)
                continue
            }
        }
        let values = entryValues(of: item)
        for completion in rest {
            let isThere = take(completion) { completion.on == nil || $0 == nil }
            if !isThere { outcome.new.append(filled(values, with: completion)) }
        }
        return outcome
    }

    private func date(of values: [Value?]) -> PartialDate? {
        guard let completed, case .date(let date)? = values[completed] else { return nil }
        return date
    }

    /// Returns completions sorted by date, one for each date, and those without a date last. The
    /// latest one gets the rating of the item unless it has its own.
    private func united(
        _ completions: [ImportedCompletion], rating: Value?
    ) -> [ImportedCompletion] {
        if completions.count == 1 {
            var one = completions
            one[0].rating = one[0].rating ?? rating
            return one
        }
        var dated: [ImportedCompletion] = []
        for completion in completions.filter({ $0.on != nil }).sorted(by: { $0.day < $1.day }) {
            if dated.last?.on == completion.on {
                dated[dated.count - 1].take(from: completion)
            } else {
                dated.append(completion)
            }
        }
        var all = dated + completions.filter { $0.on == nil }
        let last = dated.isEmpty ? all.count - 1 : dated.count - 1
        all[last].rating = all[last].rating ?? rating
        return all
    }

    /// Returns an entry with the values of a completion that it lacks.
    private func filled(_ values: [Value?], with completion: ImportedCompletion) -> [Value?] {
        var values = values
        if let started, let date = completion.started {
            values[started] = values[started] ?? .date(date)
        }
        if let rating { values[rating] = values[rating] ?? completion.rating }
        if let completed, let on = completion.on {
            if date(of: values).map({ $0.covers(on) }) ?? true { values[completed] = .date(on) }
        }
        if let note, let text = completion.note {
            values[note] = NoteText.adding(text, to: values[note]?.description).map(Value.text)
        }
        return values
    }

    // MARK: Items without entries

    /// Adds completions to the values of an item whose kind has no entries: the last date goes to
    /// its field, and the others become lines of the note.
    package static func fold(
        _ completions: [ImportedCompletion], into values: inout [Value?], of kind: Kind
    ) {
        let (ratingField, noteField) = (kind.index(ofRole: .rating), kind.index(ofRole: .note))
        guard !completions.isEmpty, let field = kind.index(ofRole: .completed) else { return }
        var last = completions.compactMap(\.on).max()
        if case .date(let date)? = values[field] { last = max(last ?? date, date) }
        let former = values[field]
        values[field] = last.map(Value.date)
        var lines: [String] = []
        func add(_ date: PartialDate, _ rating: Value?) {
            let line = NoteText.line(kind.fields[field], .date(date))
            lines.append(rating.map { "\(line) (\($0))" } ?? line)
        }
        if case .date(let date)? = former, date != last,
            !completions.contains(where: { $0.on == date })
        {
            add(date, nil)
        }
        var note = noteField.flatMap { values[$0]?.description }
        for completion in completions.sorted(by: { $0.day < $1.day }) {
            if let on = completion.on, on != last {
                add(on, completion.rating)
            } else if let ratingField {
                values[ratingField] = values[ratingField] ?? completion.rating
            }
            note = NoteText.adding(completion.note, to: note)
        }
        if let noteField {
            values[noteField] = NoteText.adding(lines: lines, to: note).map(Value.text)
        }
    }
}

extension ImportedCompletion {
    /// The packed date; the highest number if there is none.
    fileprivate var day: Int { on?.packed ?? .max }

    /// Fills what is missing from another row about the same time.
    fileprivate mutating func take(from other: ImportedCompletion) {
        started = started ?? other.started
        rating = rating ?? other.rating
        note = NoteText.adding(other.note, to: note)
    }
}
