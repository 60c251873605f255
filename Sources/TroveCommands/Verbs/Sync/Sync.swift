import TroveLanguage
import TroveStore
import TroveSync
import TroveTerminal

/// Syncs the library with the server, and blocks until that is done.
struct Sync: ShellCommand {
    static let name = "sync"
    static let effect = Effect.independent
    static let syntax = Syntax<Sync>(
        .sync, "sync the library with the server now",
        details: "Syncing also happens by itself; `sync` waits until it is done.",
        examples: [
            .init("sync", "Synced."),
            .init("net off", "Network simulation: offline. `net auto` ends it."),
            .init("add gem Opal", "Added gem 5: Opal"),
            .init("net auto", "Network simulation off."),
            .init("sync", "Synced: 1 change sent."),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        let library = context.library
        let sync = try context.connection()
        guard library.isReplicating, sync.state != .signedOut else {
            throw CommandFailure(.notLoggedIn)
        }
        let before = try library.outbox.counts()
        // Photos that were transferred in the background are not part of the answer.
        _ = sync.engine.takePhotoCount()
        let isDone = try context.syncNow(sync)
        if isDone { try transferPhotos(sync, context) }
        let counts = try library.outbox.counts()
        let events = sync.takeEvents()
        guard isDone else {
            if context.isInterrupted { throw CommandFailure(.isInterrupted) }
            throw CommandFailure(.cannotSync(sync.state))
        }
        let text = Message.synced(
            pushed: max(0, before.waiting - counts.waiting), pulled: Message.pulled(events),
            photos: sync.engine.takePhotoCount(),
            photosLeft: try sync.waitingPhotos().count, counts)
        let settled = events.compactMap { event -> Reply? in
            if case .settled(let change) = event { .text(Message.settled(change)) } else { nil }
        }
        return .sequence(
            settled + [.text(text)] + Message.warnings(ofSyncing: events).map(Reply.warning))
    }

    func outline(in context: any CommandContext) throws -> [TerminalText] {
        let library = context.library
        let sync = try context.connection()
        guard library.isReplicating, sync.state != .signedOut else {
            throw CommandFailure(.notLoggedIn)
        }
        return Message.outlineOfSync(
            waiting: try library.outbox.counts().waiting, photos: try sync.waitingPhotos().count,
            server: library.account?.server ?? "", sync.state)
    }

    /// Transfers all photos, with a progress bar.
    private func transferPhotos(_ sync: SyncSession, _ context: any CommandContext) throws {
        try sync.transferPhotos(atMost: .seconds(3600)) { done, total in
            context.user?.showProgress(Double(done) / Double(total), Message.syncingPhotos)
        }
    }
}
