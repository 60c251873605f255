import TroveModel
package import TroveStore

/// A command of the change log as it is shown.
package struct LoggedCommand {
    package let record: CommandRecord
    /// The current title of the item that the command updated first, or its last one if the item
    /// is deleted; nil if that is not known, and for a command that did something else first.
    package let title: String?
}

extension CommandContext {
    /// Looks up the title that users see with a command.
    func logged(_ record: CommandRecord) throws -> LoggedCommand {
        LoggedCommand(record: record, title: try title(of: record.changes))
    }

    /// Looks up the titles that users see with commands, the newest first, up to the end of the
    /// log. Items that were deleted since are named by the changes that deleted them.
    func logged(_ records: [CommandRecord]) throws -> [LoggedCommand] {
        guard !isForData else { return try records.map(logged) }
        var deleted: [ItemID: String] = [:]
        return try records.map { record in
            var title = try title(of: record.changes)
            if title == nil, let change = record.changes.first, case .update = change.action {
                title = deleted[change.id]
            }
            for change in record.changes {
                guard case .delete(let values) = change.action, case .text(let last)? = values.first
                else { continue }
                deleted[change.id] = last
            }
            return LoggedCommand(record: record, title: title)
        }
    }

    /// Returns the current title of the item that the first of these changes updates; nil for an
    /// item that is deleted, and if the first change is not an update.
    func title(of changes: [Change]) throws -> String? {
        guard !isForData, let change = changes.first, case .update = change.action,
            change.kind != kinds.definitions
        else { return nil }
        return try library.item(numbered: change.number, of: change.kind)?.title
    }
}
