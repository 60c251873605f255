import TroveModel
import TroveWire

extension SyncServer {
    /// The limit on wrong passwords from one address.
    private var addressLimit: AttemptLimit {
        AttemptLimit(name: "address", attempts: options.wrongPasswordsPerMinute, window: 60)
    }

    func signUp(_ request: ServerRequest) throws -> ServerAnswer {
        let credentials = try message(request, Credentials.init)
        guard options.signup != .closed else {
            note(.signUpRefused, request)
            throw ServerRefusal.closed
        }
        let email = try AccountRules.newEmail(credentials.email)
        let name = try AccountRules.name(credentials.name ?? "", of: "user")
        let deviceName = try AccountRules.name(credentials.device, of: "device")
        try AccountRules.check(password: credentials.password)
        let invitation = options.signup == .invite ? Invitation(sent: credentials.invitation) : nil
        let limit = AttemptLimit(name: "signup", attempts: options.signupsPerHour, window: 3600)
        try noting(refused: .signUpRefused, limited: .signUpLimited, request) {
            try withConnection { connection in
                try limit.count(of: request.peer, at: now(), in: connection.store)
                try check(code: credentials.invitation, of: request, in: connection.store)
                if options.signup == .invite {
                    guard let invitation else { throw ServerRefusal.needsInvitation }
                    guard try invitation.isOpen(at: now(), in: connection.store) else {
                        throw ServerRefusal.invalidInvitation
                    }
                }
            }
        }
        // Hash before checking whether the email is free, so the response time does not reveal it.
        return .later { [self] in
            refusing {
                guard let hash = hasher.hash(credentials.password) else {
                    throw ServerRefusal.noMemory
                }
                let reply = try noting(refused: .signUpRefused, request) {
                    try withConnection { connection in
                        try connection.store.write {
                            let now = now()
                            let epoch = ItemID(at: now, using: &connection.random)
                            guard
                                let user = try ProvenUser(
                                    signingUp: UserID(using: &connection.random), email: email,
                                    name: name, passwordHash: hash, epoch: epoch,
                                    in: connection.store, at: now)
                            else { throw ServerRefusal.emailTaken }
                            if options.signup == .invite {
                                guard try invitation?.use(at: now, in: connection.store) == true
                                else {
                                    throw ServerRefusal.invalidInvitation
                                }
                            }
                            let scope = UserScope(user, in: connection.store)
                            return try admit(
                                scope, device: deviceName, format: request.format, resumed: nil,
                                &connection
                            ).reply
                        }
                    }
                }
                note(.signedUp, request, user: reply.user.id, device: reply.device)
                return .reply(
                    ServerReply(status: 201, body: reply.bytes, user: reply.user.id), wakes: nil)
            }
        }
    }

    /// Runs `work`, and notes a refusal that it throws.
    ///
    /// - Parameters:
    ///   - refused: what to note for a refusal; nil for nothing.
    ///   - limited: what to note if there were too many attempts.
    ///   - request: the request.
    ///   - user: the account, if it is known.
    ///   - work: what to do.
    /// - Returns: what `work` returns.
    /// - Throws: what `work` throws.
    private func noting<Result>(
        refused: AccountEvent.Action? = nil, limited: AccountEvent.Action? = nil,
        _ request: ServerRequest, user: UserID? = nil, _ work: () throws -> Result
    ) throws -> Result {
        do {
            return try work()
        } catch let refusal as ServerRefusal {
            if let action = refusal.status == 429 ? limited : refused {
                note(action, request, user: user)
            }
            throw refusal
        }
    }

    /// Checks the code of a class, if the server has one. Counts wrong codes, so that guessing one
    /// takes too long.
    private func check(
        code: String?, of request: ServerRequest, in store: ServerStore
    ) throws {
        guard let classCode = options.classCode else { return }
        guard let code, !code.isEmpty else { throw ServerRefusal.needsCode }
        try AttemptLimit.code.count(of: request.peer, at: now(), in: store)
        guard classCode.isSame(as: code) else { throw ServerRefusal.wrongCode }
        try AttemptLimit.code.forgive(request.peer, in: store)
    }

    func logIn(_ request: ServerRequest) throws -> ServerAnswer {
        let credentials = try message(request, Credentials.init)
        let email = try AccountRules.email(credentials.email)
        let deviceName = try AccountRules.name(credentials.device, of: "device")
        let account = try withConnection { connection in
            try noting(limited: .logInLimited, request) {
                try addressLimit.count(of: request.peer, at: now(), in: connection.store)
            }
            let account = try connection.store.account(email: email)
            try noting(limited: .logInLimited, request, user: account?.number) {
                try AttemptLimit.account.count(of: email, at: now(), in: connection.store)
            }
            return account
        }
        return .later { [self] in
            refusing {
                guard
                    let user = try ProvenUser(
                        password: credentials.password, of: account, hasher: hasher)
                else {
                    note(.logInFailed, request, user: account?.number)
                    throw ServerRefusal.wrongCredentials
                }
                let (reply, ended) = try noting(
                    refused: .logInRefused, limited: .logInLimited, request, user: user.number
                ) {
                    try admit(user, as: deviceName, email: email, credentials, request)
                }
                if let ended {
                    note(.deviceEnded, request, user: user.number, device: ended.description)
                }
                note(.loggedIn, request, user: reply.user.id, device: reply.device)
                return .reply(
                    ServerReply(status: 200, body: reply.bytes, user: reply.user.id), wakes: nil)
            }
        }
    }

