import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal
import TroveWire

/// The server and the account there.
extension Interpreter {
    // MARK: The server

    func connect(to address: Spanned<String>?, _ isConfirmed: Bool) throws -> Reply {
        guard let typed = address?.value ?? session.surroundings["TROVE_SERVER"] else {
            throw CommandFailure(.needsAddress)
        }
        guard let server = ServerAddress(typed) else {
            throw CommandFailure(.badAddress, at: address?.span)
        }
        guard server.isSafe || session.surroundings["TROVE_INSECURE"] != nil else {
            throw CommandFailure(.isNotEncrypted(server.text), at: address?.span)
        }
        let former = library.account
        if let former, former.server == server.text, let user = former.user {
            return .text(Message.isConnected(to: server.text, user))
        }
        if let former, former.server != server.text, let user = former.user, !isConfirmed {
            try confirm(
                Message.connectingElsewhere(from: former.server, to: server.text, user),
                verb: "connect")
        }
        do {
            // Nothing is written before the server has answered, and it is asked without a token.
            try session.openSync(isTrial: true)
            let id = try serverID(at: server.text)
            // Another address of the same account is a server that has moved; what it has decides.
            try library.connect(to: server.text, id: id)
            try connection().engine.reset()
        } catch {
            try session.openSync()
            throw error
        }
        return .text(Message.connected(to: server.text, library.account?.user))
    }

    /// Which server answers at an address; nil where it does not say.
    private func serverID(at address: String) throws -> String? {
        let hello = Endpoints(server: address, token: nil).hello()
        let json = try success(connection().answer(to: hello))
        guard let reply = try? HelloReply(json) else {
            throw CommandFailure(.cannotAsk(.nonsense("the answer to hello")))
        }
        return reply.server
    }

    /// Sees to it that a password, or the token, goes to the server that the library is connected to,
    /// and to no other one at its address.
    private func checkServer() throws {
        guard let account = library.account else { return }
        let id = try serverID(at: account.server)
        guard !account.isAnother(serverID: id) else {
            throw CommandFailure(.cannotAsk(.otherServer))
        }
        if account.serverID != id { try library.connect(to: account.server, id: id) }
    }

    func disconnect(_ isConfirmed: Bool) throws -> Reply {
        try pushBeforeLeaving()
        let counts = try library.queueCounts()
        let open = counts.waiting + counts.problems
        if open > 0, !isConfirmed { try confirm(Message.disconnecting(open), verb: "disconnect") }
        try forgetToken()
        try library.disconnect()
        try session.openSync()
        return .text(Message.disconnected)
    }

    /// Sends what waits, as long as somebody would wait for that.
    private func pushBeforeLeaving() throws {
        let sync = try connection()
        guard sync.state.isOnline else { return }
        if try library.queueCounts().waiting > 0 {
            _ = try sync.syncNow(atMost: SyncSession.patience)
        }
        try sync.carryPhotos(atMost: SyncSession.patience)
    }

    private func forgetToken() throws {
        let sync = try connection()
        guard let token = library.account?.token else { return }
        if sync.engine.state.isOnline, let endpoints = sync.engine.endpoints {
            // A server that does not hear of it lets the token expire.
            _ = try sync.answer(to: endpoints.logOut())
        }
        try library.forget(token: token)
        sync.engine.reset()
    }

    /// The JSON of a success.
    ///
    /// - Throws: what the server, or the lack of one, says.
    func success(_ answer: RequestOutcome) throws -> JSON {
        switch answer {
        case .success(let json): return json
        case .refusal(let refusal): throw CommandFailure(.refused(refusal))
        case .none(let reason, _):
            if session.isInterrupted() { throw CommandFailure(.isInterrupted) }
            throw CommandFailure(
                .cannotAsk(session.sync?.network.mode == .off ? .switchedOff : reason))
        }
    }

    // MARK: The account

    func signUp(
        _ email: Spanned<String>, _ name: Spanned<String>, _ file: Spanned<String>?,
        _ isConfirmed: Bool
    ) throws -> Reply {
        let sync = try connection()
        // A new account is never the one that the library belongs to.
        if let user = library.account?.user {
            throw CommandFailure(.belongsTo(user), at: email.span)
        }
        try session.checkIsPrivate()
        try confirmNewOwner(email, isConfirmed, verb: "signup")
        try checkServer()
        let password = try password(in: file, Message.passwordFor(email.value), isNew: true)
        let credentials = Credentials(
            name: name.value, email: email.value, password: password,
            device: session.deviceName, invitation: session.surroundings["TROVE_INVITATION"])
        guard let endpoints = sync.engine.endpoints else { throw CommandFailure(.isNotConnected) }
        return try enter(
            try success(sync.answer(to: endpoints.signUp(credentials))), as: email.value,
            isNew: true)
    }

    func logIn(
        _ email: Spanned<String>, _ file: Spanned<String>?, _ isConfirmed: Bool
    ) throws -> Reply {
        let sync = try connection()
        try checkNobodyElse(email)
        try session.checkIsPrivate()
        try confirmNewOwner(email, isConfirmed, verb: "login")
        try checkServer()
        let password = try password(in: file, Message.passwordFor(email.value), isNew: false)
        let credentials = Credentials(
            email: email.value, password: password, device: session.deviceName,
            resumed: library.account?.device)
        guard let endpoints = sync.engine.endpoints else { throw CommandFailure(.isNotConnected) }
        return try enter(
            try success(sync.answer(to: endpoints.logIn(credentials))), as: email.value,
            isNew: false)
    }

    /// A library belongs to one account.
    private func checkNobodyElse(_ email: Spanned<String>) throws {
        guard let user = library.account?.user,
            Folding.name(user.email) != Folding.name(email.value)
        else { return }
        throw CommandFailure(.belongsTo(user), at: email.span)
    }

