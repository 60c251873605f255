import TroveModel
import TroveStore
import TroveTerminal

extension Interpreter {
    /// A reply to changes, with a warning for those that have made a thing the same as another.
    func withDuplicates(_ changes: [Change], _ reply: Reply) throws -> Reply {
        var warnings: [TerminalText] = []
        for change in changes {
            let kind = kinds[change.kind]
            guard case .update(let fields) = change.action,
                let key = library.catalog.duplicateKeys[change.kind],
                fields.contains(where: { key.includes($0.field) }),
                let item = try library.item(numbered: change.number),
                let duplicate = try library.duplicate(
                    of: item.values, kind: change.kind, except: change.number),
                let other = try library.item(numbered: duplicate.number)
            else { continue }
            warnings.append(Message.isSame(item, as: other, kind, duplicate.reason))
        }
        return warnings.isEmpty ? reply : .sequence([reply] + warnings.map(Reply.warning))
    }
}
