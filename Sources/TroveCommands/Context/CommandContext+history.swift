import TroveModel
import TroveStore

/// Undo and redo.
extension CommandContext {
    /// Returns the changes that revert a command, in the order to perform them.
    func inverse(of target: CommandRecord) throws -> [Change] {
        let changes = target.changes.reversed().map(\.inverse)
        for kind in Set(changes.map(\.kind)) { try beginChanging(kind) }
        return changes
    }

    /// Reverts a command by performing its inverse.
    func revert(_ target: CommandRecord, by changes: [Change]) throws {
        try apply(changes, reverting: target.id, showsProgress: true)
        session.it =
            changes.count == 1 && !changes[0].action.isDeletion ? changes[0].number : session.it
    }

    /// Returns why changes cannot be performed; nil if they can. Each item must still be in the
    /// state that the change expects, although other devices may have changed it. Earlier changes
    /// of the list count: an import may change an item that it added.
    func obstacle(to changes: [Change]) throws -> CommandFailure.Obstacle? {
        var states: [ItemNumber: Item?] = [:]
        for (index, change) in changes.enumerated() {
            if index % progressStep == progressStep - 1 {
                user?.progresses(
                    Double(index) / Double(changes.count), Message.comparing, done: index)
            }
            let item = try states[change.number] ?? library.item(numbered: change.number)
            switch (change.action, item) {
            case (.create(let values), nil):
                states[change.number] = Item(
                    kind: change.kind, number: change.number, id: change.id, values: values)
            case (.create, let item?): return .wasChanged(item)
            case (.update(let fields), var item?):
                guard fields.allSatisfy({ item.values[$0.field] == $0.before }) else {
                    return .wasChanged(item)
                }
                for field in fields { item.values[field.field] = field.after }
                states[change.number] = item
            case (.delete(let values), let item?):
                guard item.values == values else { return .wasChanged(item) }
                states[change.number] = .some(nil)
            case (.update, nil), (.delete, nil): return .isGone(change.number)
            }
        }
        return nil
    }
}
