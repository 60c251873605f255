package import TroveModel
import TroveSQLite

/// The commands in a library's change log.
package struct CommandHistory {
    let library: Library

    /// Returns the last commands, newest first. With a number, it returns only the commands that
    /// changed this item, and only their changes to it.
    package func commands(
        of number: ItemNumber? = nil, after position: LogPosition = 0, limit: Int
    ) throws(LibraryError) -> [CommandRecord] {
        try library.looking {
            try library.log.records(of: number, after: position, limit: limit)
        }
    }

    /// Returns the commands that changed an item and were not undone, newest first, without undo
    /// and redo.
    ///
    /// - Throws: `LibraryError` if the log cannot be read.
    package func standingCommands(of number: ItemNumber) throws(LibraryError) -> [CommandRecord] {
        try library.looking {
            var standing = try StandingCommands(library.database)
            return try library.log.records(of: number, after: 0, limit: .max).filter { command in
                standing.contains(command.id, reverts: command.reverts) && command.reverts == nil
            }
        }
    }

    /// Returns how many commands after a place have changed the item with a number, or any item.
    package func count(
        of number: ItemNumber?, after position: LogPosition = 0
    ) throws(LibraryError) -> Int {
        try library.looking { try library.log.count(of: number, after: position) }
    }

    // MARK: Places

    /// The end of the log.
    package func end() throws(LibraryError) -> LogPosition { LogPosition(try lastChange()) }

    /// Returns the place of a time: after the last command that was given at or before it.
    ///
    /// Commands are ordered by their numbers, so if the clock was set back, the place of a time is
    /// after all commands of that time. A change that arrived from elsewhere counts by the time
    /// when it was applied here. The cost is that of reading the later changes.
    package func position(at time: Timestamp) throws(LibraryError) -> LogPosition {
        if let last = library.lastPast.place, last.time == time { return last.position }
        let position = try library.looking { try library.log.position(at: time) }
        library.lastPast.place = (time, position)
        return position
    }

    /// Returns the items that have changed since a place, as they were at that place.
    package func pastItems(at position: LogPosition) throws(LibraryError) -> PastItems {
        if let past = library.lastPast.view?.past, past.position == position {
            return past.reading(as: library.catalog.kinds)
        }
        return try library.looking {
            try PastItems(at: position, in: library.log, kinds: library.catalog.kinds)
        }
    }

    /// Records that a command of the open transaction, which reverts `first`, reverts all later
    /// commands before it as well.
    package func widen(
        _ command: CommandNumber, toAllSince first: CommandNumber
    ) throws(LibraryError) {
        try library.writing { transaction in
            try RevertedRanges(transaction.database).write(command, since: first)
        }
    }

    /// Returns the first command after a place; nil at the end of the log.
    package func firstCommand(after position: LogPosition) throws(LibraryError) -> CommandNumber? {
        try library.looking {
            try library.log.entries(after: position.rawValue).next()
                .map { CommandNumber(rawValue: $0.sequence) }
        }
    }

    /// Returns the number of the last change in the log; 0 for an empty log.
    package func lastChange() throws(LibraryError) -> Int {
        try library.looking { try library.log.newest() ?? 0 }
    }

    /// Finds the command that an undo would revert.
    ///
    /// - Parameter skipped: the commands that cannot be reverted, and are skipped.
    /// - Returns: the command; nil if there is none.
    /// - Throws: `isNotUnderstood` for a command of a newer version.
    package func nextUndo(
        skipping skipped: Set<CommandNumber> = []
    ) throws(LibraryError) -> CommandOutline? {
        try target(redoing: false, skipping: skipped)
    }

    /// Returns the undo that a redo would revert; nil when there is none.
    package func nextRedo() throws(LibraryError) -> CommandOutline? {
        try target(redoing: true)
    }

    private func target(
        redoing: Bool, skipping skipped: Set<CommandNumber> = []
    ) throws(LibraryError) -> CommandOutline? {
        try library.looking {
            let log = library.log
            guard let command = try log.target(redoing: redoing, skipping: skipped) else {
                return nil
            }
            guard let outline = try log.outline(of: command) else {
                throw LibraryError.isNotUnderstood(library.path)
            }
            return outline
        }
    }

    /// Returns how many changes a command made; nil if a newer version made some of them.
    ///
    /// - Throws: `LibraryError` if the log cannot be read.
    package func changeCount(of command: CommandNumber) throws(LibraryError) -> Int? {
        try library.looking { try library.log.outline(of: command)?.changeCount }
    }

    /// Returns whether the log has no change after those of a command. Then all items that the
    /// command changed are as it left them.
    package func isLast(_ command: CommandOutline) throws(LibraryError) -> Bool {
        try lastChange() == command.last
    }

    /// Returns the first change of a command, or its last one.
    package func change(
        ofCommand command: CommandOutline, isLast: Bool
    ) throws(LibraryError) -> Change? {
        try library.looking {
            let place = isLast ? command.last : command.id.rawValue
            return try library.log.changes(of: command.id, before: place + 1, limit: 1)
        }.changes.first
    }

    /// The number of changes that are in memory while the changes of a command are read.
    package static let batchSize = 1024

    /// Passes the changes of a command to `body` in batches, the newest first. `body` may write to
    /// the library.
    ///
    /// - Throws: what `body` throws, and `LibraryError`.
    package func forEachBatch(
        of command: CommandOutline, _ body: ([Change]) throws -> Void
    ) throws {
        var next = command.last + 1
        while next > command.id.rawValue {
            let (changes, first) = try library.looking {
                try library.log.changes(of: command.id, before: next, limit: Self.batchSize)
            }
            guard first < next else { return }
            try body(changes)
            next = first
        }
    }

    /// Returns the changes of a command, in order.
    package func changes(of command: CommandOutline) throws(LibraryError) -> [Change] {
        try library.looking {
            try library.log.changes(of: command.id, before: command.last + 1, limit: .max)
        }.changes.reversed()
    }
}
