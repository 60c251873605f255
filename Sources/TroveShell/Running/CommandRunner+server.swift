import TroveCommands
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal

/// Changes by other shells and other devices, and changes that wait for the server.
extension CommandRunner {
    func openSync(isTrial: Bool) throws {
        guard library.account != nil || isTrial, !library.isReadOnly else {
            sync?.close()
            sync = nil
            return
        }
        guard sync == nil else { return }
        try takeOverTokenFile()
        if library.account?.token != nil { try checkIsPrivate() }
        // The session starts a thread.
        TextLocale.prepare()
        sync = SyncSession(
            library: library, deviceName: deviceName,
            caFile: surroundings["TROVE_CA_FILE"],
            patience: surroundings.patience ?? Surroundings.defaultPatience,
            isPolling: isInteractive, random: surroundings.random,
            now: { [surroundings] in surroundings.now },
            isInterrupted: wasInterrupted)
        sync?.network.set(network)
    }

    /// Stops the network threads.
    func closeNetwork() {
        openLookups?.close()
        openLookups = nil
        sync?.close()
        sync = nil
    }

    /// Brings the library up to date before a command, so that a query reflects what the server
    /// accepted and what it has.
    func prepare(_ command: any ShellCommand) throws {
        try synchronize(before: command)
        if command.effect != .independent, let note = try migrateItems() {
            output.write(errorRenderer.render(note: note), to: .error)
        }
    }

    /// Loads the files of the folder `kinds` beside the library, before the first command is
    /// parsed.
    func loadKindFiles() throws {
        let outcome = try KindFolder(self).load()
        if !outcome.notes.isEmpty { try commitAndRelease() }
        for note in outcome.notes {
            output.write(errorRenderer.render(note: note), to: .error)
        }
        for warning in outcome.warnings { warn(warning) }
    }

    /// Opens or closes the connection, if another shell has connected or disconnected the library.
    func followAccount() throws {
        if (library.account == nil) != (sync == nil) { try openSync() }
    }

    private func synchronize(before command: any ShellCommand) throws {
        // A command that needs the connection reports why it cannot be opened.
        try? followAccount()
        guard let sync else { return }
        let isChange = command.effect == .changesItems
        // Another shell may have logged in or out.
        if sync.engine.isOfFormerAccount {
            try commitAndRelease()
            try sync.accountChanged()
        }
        if !library.outbox.asked.isEmpty, !isChange || command.needsAnswers {
            try commitAndRelease()
        }
        // A query reflects the server's state, so earlier changes must be pushed first.
        guard command.effect != .independent, !sync.isFresh || !isChange && sync.hasUnsent else {
            return
        }
        try commitAndRelease()
        try sync.freshen(for: isChange ? .change : .answer)
        tellEvents()
    }

    /// Reports the sync events, outside of a prompt.
    func tellEvents() {
        guard user == nil, let sync else { return }
        for event in sync.takeEvents() {
            if let text = Message.warning(of: event) {
                session.notices.append((surroundings.now, text))
                warn(text)
            } else if let text = Message.note(of: event) {
                session.notices.append((surroundings.now, text))
                output.write(errorRenderer.render(note: text), to: .error)
            }
        }
    }

    /// The note for an answer that comes from the local copy only; nil when the server was reached
    /// or the library is local.
    var offlineCopy: TerminalText? {
        guard library.isReplicating else { return nil }
        let now = surroundings.now
        let isPartial = isPartialCopy
        guard let sync else {
            return Message.unconnectedCopy(
                isReadOnly: library.isReadOnly, lastContact: library.account?.lastContact,
                isPartial: isPartial, now: now)
        }
        guard !sync.state.isOnline else { return isPartial ? Message.partialCopy : nil }
        return Message.localCopy(
            sync.state, lastContact: sync.engine.lastContact, isPartial: isPartial, now: now)
    }

    /// Reads what other shells wrote, and tells a user at a prompt.
    func noticeOthers() throws {
        try library.beginReading()
        let changes = library.takeForeignChanges()
        guard user != nil else { return }
        for group in changes.groups {
            let notice = Message.arrived(group, kinds)
            session.notices.append((surroundings.now, notice))
            let fitted = width.map { notice.wrapped(to: $0) } ?? notice
            output.write(style(.faint, fitted) + "\n")
        }
    }

    /// Converts the items of earlier versions, of which more may arrive with every sync.
    ///
    /// - Returns: what was done; nil if there was nothing to do.
    /// - Throws: `LibraryError` if the library cannot be written.
    func migrateItems() throws -> TerminalText? {
        guard library.mayNeedMigration else { return nil }
        let summary = try library.migrate(authorship)
        // If there was nothing to convert, this is recorded, so that no later start looks again.
        try commitAndRelease()
        guard let summary else { return nil }
        let text = Message.migrated(summary, kinds)
        session.notices.append((surroundings.now, text))
        return text
    }

    /// Moves the token that earlier versions kept in a file beside the library into the library.
    func takeOverTokenFile() throws {
        guard case .file = library.location, library.account?.device != nil else { return }
        let file = TokenFile(library: library.path)
        do {
            guard let token = try file.read() else { return }
            if library.account?.token == nil { try library.accountStore.keep(token: token) }
        } catch let error as TokenFile.Failure {
            throw CommandFailure(.token(error))
        }
        file.remove()
    }

    /// Tries to push pending changes before the program exits.
    ///
    /// - Returns: A note about the changes that are left; nil when there are none.
    func pushAtEnd() -> TerminalText? {
        guard let sync, let before = try? library.outbox.counts(),
            before.waiting > 0 || session.hasNewPhotos
        else { return nil }
        switch sync.state {
        case .connecting, .online, .offline:
            guard sync.network.mode != .off, !sync.isUnanswered else { break }
            _ = try? sync.syncNow(atMost: sync.patience)
            if session.hasNewPhotos { try? sync.transferPhotos(atMost: sync.patience) }
        case .local, .signedOut, .outdated: break
        }
        let photos = session.hasNewPhotos ? (try? sync.waitingPhotos()) ?? [] : []
        return (try? library.outbox.counts()).flatMap {
            Message.left($0, photos: photos.count { $0.direction == .put }, sync.state)
        }
    }
}
