import TroveCodecs
import TroveHTTP
import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal
import TroveWire

/// Requests to the server about the account.
extension CommandContext {
    // MARK: The server

    /// Returns the connection to the server.
    ///
    /// - Throws: `isNotConnected` for a local library; `isReadOnly` for a library that is open
    ///   read-only; why the connection cannot be opened.
    func connection() throws -> SyncSession {
        if let sync { return sync }
        guard library.account != nil else { throw CommandFailure(.isNotConnected) }
        // The start of the shell has failed to open it.
        if !library.isReadOnly { try openSync(isTrial: false) }
        guard let sync else { throw LibraryError.isReadOnly(library.path) }
        return sync
    }

    /// Returns the connection to the server, and the requests for the account.
    ///
    /// - Throws: `notLoggedIn`, and what `connection` throws.
    func loggedInConnection() throws -> (sync: SyncSession, endpoints: Endpoints) {
        let sync = try connection()
        guard library.account?.token != nil, let endpoints = sync.engine.endpoints else {
            throw CommandFailure(.notLoggedIn)
        }
        return (sync, endpoints)
    }

    /// Whether the first sync has read only a part of the account's items so far, as far as can be
    /// told.
    package var isPartialCopy: Bool { (try? library.shadow.isPartial()) == true }

    /// Returns the JSON of a successful response.
    ///
    /// - Throws: `CommandFailure` if the server refused the request or is not available.
    func success(_ answer: RequestOutcome) throws -> JSON {
        switch answer {
        case .success(let json): return json
        case .refusal(let refusal, _): throw CommandFailure(.refused(refusal))
        case .noReply(let reason, _):
            if isInterrupted { throw CommandFailure(.isInterrupted) }
            throw CommandFailure(
                .cannotAsk(sync?.network.mode == .off ? .switchedOff : reason))
        }
    }

    /// Sends a request, and blocks until it ends, with a note on the screen if that takes long.
    func outcome(of request: HTTPRequest) throws -> RequestOutcome {
        try connection().answer(to: request) { user?.showProgress(nil, Message.waitingForServer) }
    }

    /// Returns the ID of the server at an address; nil if the server does not send one.
    func serverID(at address: String) throws -> String? {
        let hello = Endpoints(server: address, token: nil).hello()
        let json = try success(connection().answer(to: hello))
        guard let reply = try? HelloReply(json) else {
            throw CommandFailure(.cannotAsk(.invalidResponse(.unreadable(.hello))))
        }
        return reply.server
    }

    /// Throws if another server answers at the address of the account, before a password or a token
    /// is sent to it.
    func checkServer() throws {
        guard let account = library.account else { return }
        let id = try serverID(at: account.server)
        guard !account.isAnother(serverID: id) else {
            throw CommandFailure(.cannotAsk(.otherServer))
        }
        if account.serverID != id { try library.accountStore.connect(to: account.server, id: id) }
    }

    // MARK: Logging in

    /// Asks for confirmation before a library that belonged to one account is uploaded to another.
    func confirmNewOwner(
        _ email: Spanned<String>, _ isConfirmed: Bool, verb: String
    ) throws {
        guard !isConfirmed, library.account?.user == nil,
            let former = try library.accountStore.formerUser(),
            Folding.name(former.email) != Folding.name(email.value)
        else { return }
        try confirmNewOwner(after: former, email.value, verb: verb)
    }

    /// Loads all items before the first login, which queues them.
    func loadForLogin() throws {
        guard library.account?.device == nil else { return }
        for kind in kinds.indices { try loadAll(kind) }
    }

    private func confirmNewOwner(after former: User, _ email: String, verb: String) throws {
        let count = try library.count()
        let waiting = try library.accountStore.formerCounts()
        guard count + waiting.waiting + waiting.problems + waiting.conflicts > 0 else { return }
        let question = Message.changingOwner(
            from: former, to: email, at: library.account?.server ?? "", count,
            losing: waiting.conflicts)
        try confirm(question, verb: verb)
    }