    /// Gives a user who has proven the password a device and a token.
    private func admit(
        _ user: ProvenUser, as deviceName: String, email: String, _ credentials: Credentials,
        _ request: ServerRequest
    ) throws -> (reply: LoginReply, ended: ItemID?) {
        let fresher =
            hasher.needsRehash(user.passwordHash) ? hasher.hash(credentials.password) : nil
        return try withConnection { connection in
            do {
                try AttemptLimit.admission.count(
                    of: user.number.description, at: now(), in: connection.store)
            } catch {
                // The password was right.
                try forgive(email, request.peer, in: connection.store)
                throw error
            }
            let scope = UserScope(user, in: connection.store)
            return try scope.write {
                // The password may have changed since the account was looked up.
                let account = try scope.storedAccount()
                guard account.passwordHash == user.passwordHash else {
                    throw ServerRefusal.wrongCredentials
                }
                guard !account.isDisabled else { throw ServerRefusal.isDisabled }
                if let fresher { try scope.replacePassword(hash: fresher) }
                try forgive(email, request.peer, in: connection.store)
                return try admit(
                    scope, device: deviceName, format: request.format,
                    resumed: credentials.resumed, &connection)
            }
        }
    }

    /// Takes back the count of a password that was right.
    private func forgive(
        _ email: String, _ peer: String, in store: ServerStore
    ) throws(StoreFault) {
        try AttemptLimit.account.forget(email, in: store)
        try addressLimit.forgive(peer, in: store)
    }

    /// Gives a user a device and a token. Reuses the device `resumed` if it belongs to the user and
    /// has not ended. Otherwise creates one, and may end another device to make room for it.
    private func admit(
        _ scope: UserScope, device name: String, format: Int, resumed: String?,
        _ connection: inout PooledConnection
    ) throws -> (reply: LoginReply, ended: ItemID?) {
        let now = now()
        let token = AccessToken(of: scope.number, using: &connection.random)
        let number: Int
        let given: String
        let id: ItemID
        var ended: ItemID?
        if let known = resumed.flatMap({ ItemID($0) }), let device = try scope.device(id: known) {
            (number, id) = (device.number, device.id)
            given = try scope.resume(number, name: name, format: format, at: now)
        } else {
            ended = try scope.makeRoomForDevice(at: now)
            id = ItemID(at: now, using: &connection.random)
            (number, given) = try scope.makeDevice(id: id, name: name, format: format, at: now)
        }
        try scope.give(token, to: number, at: now)
        let reply = LoginReply(
            token: token.text, device: id.description, user: try scope.account(),
            epoch: try scope.state().cursor.epoch, name: given)
        return (reply, ended)
    }

    func logOut(_ request: ServerRequest) throws -> ServerAnswer {
        try asUser(request) { connection, scope, device in
            try scope.write { try scope.endToken(of: device.number) }
            note(.loggedOut, request, user: scope.number, device: device.id.description)
            return .reply(ServerReply(status: 204, user: scope.number), wakes: nil)
        }
    }

    func account(_ request: ServerRequest) throws -> ServerAnswer {
        try asUser(request) { _, scope, device in
            let user = try scope.account()
            let state = try scope.state()
            let reply = AccountReply(
                device: device.id.description, entries: state.entries, epoch: state.cursor.epoch)
            return .reply(
                ServerReply(status: 200, body: reply.bytes(of: user), user: scope.number),
                wakes: nil)
        }
    }

    func changePassword(_ request: ServerRequest) throws -> ServerAnswer {
        let (account, email) = try asUser(request) { _, scope, _ in
            (try scope.storedAccount(), try scope.account().email)
        }
        let passwords = try message(request, PasswordChange.init)
        try AccountRules.check(password: passwords.new)
        try noting(limited: .passwordChangeLimited, request, user: account.number) {
            try withConnection { connection in
                try addressLimit.count(of: request.peer, at: now(), in: connection.store)
                try AttemptLimit.account.count(of: email, at: now(), in: connection.store)
            }
        }
        return .later { [self] in
            refusing {
                guard
                    let user = try ProvenUser(
                        password: passwords.old, of: account, hasher: hasher)
                else {
                    note(.passwordChangeFailed, request, user: account.number)
                    throw ServerRefusal.wrongPassword
                }
                guard let hash = hasher.hash(passwords.new) else { throw ServerRefusal.noMemory }
                let (token, id) = try asUser(request) { connection, scope, device in
                    try scope.write {
                        guard try scope.storedAccount().passwordHash == user.passwordHash else {
                            throw ServerRefusal.wrongPassword
                        }
                        try forgive(email, request.peer, in: connection.store)
                        let token = AccessToken(of: scope.number, using: &connection.random)
                        try scope.replacePassword(hash: hash)
                        try scope.endAllTokens()
                        try scope.give(token, to: device.number, at: now())
                        return (token, device.id)
                    }
                }
                note(
                    .passwordChanged, request, user: account.number, device: id.description)
                let reply = TokenReply(token: token.text, device: id.description)
                return .reply(
                    ServerReply(status: 200, body: reply.bytes, user: account.number), wakes: nil)
            }
        }
    }
}
