import TroveModel
import TroveSQLite

/// What undo and redo need from the log.
extension ChangeLog {
    /// Returns a command without its changes; nil if this version does not know all of their kinds.
    func outline(of command: CommandNumber) throws -> CommandOutline? {
        let cursor = try entries(from: command)
        var outline: CommandOutline?
        var kindNames: [String] = []
        var changed: [KindIndex] = []
        while let entry = try cursor.next() {
            guard entry.command == command else {
                // The server's answer may be between the changes of a command, but no other
                // command.
                if entry.origin == nil, entry.command > command { break }
                continue
            }
            let name = entry.kindName
            if kindNames.last != name, !kindNames.contains(name) {
                guard let kind = kinds.index(ofStored: name) else { return nil }
                kindNames.append(name)
                changed.append(kind)
            }
            if outline == nil {
                guard entry.sequence == command.rawValue else { return nil }
                outline = CommandOutline(
                    id: command, reverts: entry.reverts, at: StoredNumber.time(entry.at),
                    by: entry.by, kinds: [], last: 0)
            }
            outline?.last = entry.sequence
            outline?.note(ItemNumber(entry.number))
        }
        outline?.kinds = changed
        return outline
    }

    /// Returns the changes of a command that come before a sequence number, the newest first.
    func changes(
        of command: CommandNumber, before sequence: Int, limit: Int
    ) throws -> (changes: [Change], first: Int) {
        let cursor = try entries(
            from: command, before: sequence, newestFirst: true)
        let parser = ChangeParser(kinds: kinds)
        var (changes, first, count): ([Change], Int, Int) = ([], sequence, 0)
        while count < limit, let entry = try cursor.next() {
            guard entry.command == command else { continue }
            count += 1
            first = entry.sequence
            if let change = try parser.change(of: entry) { changes.append(change) }
        }
        return (changes, first)
    }

    /// Returns the command that an undo reverts, or the undo that a redo reverts.
    ///
    /// - Parameters:
    ///   - redoing: whether it is a redo.
    ///   - skipped: the commands that cannot be reverted, and are skipped.
    /// - Returns: the command; nil if there is none.
    /// - Throws: `ChangeLog.BadEntry` for an invalid entry, and `SQLiteError`.
    func target(
        redoing: Bool, skipping skipped: Set<CommandNumber> = []
    ) throws -> CommandNumber? {
        redoing
            ? try redoSearch.find(in: self, skipping: skipped)
            : try undoSearch.find(in: self, skipping: skipped)
    }
}
