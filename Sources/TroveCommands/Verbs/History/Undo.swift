import TroveLanguage
import TroveStore

/// Undoes the last change.
struct Undo: ShellCommand {
    /// Whether changes that cannot be undone are skipped.
    var isSkipping = false
    /// The time or the mark to return to; nil for the state before the last change.
    var place: Spanned<String>?

    static let name = "undo"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Undo>(
        .history, "undo the last change",
        details: """
            Each `undo` goes one change further back, and `redo` goes forward. It stops at a \
            change that cannot be undone, because its item was deleted or has changed since. \
            --skip leaves such changes and undoes the newest one that can be undone. to: undoes all \
            changes after a mark or a time (see `help as-of`), including those from other devices; one \
            `redo` brings them back.
            """,
        arguments: [
            .option("--skip", \.isSkipping), .named("to", "WHEN", \.place, .mark),
        ],
        examples: [
            .init("undo", "Undone: added movie 4: Alien"),
            .init("undo --skip", "Undone: added gem 3: Ruby"),
        ])

    var isUndo: Bool { true }
    var needsAnswers: Bool { true }

    func run(in context: any CommandContext) throws -> Reply {
        try context.library.begin()
        if let place { return try PastReversal(to: place, in: context).perform() }
        var skipped: Set<CommandNumber> = []
        while let target = try context.library.history.nextUndo(skipping: skipped),
            target.id > context.session.lastKept
        {
            var reversal = try Reversal(of: target, isRedo: false, in: context)
            guard let obstacle = reversal.obstacle else { return try reversal.perform() }
            guard isSkipping else {
                throw CommandFailure(.cannotUndo(try reversal.summary(), obstacle))
            }
            skipped.insert(target.id)
        }
        throw CommandFailure(skipped.isEmpty ? .nothingToUndo : .nothingElseToUndo)
    }
}
