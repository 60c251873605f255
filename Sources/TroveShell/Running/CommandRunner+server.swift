import TroveCommands
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal

/// What other shells and other devices did, and what waits for the server.
extension CommandRunner {
    /// Does what must come before a command: an answer speaks of what the server has agreed to, and
    /// of what it has.
    func prepare(_ command: any ShellCommand) throws {
        // Another shell may have connected the library, or let go of the server.
        if (library.account == nil) != (sync == nil) { try? openSync() }
        guard let sync else { return }
        let isChange = command.effect == .changesItems
        if !library.asked.isEmpty, !isChange { try settle() }
        // An answer tells of what the server has, which is what was done before.
        guard command.effect != .independent, !sync.isFresh || !isChange && sync.hasUnsent else {
            return
        }
        try settle()
        try sync.freshen(for: isChange ? .change : .answer)
        tellEvents()
    }

    /// Tells what syncing has brought, where there is no prompt.
    func tellEvents() {
        guard user == nil, let sync else { return }
        for event in sync.engine.takeEvents() {
            if let text = Message.warning(of: event) {
                session.notices.append((surroundings.now, text))
                warn(text)
            } else if let text = Message.note(of: event) {
                session.notices.append((surroundings.now, text))
                output.write(errorRenderer.render(note: text), to: .error)
            }
        }
    }

    /// What to say of an answer that the server had no part in; nil where it had, or there is none.
    var offlineCopy: TerminalText? {
        guard library.isReplicating else { return nil }
        let now = surroundings.now
        guard let sync else {
            return Message.copyOnlyRead(lastContact: library.account?.lastContact, now: now)
        }
        guard !sync.state.isOnline else { return nil }
        return Message.localCopy(sync.state, lastContact: sync.engine.lastContact, now: now)
    }

    /// Reads what other shells wrote; a user at a prompt is told.
    func noticeOthers() throws {
        try library.beginReading()
        let count = library.takeForeignChanges()
        guard count > 0, user != nil else { return }
        let notice = Message.othersChanged(count)
        session.notices.append((surroundings.now, notice))
        output.write(style(.faint, notice) + "\n")
    }

    /// Moves the token that an earlier version kept beside the library into it.
    func takeOverTokenFile() throws {
        guard case .file = library.location, library.account?.device != nil else { return }
        let file = TokenFile(library: library.path)
        do {
            guard let token = try file.read() else { return }
            if library.account?.token == nil { try library.keep(token: token) }
        } catch let error as TokenFile.Failure {
            throw CommandFailure(.token(error))
        }
        file.remove()
    }

    /// Tries to push what waits, before the program ends.
    ///
    /// - Returns: what to say of what is left; nil when nothing is.
    func pushAtEnd() -> TerminalText? {
        guard let sync, let before = try? library.queueCounts(),
            before.waiting > 0 || session.hasNewPhotos
        else { return nil }
        switch sync.state {
        case .connecting, .online, .offline:
            guard sync.network.mode != .off, !sync.isUnanswered else { break }
            _ = try? sync.syncNow(atMost: SyncSession.patience)
            if session.hasNewPhotos { try? sync.carryPhotos(atMost: SyncSession.patience) }
        case .local, .signedOut, .outdated: break
        }
        let photos = session.hasNewPhotos ? (try? sync.waitingPhotos()) ?? [] : []
        return (try? library.queueCounts()).flatMap {
            Message.left($0, photos: photos.count { $0.direction == .put }, sync.state)
        }
    }
}
