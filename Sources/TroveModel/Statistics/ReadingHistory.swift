/// The pages read and the items finished in each month of a year, derived from the commands that
/// changed the items of a kind.
package struct ReadingHistory: Sendable, Equatable {
    /// A command of the change log.
    package struct Step: Sendable {
        /// Its number in the log.
        let id: Int
        /// The command that it reverts.
        let reverts: Int?
        /// The date of the command.
        let day: PartialDate
        let changes: [Change]

        /// Creates a step from a command of the log.
        package init(id: Int, reverts: Int?, day: PartialDate, changes: [Change]) {
            self.id = id
            self.reverts = reverts
            self.day = day
            self.changes = changes
        }
    }

    /// The pages read in each month, from January.
    package private(set) var pages = Array(repeating: 0, count: 12)
    /// The number of items that reached their last state in each month, from January.
    package private(set) var finished = Array(repeating: 0, count: 12)

    /// Derives the history from commands. A page that increases counts its difference. An item that
    /// reaches its last state counts its remaining pages. Commands that were undone do not count.
    ///
    /// - Parameters:
    ///   - index: the position of the kind.
    ///   - kind: the kind.
    ///   - year: the year to report.
    ///   - steps: all commands since the start of the year that updated or deleted an item, newest
    ///     first.
    ///   - values: returns the current values of the item with a number; nil if it was deleted.
    package init(
        of index: KindIndex, _ kind: Kind, in year: Int, _ steps: [Step],
        values: (ItemNumber) -> [Value?]?
    ) {
        var states: [ItemNumber: [Value?]] = [:]
        var dead: Set<Int> = []
        for step in steps {
            // From the newest on, a command is in effect unless one in effect reverts it.
            let isAlive = !dead.contains(step.id)
            if isAlive, let reverts = step.reverts { dead.insert(reverts) }
            let counts = isAlive && step.reverts == nil && step.day.year == year
            for change in step.changes.reversed() where change.kind == index {
                switch change.action {
                case .create: break
                case .delete(let former): states[change.number] = former
                case .update(let fields):
                    guard let after = states[change.number] ?? values(change.number) else { break }
                    var before = after
                    for field in fields { before[field.field] = field.before }
                    states[change.number] = before
                    if counts, let month = step.day.month {
                        count(from: before, to: after, of: kind, in: month - 1)
                    }
                }
            }
        }
    }

    private mutating func count(
        from before: [Value?], to after: [Value?], of kind: Kind, in month: Int
    ) {
        func isFinished(_ values: [Value?]) -> Bool {
            guard let (field, ladder) = kind.ladder, let last = ladder.rungs.last else {
                return false
            }
            return values[field] == .text(last.name)
        }
        func number(_ value: Value?) -> Int {
            if case .integer(let number)? = value { number } else { 0 }
        }
        // A finished item has been read, whatever page is recorded later.
        guard !isFinished(before) else { return }
        let isDone = isFinished(after)
        if isDone { finished[month] += 1 }
        guard let (current, total) = kind.progress else { return }
        let page = number(after[current])
        pages[month] += max(0, page - number(before[current]))
        if isDone { pages[month] += max(0, number(after[total]) - page) }
    }
}
