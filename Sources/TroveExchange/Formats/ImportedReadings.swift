import TroveModel

/// The times at which an item was begun and finished, collected from the cells of a record.
struct ImportedReadings {
    /// The date on which it was most recently begun.
    var started: PartialDate?
    private var finished: [(date: PartialDate, label: [UInt8])] = []
    private var periods: [ImportedCompletion] = []
    private var count = 0
    private var countsCurrent = false
    /// The cells about several times, for an item that was never finished.
    private var cells: [(label: [UInt8], text: ArraySlice<UInt8>)] = []

    /// The largest count that is believed without dates.
    static let maximumCounted = 1000

    mutating func begin() {
        started = nil
        finished.removeAll(keepingCapacity: true)
        periods.removeAll(keepingCapacity: true)
        count = 0
        countsCurrent = false
        cells.removeAll(keepingCapacity: true)
    }

    // MARK: Reading

    mutating func take(finished date: PartialDate, label: [UInt8]) {
        finished.append((date, label))
    }

    mutating func take(
        periods: [ImportedCompletion], label: [UInt8], _ cell: ArraySlice<UInt8>
    ) {
        self.periods += periods
        cells.append((label, cell))
    }

    /// Reads how often it was finished.
    mutating func take(
        count: Int, countsCurrent: Bool, label: [UInt8], _ cell: ArraySlice<UInt8>
    ) {
        self.count = count
        self.countsCurrent = countsCurrent
        if count > 1 { cells.append((label, cell)) }
    }

    // MARK: Results

    /// Whether the item was finished at least once, according to the dates.
    var isFinished: Bool { !finished.isEmpty || periods.contains { $0.on != nil } }

    /// Whether the item was begun, according to the dates.
    var isStarted: Bool { started != nil || periods.contains { $0.started != nil } }

    /// What the record says about an item in a state.
    struct Outcome {
        /// The times at which it was finished; those without a date come first.
        var completions: [ImportedCompletion] = []
        /// The date on which it was most recently begun.
        var started: PartialDate?
        /// The cells for the note, because they are about a time that was not finished.
        var lines: [(label: [UInt8], text: ArraySlice<UInt8>)] = []
    }

    /// Returns the times at which an item in a state was finished.
    func outcome(_ state: StateMeaning?) -> Outcome {
        let open = periods.last { $0.on == nil }?.started
        if state == .setAside {
            let dates = finished.map { ($0.label, Array($0.date.description.utf8)[...]) }
            return Outcome(
                started: started ?? open ?? periods.last?.started, lines: dates + cells)
        }
        guard !finished.isEmpty || !periods.isEmpty || count > 0 || state == .done else {
            return Outcome(started: started)
        }
        var all = periods.filter { $0.on != nil || state == .done }
        for (date, _) in finished where !all.contains(where: { $0.isOn(date) }) {
            all.append(ImportedCompletion(on: date))
        }
        // A reading that has begun and not ended may be counted, too.
        let hasCurrent = state == .current && (countsCurrent || periods.contains { $0.on == nil })
        let wanted = min(Self.maximumCounted, hasCurrent ? count - 1 : count)
        while all.count < wanted || all.isEmpty && state == .done {
            all.append(ImportedCompletion())
        }
        all.sort { ($0.on?.packed ?? 0) < ($1.on?.packed ?? 0) }
        if let started, state != .current, let last = all.indices.last, all[last].started == nil,
            all[last].on.map({ started.span.lowerBound <= $0.span.upperBound }) ?? true
        {
            all[last].started = started
        }
        let latest = state == .current ? nil : all.last?.started
        return Outcome(completions: all, started: started ?? open ?? latest)
    }
}

extension ImportedCompletion {
    /// Whether it was finished on a date, or in a month or year that covers it.
    fileprivate func isOn(_ date: PartialDate) -> Bool {
        on.map { $0.span.overlaps(date.span) } ?? false
    }
}
