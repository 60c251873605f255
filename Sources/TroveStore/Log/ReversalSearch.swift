import TroveModel

/// Finds the command that an undo reverts, or the undo that a redo reverts.
///
/// Undo reverts the newest command in effect that is not itself an undo or redo. Redo reverts the
/// newest undo in effect, provided that no other command in effect comes after it. Commands from
/// other devices are passed over.
///
/// The log is read backwards. A search continues where the last one ended, so that many undos in a
/// row read the log once.
struct ReversalSearch {
    private let isRedo: Bool
    /// The end of the last search; nil if the next one reads the log from its end.
    private var last: End?

    /// The end of a search.
    private struct End {
        /// The newest change of the log at that time.
        let newest: Int
        /// The command at which reading stopped. Those after it, up to `newest`, are not the one to
        /// find.
        let command: CommandNumber
        /// What the commands after it revert.
        var standing: StandingCommands
    }

    /// The command at which reading stopped, and whether it is the one to find.
    private typealias Stop = (command: CommandNumber, isFound: Bool)

    /// Creates a search that has read nothing.
    init(isRedo: Bool) { self.isRedo = isRedo }

    /// Finds the command.
    ///
    /// - Parameters:
    ///   - log: the log, which still contains what earlier searches have read.
    ///   - skipped: the commands that cannot be reverted, and are skipped. With any, the log is
    ///     read from its end.
    /// - Returns: the command; nil if there is none.
    /// - Throws: `ChangeLog.BadEntry` for an invalid entry, and `SQLiteError`.
    mutating func find(
        in log: ChangeLog, skipping skipped: Set<CommandNumber>
    ) throws -> CommandNumber? {
        let newest = try log.newest() ?? 0
        var standing = try StandingCommands(log.connection)
        if skipped.isEmpty, var former = last.take(), former.newest <= newest {
            if let stop = try read(log, after: former.newest, before: newest + 1, &standing) {
                return end(at: stop, newest, standing)
            }
            let known = former.command.rawValue + 1..<former.newest + 1
            if former.standing.add(standing, after: known) {
                let stop = try read(log, before: known.lowerBound, &former.standing)
                return end(at: stop, newest, former.standing)
            }
            standing = try StandingCommands(log.connection)
        }
        let stop = try read(log, before: newest + 1, skipping: skipped, &standing)
        guard skipped.isEmpty else { return stop?.command }
        return end(at: stop, newest, standing)
    }

    /// Reads changes, the newest first, until the command is found or cannot come any more. Returns
    /// nil at the end.
    private func read(
        _ log: ChangeLog, after low: Int = .min, before high: Int = .max,
        skipping skipped: Set<CommandNumber> = [], _ standing: inout StandingCommands
    ) throws -> Stop? {
        let cursor = try log.entries(after: low, before: high, newestFirst: true)
        while let entry = try cursor.next() {
            let command = entry.command
            guard command.rawValue == entry.sequence else {
                // The first change of a command stands for it.
                if command.rawValue < entry.sequence { cursor.passOver(from: command.rawValue + 1) }
                continue
            }
            guard entry.origin == nil, !skipped.contains(command), standing.contains(command)
            else { continue }
            guard let target = entry.reverts else { return (command, !isRedo) }
            // A later command may revert the one that is found, so it is not passed yet.
            if isRedo, try standing.revertsRange(command) || !log.isRevert(target) {
                return (command, true)
            }
            standing.pass(command, reverts: target)
        }
        return nil
    }

    /// Remembers the end of a search, and returns its result.
    private mutating func end(
        at stop: Stop?, _ newest: Int, _ standing: StandingCommands
    ) -> CommandNumber? {
        let command = stop?.command ?? CommandNumber(rawValue: 0)
        last = End(newest: newest, command: command, standing: standing)
        return stop?.isFound == true ? command : nil
    }
}
