import TroveModel

/// What depends on several cells of a record.
extension ProgramTable {
    mutating func finishYears() {
        guard let place = draft.places.year else { return }
        if let originalYear { draft.set(place, originalYear, label: [], else: []) }
        for year in years where draft.values[place] != year.value {
            if draft.values[place] != nil, year.cell.isEmpty { continue }
            draft.set(place, year.value, label: year.label, else: year.cell)
        }
    }

    /// Removes the number in a series without the series. Some programs write 1 for each item.
    mutating func finishSeries() {
        guard let series = draft.places.series, let volume = draft.places.volume,
            draft.values[series] == nil, let number = draft.values[volume]
        else { return }
        // The number in a table of no program in particular is what the user wrote.
        guard format.name != ImportChoice.table.rawValue else { return }
        if number == .decimal(FixedDecimal(1)) {
            draft.remove(volume)
        } else {
            draft.demote(volume, label: labels.volume ?? [])
        }
    }

    /// Sets the state, the shelves and the dates.
    mutating func finishState() {
        if readings.isStarted { state.reach(.current) }
        if readings.isFinished { state.reach(.done) }
        draft.isUnowned = state.isOwned == false
        let meaning = state.meaning
        if let place = draft.places.ladder, let rung = state.rung(on: draft.kind) {
            draft.set(place.index, .text(place.ladder.rungs[rung].name), label: [], else: [])
        }
        // Another program may let its users name states, which are shelves here.
        if let place = draft.places.ladder, draft.kind.isOwn || draft.places.shelves == nil,
            let word = state.takeUnknownWord()
        {
            draft.add(unfit: word, for: place.index, label: labels.state ?? Self.stateLabel)
        }
        let outcome = readings.outcome(meaning)
        if let date = outcome.started {
            draft.set(
                draft.places.started, .date(date), label: labels.started ?? Self.startedLabel,
                else: Array(date.description.utf8)[...])
        }
        for line in outcome.lines { draft.addLine(line.label, line.text) }
        if !outcome.completions.isEmpty {
            draft.add(
                completions: outcome.completions, label: labels.completed ?? Self.completedLabel)
        }
        guard let names = state.shelves else { return }
        draft.set(
            draft.places.shelves, ImportDraft.set(names), label: Self.shelvesLabel,
            else: Array(names.joined(separator: ", ").utf8)[...])
    }

    private static let stateLabel = Array("State: ".utf8)
    private static let shelvesLabel = Array("Shelves: ".utf8)
    private static let startedLabel = Array("Started: ".utf8)
    private static let completedLabel = Array("Finished: ".utf8)

    /// Moves the dates of a loan to the note, unless the item is still lent.
    mutating func finishLoan() {
        guard let borrower = draft.places.borrower else { return }
        if state.isReturned { draft.demote(borrower, label: labels.borrower ?? []) }
        guard draft.values[borrower] == nil else { return }
        draft.demote(draft.places.lentOn, label: labels.lentOn ?? [])
        draft.demote(draft.places.due, label: labels.due ?? [])
    }
}
