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

    var needsAnswers: Bool { true }

    func run(in context: any CommandContext) throws -> Reply {
        try context.library.begin()
        guard let target = try context.library.history.nextRedo() else {
            throw CommandFailure(.nothingToRedo)
        }
        // The report shows the change that was redone, not the undo that was reverted.
        var reversal = try Reversal(of: target, isRedo: true, in: context)
        if let obstacle = reversal.obstacle {
            throw CommandFailure(.cannotRedo(try reversal.summary(), obstacle))
        }
        return try reversal.perform()
    }
}
