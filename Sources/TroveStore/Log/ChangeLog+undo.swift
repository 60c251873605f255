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
            guard entry.command == command else { continue }
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
    /// Undo reverts the newest command in effect that is not itself an undo or redo. Redo reverts
    /// the newest undo in effect, provided that no other command in effect comes after it.
    func target(
        redoing: Bool, skipping skipped: Set<CommandNumber> = []
    ) throws -> CommandNumber? {
        let cursor = try entries(newestFirst: true)
        var standing = try StandingCommands(connection)
        while let entry = try cursor.next() {
            let command = entry.command
            guard command.rawValue == entry.sequence else {
                // The first change of a command stands for it.
                if command.rawValue < entry.sequence { cursor.passOver(from: command.rawValue + 1) }
                continue
            }
            guard entry.origin == nil, !skipped.contains(command),
                standing.contains(command, reverts: entry.reverts)
            else { continue }
            guard let target = entry.reverts else { return redoing ? nil : command }
            guard redoing else { continue }
            if try standing.revertsRange(command) || !isRevert(target) { return command }
        }
        return nil
    }
}
