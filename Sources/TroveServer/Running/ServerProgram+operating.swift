import Glibc
import TroveModel
import TroveSQLite
import TroveSystem
import TroveWire

/// The operator's commands.
extension ServerProgram {
    func backUp(to file: String, _ options: ServerOptions) throws -> ServerExitStatus {
        let accounts = try StoreBackup(store: store(options), target: file).make()
        return say(ServerText.backedUp(accounts, to: file))
    }

    func restore(_ file: String, _ options: ServerOptions) throws -> ServerExitStatus {
        let location = try store(options)
        switch location {
        case .file(let store):
            let kept = try StoreRestore(source: file, store: store, now: Self.now).run()
            let words = kept.map { " The old store is in \($0)." } ?? ""
            return say("Restored \(location.name) from \(file).\(words)\n")
        case .database(let database):
            let outcome = try DatabaseRestore(source: file, target: database).run()
            return say(ServerText.restored(outcome, from: file, in: database.name))
        }
    }

    func run(_ task: ServerOptions.UserTask, _ options: ServerOptions) throws -> ServerExitStatus {
        let users = StoreUsers(store: try store(options))
        switch task {
        case .list: return say(ServerText.list(of: try users.list()))
        case .disable(let email):
            let (user, wasDisabled) = try users.disable(email, at: Self.now)
            if wasDisabled { return say(ServerText.wasDisabled(email)) }
            note(.disabled, user: user, options)
            return say(ServerText.disabled(email))
        case .enable(let email):
            note(.enabled, user: try users.enable(email), options)
            return say(ServerText.enabled(email))
        case .logOut(let email):
            note(.loggedOut, user: try users.logOut(email), options)
            return say(ServerText.loggedOut(email))
        case .resetPassword(let email):
            let (user, password, isDisabled) = try users.resetPassword(of: email)
            note(.passwordReset, user: user, options)
            return say(
                ServerText.resetPassword(of: email, to: password, isDisabled: isDisabled))
        case .delete(let email):
            let question = ServerText.deleting(email, items: try users.items(of: email))
            guard confirm(question) else { return say(ServerText.nothingChanged) }
            let (user, items) = try users.delete(email)
            note(.deleted, user: user, options)
            return say(ServerText.deleted(email, items: items))
        case .export(let email, let folder):
            let (user, outcome) = try users.export(email, to: folder)
            note(.exported, user: user, options)
            return say(ServerText.exported(email, outcome, folder: folder))
        }
    }

    /// Asks for confirmation on a terminal. Returns true if the answer is yes, or if the input is
    /// not a terminal.
    private func confirm(_ question: String) -> Bool {
        guard isatty(STDIN_FILENO) == 1 else { return true }
        // Standard error may be redirected.
        let terminal = SystemCall.open("/dev/tty", O_WRONLY | O_CLOEXEC)
        defer { if terminal >= 0 { close(terminal) } }
        Descriptor.write(
            ServerText.visible(question), to: terminal >= 0 ? terminal : STDERR_FILENO)
        return ["y", "yes"].contains(readLine()?.lowercased())
    }

    /// Writes what a command has done to an account, as a line of the log on standard error.
    private func note(
        _ action: AccountEvent.Action, user: UserID? = nil, _ options: ServerOptions
    ) {
        let event = AccountEvent(action, user: user, peer: AccountEvent.byOperator)
        let line = LogEvent.account(event).line(options.log, at: WallClock.milliseconds)
        Descriptor.write(line, to: STDERR_FILENO)
    }

    func move(to address: String, _ options: ServerOptions) throws -> ServerExitStatus {
        let source = try store(options).file(for: "move")
        let target = PostgresStore(
            address: address, preparesStatements: options.preparesStatements)
        let (outcome, kept) = try StoreMove(source: source, target: target, now: Self.now).run()
        return say(ServerText.moved(outcome, to: target.name, keptAs: kept))
    }

    func migrate(_ options: ServerOptions) throws -> ServerExitStatus {
        let store = try store(options)
        let former = try store.format()
        try store.openExisting().close()
        return say(ServerText.migrated(store.name, from: former, to: try store.format()))
    }

    func describe(_ options: ServerOptions) throws -> ServerExitStatus {
        let store = try store(options)
        return say(ServerText.text(of: try StoreStatistics(of: store), store.name))
    }

    func check(_ options: ServerOptions) throws -> ServerExitStatus {
        let store = try store(options)
        let check: StoreCheck
        do throws(StoreError) {
            check = try StoreCheck(of: store)
        } catch {
            guard case .isDamaged = error else { throw error }
            // Damage is what the command looks for, even if it is found before the accounts.
            return fail(ServerText.words(for: error), .failure)
        }
        let status = say(ServerText.text(of: check, store.name))
        return check.problems.isEmpty ? status : .failure
    }

    func reset(_ options: ServerOptions) throws -> ServerExitStatus {
        let store = try store(options).file(for: "reset")
        let result = try StoreReset(store: store, now: Self.now).run()
        note(.reset, options)
        return say(ServerText.report(of: result, store.path))
    }

    func invite(_ options: ServerOptions) throws -> ServerExitStatus {
        let location = try store(options)
        let isNew = location.isMissing
        let store = try isNew ? location.open() : location.openCurrent()
        defer { store.close() }
        if isNew { Descriptor.write(ServerText.created(location.name), to: STDERR_FILENO) }
        let code = try store.invite(at: Self.now)
        note(.invited, options)
        return say(code + "\n")
    }
}
