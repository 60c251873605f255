import TroveCodecs
import TroveModel
import TroveStore
import TroveSync
package import TroveTerminal
import TroveWire

/// A picture of the queued changes of a device, and whether the server can be reached.
package enum OutboxDrawing {
    /// The maximum number of changes that are drawn.
    private static let limit = 4

    /// Returns the outbox in one row: `outbox [ add gem 7 ] ──✂── server`. Nil for a local library.
    package static func row(of context: any CommandContext, style: Style) -> TerminalText? {
        guard context.library.isReplicating, let sync = context.sync,
            let entries = try? context.library.outbox.entries(limit: 100)
        else { return nil }
        let changes = entries.filter { $0.operation.action != .skip }
        var boxes = changes.prefix(limit).map { style(.warning, "[ \(label(of: $0, context)) ]") }
        if changes.isEmpty { boxes = [style(.faint, "[ empty ]")] }
        if changes.count > limit { boxes.append("+\(changes.count - limit)") }
        let line = sync.state.isOnline ? style(.good, "─────▶") : style(.error, "──✂──")
        return "outbox " + boxes.joined(separator: " ") + " " + line + " server"
    }

    /// `add gem 7`, `change gem 7 color`
    private static func label(
        of entry: OutboxEntry, _ context: any CommandContext
    ) -> TerminalText {
        let operation = entry.operation
        if operation.kind == Conflict.kind { return "resolve a conflict" }
        let kind = context.kinds.index(ofStored: operation.kind).map { context.kinds[$0].name }
        let item = "\(kind ?? operation.kind) \(operation.item)" as TerminalText
        switch operation.action {
        case .create: return "add \(item)"
        case .delete: return "delete \(item)"
        case .update, .skip:
            let names = operation.sentFields.map { TerminalText($0.name) }
            return "change \(item)" + (names.isEmpty ? "" : " " + names.joined(separator: ","))
        }
    }
}