    /// Stores the account of a successful login, and syncs. Without `isConfirmed`, it asks before a
    /// library that belonged to another account of the same email is uploaded.
    func enter(
        _ json: JSON, as email: String, isNew: Bool, isConfirmed: Bool
    ) throws -> Reply {
        let sync = try connection()
        guard let login = try? LoginReply(json),
            Folding.name(login.user.email) == Folding.name(email)
        else {
            throw CommandFailure(.cannotAsk(.invalidResponse(.unreadable(.login))))
        }
        /// Ends the session, which is not used.
        func end() throws {
            guard let server = library.account?.server else { return }
            _ = try sync.answer(to: Endpoints(server: server, token: login.token).logOut())
        }
        if let user = library.account?.user, user.id != login.user.id {
            try end()
            let isGone = Folding.name(user.email) == Folding.name(login.user.email)
            throw CommandFailure(.belongsTo(user, isGone: isGone))
        }
        do {
            if !isNew, !isConfirmed, library.account?.user == nil,
                let former = try library.accountStore.formerUser(),
                Folding.name(former.email) == Folding.name(email),
                try !library.accountStore.isReturn(by: login)
            {
                try confirmNewOwner(after: former, email, verb: LogIn.name)
            }
        } catch {
            try end()
            throw error
        }
        let formerName = try library.accountStore.deviceToResume(for: email)?.name
        try library.accountStore.logIn(login, as: deviceName, at: surroundings.now) {
            user?.showProgress($0, Message.queueing)
        }
        try sync.accountChanged()
        let waiting = try library.outbox.counts().waiting
        let isDone = try syncNow(sync, receiving: isNew ? nil : entriesOfAccount())
        let counts = try library.outbox.counts()
        let events = sync.takeEvents()
        let entered = Message.entered(
            login.user, isNew: isNew, isSynced: isDone, isAtPrompt: user != nil,
            pushed: max(0, waiting - counts.waiting), pulled: Message.pulled(events), counts)
        let called =
            login.name == formerName ? nil : Message.isCalled(login.name, insteadOf: deviceName)
        return .sequence(
            [.text(entered)] + (called.map { [.text($0)] } ?? [])
                + Message.warnings(ofSyncing: events).map(Reply.warning))
    }

    /// Returns how many items the server has, for the progress bar of a first sync; nil if that is
    /// not known, or no user sees the progress.
    private func entriesOfAccount() throws -> Int? {
        guard user != nil, let endpoints = try connection().engine.endpoints,
            try library.shadow.isEmpty(),
            case .success(let json) = try connection().answer(to: endpoints.account())
        else { return nil }
        return (try? AccountReply(json))?.entries
    }

    /// Syncs, with a progress bar for the user, and blocks until that is done. Returns whether it
    /// is complete. `total` is the number of items that are received in a first sync.
    func syncNow(_ sync: SyncSession, receiving total: Int? = nil) throws -> Bool {
        guard let user else { return try sync.syncNow(atMost: .seconds(600), isWanted: true) }
        return try sync.syncNow(atMost: .seconds(600), isWanted: true) { progress in
            if progress.sent > 0, progress.sent < progress.toSend {
                user.showProgress(
                    Double(progress.sent) / Double(progress.toSend), Message.sending,
                    done: progress.sent)
            } else {
                // After a first sync, the server does not say how many changes follow.
                let fraction = total.map { Double(progress.received) / Double(max(1, $0)) }
                let count = progress.received > 0 ? progress.received : nil
                user.showProgress(fraction, Message.receiving, done: count)
            }
        }
    }

    // MARK: Leaving

    /// Sends queued changes and photos, with a short timeout.
    func pushBeforeLeaving() throws {
        let sync = try connection()
        guard sync.state.isOnline else { return }
        if try library.outbox.counts().waiting > 0 {
            _ = try sync.syncNow(atMost: sync.patience)
        }
        try sync.transferPhotos(atMost: sync.patience)
    }

    /// Ends the session on the server if it is online, and deletes the token.
    func forgetToken() throws {
        let sync = try connection()
        guard let token = library.account?.token else { return }
        if sync.engine.state.isOnline, let endpoints = sync.engine.endpoints {
            // If the request fails, the token expires on the server.
            _ = try sync.answer(to: endpoints.logOut())
        }
        try library.accountStore.forget(token: token)
        try sync.accountChanged()
    }

    // MARK: Passwords

    /// Returns a password: from the file, else from the user at the prompt, else from the
    /// environment.
    func password(
        in file: Spanned<String>?, _ question: TerminalText, isNew: Bool
    ) throws -> String {
        if let file { return try passwordFile(file) }
        if user != nil { return try askPassword(question, isNew: isNew) }
        guard let password = surroundings["TROVE_PASSWORD"] else {
            throw CommandFailure(.noPassword)
        }
        return password
    }

    /// Asks the user for a password; for a new one, twice.
    func askPassword(_ question: TerminalText, isNew: Bool) throws -> String {
        guard let user, let password = user.askSecret(question) else {
            throw CommandFailure(.isInterrupted)
        }
        if isNew {
            guard Limits.password.contains(password.unicodeScalars.count) else {
                throw CommandFailure(.refused(.passwordLength))
            }
            guard let again = user.askSecret(Message.passwordAgain) else {
                throw CommandFailure(.isInterrupted)
            }
            guard again == password else { throw CommandFailure(.passwordsDiffer) }
        }
        return password
    }

    /// Returns the password in the first line of a file.
    func passwordFile(_ file: Spanned<String>) throws -> String {
        do throws(PasswordFile.Failure) {
            return try PasswordFile.read(
                surroundings.expanding(file.value), besides: library)
        } catch {
            throw CommandFailure(.passwordFile(file.value, errno: error.errno), at: file.span)
        }
    }
}
