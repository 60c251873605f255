import TroveCodecs
import TroveModel
import TroveStore
package import TroveTerminal
import TroveWire

/// A picture of a field that several devices have set: the value that they started from, and what
/// each has made of it.
package enum ConflictDrawing {
    /// A device and its library.
    package typealias Device = (name: String, context: any CommandContext)

    /// Returns the rows of the first field that several devices are about to set, or else of the
    /// latest conflict that one of them knows; no rows if there is neither.
    package static func rows(of devices: [Device], style: Style) -> [TerminalText] {
        let queued = queuedRows(of: devices, style)
        return queued.isEmpty ? knownRows(of: devices, style) : queued
    }

    // MARK: Before the server decides

    private static func queuedRows(of devices: [Device], _ style: Style) -> [TerminalText] {
        var branches: [Key: [(device: String, value: JSON)]] = [:]
        var order: [Key] = []
        for (name, context) in devices {
            let entries = (try? context.library.outbox.entries(limit: 100)) ?? []
            for entry in entries where entry.operation.action == .update {
                for field in entry.operation.sentFields {
                    let key = Key(id: entry.operation.id, field: field.name)
                    if branches[key] == nil { order.append(key) }
                    branches[key, default: []].removeAll { $0.device == name }
                    branches[key, default: []].append((name, field.value))
                }
            }
        }
        guard let key = order.first(where: { (branches[$0]?.count ?? 0) > 1 }),
            let values = branches[key], let first = devices.first
        else { return [] }
        let base = (try? first.context.library.shadow.fields(of: key.id))?
            .first { $0.name == key.field }?.value
        return fork(
            root: "\(key.field)  base \(text(of: base ?? .null))",
            values.map { (TerminalText($0.device), text(of: $0.value)) }, style)
    }

    private struct Key: Hashable {
        let id: ItemID
        let field: String
    }

    // MARK: After it has decided

    private static func knownRows(of devices: [Device], _ style: Style) -> [TerminalText] {
        for (_, context) in devices {
            guard let entry = try? context.library.conflicts.entries().last else { continue }
            let conflict = entry.conflict
            return fork(
                root: TerminalText(conflict.field),
                [
                    ("kept", text(of: conflict.theirs)),
                    ("lost", "\(text(of: conflict.mine)) (\(conflict.device))"),
                ], style)
        }
        return []
    }

    // MARK: Drawing

    /// Draws a root with branches.
    private static func fork(
        root: TerminalText, _ branches: [(name: TerminalText, value: TerminalText)], _ style: Style
    ) -> [TerminalText] {
        let width = branches.map(\.name.width).max() ?? 0
        let indent = TerminalText(repeating: " ", count: root.width)
        return branches.enumerated().map { index, branch in
            let isLast = index == branches.count - 1
            let stem: TerminalText = index == 0 ? " ─┬─ " : isLast ? "  └─ " : "  ├─ "
            return (index == 0 ? root : indent) + style(.faint, stem)
                + branch.name.padded(to: width) + "  " + style(.heading, branch.value)
        }
    }

    private static func text(of value: JSON) -> TerminalText {
        switch value {
        case .null: return "(none)"
        case .string(let text): return TerminalText(text)
        case .array(let elements): return elements.map { text(of: $0) }.joined(separator: ", ")
        default: return TerminalText(value.written)
        }
    }
}

extension QueuedOperation {
    /// The fields that the operation sends, with their values.
    var sentFields: [JSON.Member] { (try? JSON(parsing: Array(fields.utf8)))?.members ?? [] }
}
