import TroveModel
package import TroveStore

/// A command of the log as users read it.
package struct LoggedCommand {
    package let record: CommandRecord
    /// The current title of the item that the command updated first; nil for an item that is
    /// deleted, and for a command that did something else first.
    package let title: String?
}

extension CommandContext {
    /// Looks up the title that users see with a command.
    func logged(_ record: CommandRecord) throws -> LoggedCommand {
        LoggedCommand(record: record, title: try title(of: record.changes))
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
