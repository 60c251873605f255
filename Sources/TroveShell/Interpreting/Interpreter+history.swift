import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

extension Interpreter {
    /// Takes the last command back; with `isSkipping`, the last one that can be taken back.
    func undo(isSkipping: Bool) throws -> Reply {
        try library.begin()
        var skipped: Set<Int> = []
        while let target = try library.nextUndo(skipping: skipped) {
            let changes = try inverse(of: target)
            if let obstacle = try obstacle(to: changes) {
                guard isSkipping else {
                    let summary = Message.summary(of: target.changes, session.kinds)
                    throw CommandFailure(.cannotUndo(summary, obstacle))
                }
                skipped.insert(target.id)
                continue
            }
            try take(changes, reverting: target)
            return .reverted(target)
        }
        throw CommandFailure(skipped.isEmpty ? .nothingToUndo : .nothingElseToUndo)
    }

    /// Takes the last undo back.
    func redo() throws -> Reply {
        try library.begin()
        guard let target = try library.nextRedo() else { throw CommandFailure(.nothingToRedo) }
        let changes = try inverse(of: target)
        if let obstacle = try obstacle(to: changes) {
            let summary = Message.summary(of: changes, session.kinds)
            throw CommandFailure(.cannotRedo(summary, obstacle))
        }
        try take(changes, reverting: target)
        // A redo is told as what happened again, not as the undo that was taken back.
        return .reverted(
            CommandRecord(
                id: target.id, reverts: target.reverts, isRedo: true, at: target.at,
                by: target.by, changes: changes))
    }

    private func inverse(of target: CommandRecord) throws -> [Change] {
        let changes = target.changes.reversed().map(\.inverse)
        for kind in Set(changes.map(\.kind)) { try beginChanging(kind) }
        return changes
    }

    private func take(_ changes: [Change], reverting target: CommandRecord) throws {
        try session.perform(changes, reverting: target.id)
        session.it = changes.count == 1 && !changes[0].isDeletion ? changes[0].number : session.it
    }

    /// A command can be taken back as long as nothing else has happened to what it changed: other
    /// devices may have been there since.
    private func obstacle(to changes: [Change]) throws -> CommandFailure.Obstacle? {
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

    /// How many commands `log` shows unless it is told: of the library, and of one item.
    private static let shownCommands = (ofAll: 20, ofItem: 1000)

    func log(_ reference: Spanned<Reference>?, limit: Int?) throws -> Reply {
        let number: Int? =
            switch reference?.value {
            // An item that is gone has a history too, under its number.
            case .number(let number)?: number
            case .some: try reference.map { try item($0).number }
            case nil: nil
            }
        let shown = Self.shownCommands
        let limit = limit ?? (number == nil ? shown.ofAll : shown.ofItem)
        let records = try library.history(of: number, limit: limit)
        if let number, records.isEmpty, limit > 0 {
            throw CommandFailure(.noSuchNumber(number), at: reference?.span)
        }
        let total =
            records.count < limit ? records.count : try library.historyLength(of: number)
        return .log(records, total: total, reference: reference.map { _ in number } ?? nil)
    }

    func snapshot(_ action: SnapshotAction) throws -> Reply {
        do {
            return try perform(action)
        } catch LibraryError.snapshot(let error) {
            throw CommandFailure(.snapshot(error), at: action.name?.span)
        }
    }

    private func perform(_ action: SnapshotAction) throws -> Reply {
        switch action {
        case .list: return .snapshots(try library.snapshots())
        case .save(let name):
            // What waits for its commit belongs to the snapshot.
            try session.settle()
            try library.saveSnapshot(name.value, at: session.surroundings.now)
            return .text(Message.saved(snapshot: name.value, count: try library.count()))
        case .restore(let name, let isConfirmed):
            guard !library.isReadOnly else { throw LibraryError.isReadOnly(library.path) }
            var changes = try library.changes(toRestore: name.value)
            guard !changes.isEmpty else { return .text(Message.isSoAlready(snapshot: name.value)) }
            try session.mustAsk(changes)
            if !isConfirmed {
                try confirm(
                    Message.restoring(snapshot: name.value, changes: changes.count),
                    verb: "snapshot restore")
            }
            try library.begin()
            // Others may have changed something since.
            changes = try library.changes(toRestore: name.value)
            try session.perform(changes)
            return .text(Message.restored(snapshot: name.value, changes: changes))
        }
    }
}

extension Change {
    var isDeletion: Bool {
        if case .delete = action { true } else { false }
    }
}
