import TroveLanguage
import TroveStore

/// Redoes the last undone change.
struct Redo: ShellCommand {
    static let name = "redo"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Redo>(
        .history, "redo the last undone change",
        examples: [
            .init("undo", "Undone: added movie 4: Alien"),
            .init("redo", "Redone: added movie 4: Alien"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.library.begin()
        guard let target = try context.library.history.nextRedo() else {
            throw CommandFailure(.nothingToRedo)
        }
        let changes = try context.inverse(of: target)
        if let obstacle = try context.obstacle(to: changes) {
            let summary = Message.summary(of: changes, context.kinds)
            throw CommandFailure(.cannotRedo(summary, obstacle))
        }
        try context.revert(target, by: changes)
        // The report shows the change that was redone, not the undo that was reverted.
        return .reverted(
            CommandRecord(
                id: target.id, reverts: target.reverts, isRedo: true, at: target.at,
                by: target.by, changes: changes))
    }
}
