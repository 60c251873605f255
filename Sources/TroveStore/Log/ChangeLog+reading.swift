import TroveModel
import TroveSQLite

/// Reading the log.
extension ChangeLog {
    /// Returns a cursor over entries of the log.
    ///
    /// - Parameters:
    ///   - low: the sequence number before the first entry; by default all are read.
    ///   - high: the sequence number after the last entry.
    ///   - newestFirst: whether the newest entry comes first.
    ///   - includesRows: whether entries in rows are read, not only those in batches.
    /// - Returns: the cursor, before the first entry.
    /// - Throws: `SQLiteError`.
    func entries(
        after low: Int = .min, before high: Int = .max, newestFirst: Bool = false,
        includesRows: Bool = true
    ) throws -> LogCursor {
        try flush()
        return try LogCursor(
            format, connection, after: low, before: high, newestFirst: newestFirst,
            includesRows: includesRows)
    }

    /// Returns a cursor over the entries from the first change of a command on.
    func entries(
        from command: CommandNumber, before high: Int = .max, newestFirst: Bool = false
    ) throws -> LogCursor {
        try entries(
            after: max(command.rawValue, 1) - 1, before: high, newestFirst: newestFirst)
    }

    /// Returns the entry with a sequence number; nil if there is none.
    private func entry(_ sequence: Int) throws -> (entry: LogEntry, cursor: LogCursor)? {
        let cursor = try entries(after: sequence - 1, before: sequence + 1)
        return try cursor.next().map { ($0, cursor) }
    }

    /// Returns the change with a sequence number; nil if the log has none, or if this version does
    /// not know its kind.
    func change(_ sequence: Int) throws -> Change? {
        guard let (entry, _) = try entry(sequence) else { return nil }
        return try ChangeParser(kinds: kinds).change(of: entry)
    }

    func isRevert(_ command: CommandNumber) throws -> Bool {
        guard (1...StoredNumber.highest).contains(command.rawValue) else { return false }
        return try entry(command.rawValue)?.entry.reverts != nil
    }

    /// Returns the commands that others have given since the last call or `catchUp`, oldest first.
    func newCommands() throws -> [CommandRecord] {
        let records = try records(entries(after: last), newestFirst: false, withOrigins: true) {
            _ in true
        }
        if let newest = try newest() { see(through: newest) }
        return records
    }

    /// Returns the commands after a place that changed the item with a number, or all of them,
    /// newest first.
    func records(
        of number: ItemNumber?, after position: LogPosition, limit: Int
    ) throws -> [CommandRecord] {
        guard let oldest = try oldest(ofNewest: limit, of: number, after: position) else {
            return []
        }
        let cursor = try entries(from: oldest, newestFirst: true)
        return try records(cursor, newestFirst: true) { entry in
            entry.command >= oldest && (number == nil || entry.number == number?.rawValue)
        }
    }

    /// Returns the oldest of the newest commands after a place that changed the item with a number,
    /// or any item; nil if there are none. The cost depends on the commands that are passed over.
    private func oldest(
        ofNewest count: Int, of number: ItemNumber?, after position: LogPosition
    ) throws -> CommandNumber? {
        let cursor = try entries(after: position.rawValue, newestFirst: true)
        var (found, oldest): (Int, CommandNumber?) = (0, nil)
        while found < count, let entry = try cursor.next() {
            if let number, entry.number != number.rawValue { continue }
            if entry.command != oldest { (found, oldest) = (found + 1, entry.command) }
            // Passes over the other changes of the command.
            if entry.command.rawValue < entry.sequence {
                cursor.passOver(from: max(entry.command.rawValue, 1))
            }
        }
        return oldest
    }

    /// Returns how many commands after a place changed the item with a number, or any item.
    func count(of number: ItemNumber?, after position: LogPosition) throws -> Int {
        guard let number else { return try count(after: position) }
        let cursor = try entries(after: position.rawValue)
        var commands: Set<CommandNumber> = []
        while let entry = try cursor.next() {
            if entry.number == number.rawValue { commands.insert(entry.command) }
        }
        return commands.count
    }

    /// Returns how many commands begin after a place. The number of a command is that of its first
    /// change.
    private func count(after position: LogPosition) throws -> Int {
        try flush()
        let rows =
            try connection.integer(
                "SELECT count(*) FROM changes WHERE seq > \(position) AND seq = command") ?? 0
        guard format.hasBatches else { return rows }
        let whole =
            try connection.integer("SELECT sum(commands) FROM batches WHERE first > \(position)")
            ?? 0
        // The batch that begins before the place may have commands after it.
        let border = try connection.integer(
            "SELECT last FROM batches WHERE first <= \(position) ORDER BY first DESC LIMIT 1")
        guard let border, border > position.rawValue else { return rows + whole }
        let cursor = try entries(
            after: position.rawValue, before: border + 1, includesRows: false)
        var part = 0
        while let entry = try cursor.next() {
            if entry.command.rawValue == entry.sequence { part += 1 }
        }
        return rows + whole + part
    }

    /// Returns the place after the last command that was given at or before a time.
    func position(at time: Timestamp) throws -> LogPosition {
        let cursor = try entries(newestFirst: true)
        var (command, last): (CommandNumber?, Int) = (nil, 0)
        while let entry = try cursor.next() {
            // The first entry of a command in this order is its last change.
            if entry.command != command { (command, last) = (entry.command, entry.sequence) }
            if entry.at <= time.milliseconds { return LogPosition(last) }
        }
        return 0
    }

    /// Passes the changes after a place to `body` without their values, newest first. The kind is
    /// nil if this version does not know it.
    func forEachChange(
        after position: LogPosition, _ body: (KindIndex?, PastChange) throws -> Void
    ) throws {
        let cursor = try entries(after: position.rawValue, newestFirst: true)
        // Most changes are of the same kind as the one before.
        var last: (name: String, kind: KindIndex?)?
        while let entry = try cursor.next() {
            let name = entry.kindName
            if last?.name != name { last = (name, kinds.index(ofStored: name)) }
            let number = ItemNumber(entry.number)
            guard let operation = entry.operation, number > 0, number < .limit else {
                throw BadEntry(description: "a change of \(name) \(number) is invalid")
            }
            try body(
                last?.kind,
                PastChange(sequence: entry.sequence, number: number, operation: operation))
        }
    }

    /// Returns commands with their changes, of the entries that meet a condition.
    private func records(
        _ cursor: LogCursor, newestFirst: Bool, withOrigins: Bool = false,
        where isWanted: (LogEntry) -> Bool
    ) throws -> [CommandRecord] {
        let ranges = try RevertedRanges(connection).all()
        let parser = ChangeParser(kinds: kinds)
        var records: [CommandRecord] = []
        var changes: [Change] = []
        var head: CommandRecord?
        func finish() {
            guard let head, !changes.isEmpty else { return }
            if newestFirst { changes.reverse() }
            records.append(head.having(changes))
            changes = []
        }
        while let entry = try cursor.next() {
            guard isWanted(entry) else { continue }
            if head?.id != entry.command {
                finish()
                let target = entry.reverts
                head = CommandRecord(
                    id: entry.command, reverts: target,
                    isRedo: try target.map(isRevert) ?? false && ranges[entry.command] == nil,
                    at: StoredNumber.time(entry.at), by: entry.by,
                    origin: withOrigins ? entry.origin : nil, changes: [])
            }
            if let change = try parser.change(of: entry) { changes.append(change) }
        }
        finish()
        return records
    }
}
