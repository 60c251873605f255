import TroveModel
import TroveStore

/// Taking commands back.
extension CommandContext {
    /// The changes that take a command back, in their order.
    func inverse(of target: CommandRecord) throws -> [Change] {
        let changes = target.changes.reversed().map(\.inverse)
        for kind in Set(changes.map(\.kind)) { try beginChanging(kind) }
        return changes
    }

    /// Takes a command back by the changes that are its inverse.
    func takeBack(_ target: CommandRecord, by changes: [Change]) throws {
        try apply(changes, reverting: target.id)
        session.it = changes.count == 1 && !changes[0].isDeletion ? changes[0].number : session.it
    }

    /// A command can be taken back as long as nothing else has happened to what it changed: other
    /// devices may have been there since.
    func obstacle(to changes: [Change]) throws -> CommandFailure.Obstacle? {
        for change in changes {
            let item = try library.item(numbered: change.number)
            switch (change.action, item) {
            case (.create, nil): continue
            case (.create, let item?): return .wasChanged(item)
            case (.update(let fields), let item?):
                guard fields.allSatisfy({ item.values[$0.field] == $0.before }) else {
                    return .wasChanged(item)
                }
            case (.delete(let values), let item?):
                guard item.values == values else { return .wasChanged(item) }
            case (.update, nil), (.delete, nil): return .isGone(change.number)
            }
        }
        return nil
    }
}

extension Change {
    fileprivate var isDeletion: Bool {
        if case .delete = action { true } else { false }
    }
}
