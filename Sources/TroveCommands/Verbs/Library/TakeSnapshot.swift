import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Saves a snapshot of the library, restores or deletes one, or lists them.
struct TakeSnapshot: ShellCommand {
    var action = Action.list
    /// The name of the snapshot that is saved, restored or deleted.
    var snapshot = Spanned<String>.unread
    var isConfirmed = false

    /// What `snapshot` does.
    enum Action: Sendable {
        case save, restore, delete, list
    }

    static let name = "snapshot"
    static let effect = Effect.readsLibrary
    static let syntax = Syntax<TakeSnapshot>(
        .library, "save the state of the library, and restore it",
        details: """
            A restore is one change: `undo` reverts it. A snapshot is a file as large as the \
            library; `delete` removes it for good. The items of a snapshot from an earlier \
            version are converted before the next command.
            """,
        forms: [
            [.keyword("save", \.action, Action.save), .text("NAME", \.snapshot, missing: .name)],
            [
                .keyword("restore", \.action, Action.restore),
                .text("NAME", \.snapshot, [.snapshot], missing: .name),
                .option("--yes", \.isConfirmed),
            ],
            [
                .keyword("delete", \.action, Action.delete),
                .text("NAME", \.snapshot, [.snapshot], missing: .name),
                .option("--yes", \.isConfirmed),
            ],
            [.keyword("list", \.action, Action.list)],
        ],
        examples: [
            .init("snapshot save before-spring", "Saved snapshot before-spring: 4 items"),
            .init("snapshot list", "2026-11-20 12:00  before-spring"),
        ])

    /// A restore changes items.
    var effect: Effect { action == .restore ? .changesItems : Self.effect }

    var needsAnswers: Bool { true }

    /// Saving writes a file, and deleting removes one.
    var isRehearsable: Bool { action == .restore || action == .list }

    func run(in context: any CommandContext) throws -> Reply {
        try blamingName {
            switch action {
            case .list: .snapshots(try context.library.snapshots.all())
            case .save: try save(context)
            case .restore: try restore(context)
            case .delete: try delete(context)
            }
        }
    }

    func outline(in context: any CommandContext) throws -> [TerminalText] {
        let name = snapshot.value
        return try blamingName {
            guard action == .save else {
                try context.library.snapshots.requireDeletable(name)
                try confirmDeletion(context)
                return [Message.wouldDelete(snapshot: name)]
            }
            try context.library.snapshots.requireNew(name)
            return [Message.wouldSave(snapshot: name, count: try context.library.count())]
        }
    }

    /// Lets an error about the snapshot point at its name.
    private func blamingName<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch LibraryError.snapshot(let error) {
            throw CommandFailure(.snapshot(error), at: action == .list ? nil : snapshot.span)
        }
    }

    private func save(_ context: any CommandContext) throws -> Reply {
        // The snapshot includes the changes of the open transaction.
        try context.commit()
        let isSaved = try context.library.snapshots.save(
            snapshot.value, at: context.surroundings.now
        ) { fraction in
            context.user?.showProgress(fraction, Message.savingSnapshot)
            return !context.isInterrupted
        }
        guard isSaved else { throw CommandFailure(.isInterrupted) }
        return .text(Message.saved(snapshot: snapshot.value, count: try context.library.count()))
    }

    private func delete(_ context: any CommandContext) throws -> Reply {
        let snapshots = context.library.snapshots
        try snapshots.requireDeletable(snapshot.value)
        try confirmDeletion(context)
        try snapshots.delete(snapshot.value)
        return .text(Message.deleted(snapshot: snapshot.value))
    }

    private func confirmDeletion(_ context: any CommandContext) throws {
        guard !isConfirmed else { return }
        try context.confirm(Message.deleting(snapshot: snapshot.value), verb: "snapshot delete")
    }

    private func restore(_ context: any CommandContext) throws -> Reply {
        let library = context.library
        guard !library.isReadOnly else { throw LibraryError.isReadOnly(library.path) }
        var (definitions, changes) = try self.changes(context)
        guard !(definitions + changes).isEmpty else {
            return .text(Message.unchanged(snapshot: snapshot.value))
        }
        try context.mustAsk(changes)
        if !isConfirmed {
            try context.confirm(
                Message.restoring(
                    snapshot: snapshot.value, definitions: definitions, changes: changes),
                verb: "snapshot restore")
        }
        try library.begin()
        // Another shell may have changed the library during the question.
        let name = snapshot.value
        definitions = try library.snapshots.changes(toRestore: name, .definitions)
        let command = try context.apply(definitions)
        changes = try items(context)
        try context.apply(changes, continuing: command, showsProgress: true)
        try library.noteEarlierValues(in: changes)
        return .text(
            Message.restored(snapshot: name, definitions: definitions, changes: changes))
    }

    /// Returns the changes of a restore, as far as they are known before the changes of definitions
    /// are performed.
    private func changes(
        _ context: any CommandContext
    ) throws -> (definitions: [Change], items: [Change]) {
        (
            try context.library.snapshots.changes(toRestore: snapshot.value, .definitions),
            try items(context)
        )
    }

    /// Returns the changes that restore the items, with a progress bar if reading takes long.
    private func items(_ context: any CommandContext) throws -> [Change] {
        for kind in context.kinds.storedIndices { try context.loadAll(kind) }
        return try context.library.snapshots.changes(toRestore: snapshot.value, .items) {
            context.user?.showProgress($0, Message.readingSnapshot)
        }
    }
}