    /// Asks before a library that was in one account is pushed into another.
    private func confirmNewOwner(
        _ email: Spanned<String>, _ isConfirmed: Bool, verb: String
    ) throws {
        guard !isConfirmed, library.account?.user == nil, let former = try library.formerUser(),
            Folding.name(former.email) != Folding.name(email.value)
        else { return }
        let count = try library.count()
        guard count > 0 else { return }
        try confirm(Message.changingOwner(from: former, to: email.value, count), verb: verb)
    }

    /// Takes in who was logged in, and brings both sides in step.
    private func enter(_ json: JSON, as email: String, isNew: Bool) throws -> Reply {
        let sync = try connection()
        guard let login = try? LoginReply(json),
            Folding.name(login.user.email) == Folding.name(email)
        else {
            throw CommandFailure(.cannotAsk(.nonsense("the answer to a login")))
        }
        if let user = library.account?.user, user.id != login.user.id {
            // The login is worth nothing here, so it does not stay open.
            if let server = library.account?.server {
                _ = try sync.answer(to: Endpoints(server: server, token: login.token).logOut())
            }
            throw CommandFailure(.belongsTo(user))
        }
        try library.logIn(login, at: session.surroundings.now)
        sync.engine.reset()
        let waiting = try library.queueCounts().waiting
        let isDone = try sync.syncNow(atMost: .seconds(600), isWanted: true)
        let counts = try library.queueCounts()
        return .text(
            Message.entered(
                login.user, isNew: isNew, isInStep: isDone,
                pushed: max(0, waiting - counts.waiting),
                pulled: Message.pulled(sync.engine.takeEvents()), counts))
    }

    func logOut() throws -> Reply {
        let sync = try connection()
        guard library.account?.token != nil else { throw CommandFailure(.notLoggedIn) }
        if sync.engine.state == .connecting { try sync.freshen() }
        try pushBeforeLeaving()
        try forgetToken()
        return .text(Message.loggedOut)
    }

    // MARK: Devices and passwords

    func devices(_ action: DevicesAction) throws -> Reply {
        let sync = try connection()
        guard library.account?.token != nil, let endpoints = sync.engine.endpoints else {
            throw CommandFailure(.notLoggedIn)
        }
        try checkServer()
        let json = try success(sync.answer(to: endpoints.devices()))
        guard let devices = try? Device.list(json) else {
            throw CommandFailure(.cannotAsk(.nonsense("the list of devices")))
        }
        guard case .forget(let reference, let isConfirmed) = action else {
            return .report(report(devices))
        }
        let found: Device? =
            switch reference.value {
            case .number(let number):
                devices.indices.contains(number - 1) ? devices[number - 1] : nil
            case .name(let name): devices.first { Folding.name($0.name) == Folding.name(name) }
            }
        guard let device = found else {
            throw CommandFailure(
                .noSuchDevice(Message.text(of: reference.value)), at: reference.span)
        }
        if !isConfirmed { try confirm(Message.forgetting(device), verb: "devices forget") }
        _ = try success(sync.answer(to: endpoints.endDevice(device.id)))
        if device.isCurrent, let token = endpoints.token {
            try library.forget(token: token)
            sync.engine.reset()
        }
        return .text(Message.forgot(device))
    }

    private func report(_ devices: [Device]) -> Report {
        let rows = devices.enumerated().map { index, device -> [JSON] in
            [
                .integer(index + 1), .string(device.name),
                .string("\(LocalTime(device.created))"), .string("\(LocalTime(device.seen))"),
                .string(device.isCurrent ? Message.thisDevice : ""),
            ]
        }
        return Report(["#", "name", "since", "last seen", ""], rows)
    }

    func changePassword(_ old: Spanned<String>?, _ new: Spanned<String>?) throws -> Reply {
        let sync = try connection()
        guard library.account?.token != nil, let endpoints = sync.engine.endpoints else {
            throw CommandFailure(.notLoggedIn)
        }
        let former = try password(in: old, Message.oldPassword, isNew: false)
        let next: String
        if let new {
            next = try passwordFile(new)
        } else {
            guard session.person != nil else { throw CommandFailure(.noPassword) }
            next = try ask(Message.newPassword, isNew: true)
        }
        try checkServer()
        let json = try success(sync.answer(to: endpoints.changePassword(from: former, to: next)))
        guard let reply = try? TokenReply(json) else {
            throw CommandFailure(.cannotAsk(.nonsense("the answer to a new password")))
        }
        try library.keep(token: reply.token)
        sync.engine.reset()
        return .text(Message.passwordChanged)
    }

    /// A password: from a file, else from somebody at the prompt, else from the environment.
    private func password(
        in file: Spanned<String>?, _ question: TerminalText, isNew: Bool
    ) throws -> String {
        if let file { return try passwordFile(file) }
        if session.person != nil { return try ask(question, isNew: isNew) }
        guard let password = session.surroundings["TROVE_PASSWORD"] else {
            throw CommandFailure(.noPassword)
        }
        return password
    }

    private func ask(_ question: TerminalText, isNew: Bool) throws -> String {
        guard let person = session.person, let password = person.asksSecret(question) else {
            throw CommandFailure(.isInterrupted)
        }
        if isNew {
            guard let again = person.asksSecret(Message.passwordAgain) else {
                throw CommandFailure(.isInterrupted)
            }
            guard again == password else { throw CommandFailure(.passwordsDiffer) }
        }
        return password
    }

    private func passwordFile(_ file: Spanned<String>) throws -> String {
        do throws(PasswordFile.Failure) {
            return try PasswordFile.read(file.value)
        } catch {
            throw CommandFailure(.passwordFile(file.value, errno: error.errno), at: file.span)
        }
    }
}
