/// How much was read in each month of a year, and how much was finished, told from what happened to
/// the things of a kind.
package struct ReadingHistory: Sendable, Equatable {
    /// A command, as far as this is concerned.
    package struct Step: Sendable {
        /// Its place in the log.
        let id: Int
        /// The command that it takes back.
        let reverts: Int?
        /// The day on which it was given.
        let day: PartialDate
        let changes: [Change]

        package init(id: Int, reverts: Int?, day: PartialDate, changes: [Change]) {
            self.id = id
            self.reverts = reverts
            self.day = day
            self.changes = changes
        }
    }

    /// The pages read in each month, from January.
    package private(set) var pages = Array(repeating: 0, count: 12)
    /// How many things came to their last state in each month, from January.
    package private(set) var finished = Array(repeating: 0, count: 12)

    /// Goes back through what happened. A page that goes up counts by how much; a thing that comes to
    /// its last state counts with the pages that were left. What was undone counts for nothing.
    ///
    /// - Parameters:
    ///   - index: the position of the kind.
    ///   - kind: the kind.
    ///   - year: the year that is asked for.
    ///   - steps: all commands since the beginning of the year that have updated or deleted
    ///     something, the newest first.
    ///   - values: what a thing with a number holds today; nil when it is gone.
    package init(
        of index: KindIndex, _ kind: Kind, in year: Int, _ steps: [Step], values: (ItemNumber) -> [Value?]?
    ) {
        var states: [ItemNumber: [Value?]] = [:]
        var dead: Set<Int> = []
        for step in steps {
            // Read from the newest, a command counts unless a living one takes it back.
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
        // What is finished has been read already, whatever page is noted later.
        guard !isFinished(before) else { return }
        let isDone = isFinished(after)
        if isDone { finished[month] += 1 }
        guard let (current, total) = kind.progress else { return }
        let page = number(after[current])
        pages[month] += max(0, page - number(before[current]))
        if isDone { pages[month] += max(0, number(after[total]) - page) }
    }
}
