import TroveCommands
import TroveStore
import TroveSync
import TroveSystem
import TroveTerminal

/// Syncing while the user is at the prompt.
extension Repl {
    /// Opens the connection of a connected library; an error is reported.
    func openSync() {
        reporting { try runner.openSync() }
    }

    /// Runs a part of the start, and shows its error.
    func reporting(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            runner.report(
                ErrorReport(error), source: "", at: .prompt)
            try? output.flush()
        }
    }

    /// Lets sync make all progress that is possible without blocking, and shows its events.
    func pump() {
        guard let sync = runner.sync else { return }
        // Errors of the library are reported by the next command.
        try? sync.pump()
        notices.kinds = runner.kinds
        notices.isReceiving = runner.isPartialCopy
        let pause = watchQueue(of: sync)
        notices.isSending = pause != nil
        notices.add(sync.takeEvents())
        var step = notices.next(now: MonotonicClock.uptime)
        while case .show(let notice) = step {
            tell(notice)
            step = notices.next(now: MonotonicClock.uptime)
        }
        var wake = pause
        if case .wait(let time) = step { wake = min(time, wake ?? time) }
        if let wake { sync.wake(after: wake) }
        migrateArrivals()
        if hasPrompted { guide?.update() }
        updatePrompt()
    }

    /// How long changes wait before their sending is announced, in the prompt of a device that is
    /// online.
    private static let announcementDelay = Duration.seconds(2)

    /// Returns when to look again at the queued changes that are being sent; nil if none are. Those
    /// that have waited for a while are announced when they are sent.
    private func watchQueue(of sync: SyncSession) -> Duration? {
        let waiting = (try? runner.library.outbox.counts().waiting) ?? 0
        guard waiting > 0, sync.state.isOnline else {
            queuedSince = nil
            return nil
        }
        let now = MonotonicClock.uptime
        let since = queuedSince ?? now
        queuedSince = since
        guard now - since >= Self.announcementDelay else {
            return since + Self.announcementDelay - now
        }
        sync.engine.announceQueue()
        return Self.announcementDelay
    }

    /// Shows what has changed in the prompt, except in plain mode, where nothing is drawn again in
    /// place.
    func updatePrompt() {
        guard !reader.isContinuing, drawsInPlace else { return }
        editor?.replacePrompt(prompt)
    }

    /// Whether lines on the screen can be redrawn: not in plain mode, and not on a terminal without
    /// escape sequences.
    private var drawsInPlace: Bool {
        !runner.session.settings.plain
            && Interactivity.understandsEscapes(runner.surroundings["TERM"])
    }

    /// Converts items that have arrived from a device with an earlier version.
    private func migrateArrivals() {
        guard !runner.library.isInTransaction, let note = try? runner.migrateItems()
        else { return }
        tell(note)
    }

    /// Shows a notice above the prompt, and keeps it for `notices`.
    func tell(_ notice: TerminalText) {
        runner.session.notices.append((runner.surroundings.now, notice))
        // A screen reader reads the line below the notice, but no changes within it.
        if !drawsInPlace, !reader.isContinuing { editor?.setPrompt(prompt) }
        editor?.printAbove(runner.style(.faint, fitted(notice)))
    }
}
