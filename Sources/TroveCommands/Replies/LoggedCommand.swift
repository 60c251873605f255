import TroveModel
package import TroveStore

/// A command of the log as users read it.
package struct LoggedCommand {
    package let record: CommandRecord
    /// The title of the item that the command updated first, the last one if it is deleted; nil
    /// for a command that did something else first.
    package let title: String?
}

extension CommandContext {
    /// Looks up the title that users see with a command.
    func logged(_ record: CommandRecord) throws -> LoggedCommand {
        LoggedCommand(record: record, title: try title(of: record.changes))
    }

    /// Returns the title of the item that the first of these changes updates, the last one if it is
    /// deleted; nil if the first change is not an update.
    func title(of changes: [Change]) throws -> String? {
        guard !isForData, let change = changes.first, case .update = change.action,
            change.kind != kinds.definitions
        else { return nil }
        if let item = try library.item(numbered: change.number, of: change.kind) {
            return item.title
        }
        let last = try library.history.commands(of: change.number, limit: 1).first?.changes.first {
            $0.number == change.number && $0.kind == change.kind
        }
        guard case .delete(let values)? = last?.action else { return nil }
        return values[Kind.titleIndex].map { "\($0)" }
    }
}
