package import TroveModel
import TroveSQLite
package import TroveWire

/// Connecting a library to an account, and letting go of it.
extension Library {
    /// The server and the account; nil while the library is local.
    package var account: Account? { replica.account }

    /// The last point of the server's history of which something is in the library: the cursor, or the
    /// end of a push behind it. Nil before the first login.
    package var reached: Cursor? { replica.reached ?? replica.account?.cursor }

    /// Remembers a server. Nothing is pushed before the user logs in, at another address or another
    /// server again: a token is for the server that gave it.
    ///
    /// - Parameters:
    ///   - server: its address, without a slash at the end.
    ///   - id: which server it is, as it says itself; nil where it does not say.
    /// - Throws: when the library cannot be written.
    package func connect(to server: String, id: String? = nil) throws(LibraryError) {
        try writing {
            var account = replica.account ?? Account(server: server)
            if account.server != server || account.isAnother(serverID: id) {
                // What another server has is not known.
                try forgetServerPhotos()
                account.token = nil
            }
            account.server = server
            account.serverID = id
            try replica.write(account)
        }
    }

    /// Forgets the server and all that was kept for it, but for the numbers of things, which they get
    /// again if they come down another time. What a person sees stays.
    package func disconnect() throws(LibraryError) {
        try writing {
            if let user = replica.account?.user { try replica.write(formerUser: user) }
            try replica.write(nil)
            replica.skipNumbers(through: 0)
            try connection.execute(
                """
                DELETE FROM meta WHERE key >= 'sync_' AND key < 'sync`';
                DELETE FROM outbox; DELETE FROM problems; DELETE FROM incoming;
                DELETE FROM server_photos;
                DELETE FROM shadow WHERE kind = 'conflict' OR number = 0;
                UPDATE shadow SET version = 0, deleted = 0, fields = '{}', by = '';
                """)
            try replica.read()
        }
    }

    /// Takes in who was logged in, for the account that the library belongs to, if it belongs to one.
    /// At the first time everything that is in the library is put into the outbox; later, a new
    /// device gives what waits new numbers.
    package func logIn(_ login: LoginReply, at time: Timestamp) throws(LibraryError) {
        // Everything is looked at, so that everything is pushed.
        if account?.device == nil {
            for kind in catalog.kinds.all.indices { try loadAll(kind) }
        }
        try writing {
            guard var account = replica.account else { return }
            let former = account.device
            account.user = login.user
            account.device = login.device
            account.token = login.token
            account.lastContact = time
            if account.cursor == nil { account.cursor = .start(of: login.epoch) }
            try replica.write(account)
            try forgetServerPhotos()
            if former == nil {
                for item in catalog.items { try enqueue(.create(item), at: time) }
                // The account may have some of them from an earlier connection.
                try replica.noteSending(through: replica.lastNumber)
            } else if former != login.device {
                try replica.renumber()
            }
        }
    }

    /// Which pictures the server has is not known any more.
    func forgetServerPhotos() throws {
        try connection.execute("DELETE FROM server_photos")
    }

    /// Goes on as a new device: what waits gets new numbers, from 1.
    package func renew(_ reply: TokenReply) throws(LibraryError) {
        try writing {
            guard var account = replica.account, account.device != reply.device else { return }
            account.device = reply.device
            account.token = reply.token
            try replica.write(account)
            try replica.renumber()
        }
    }

    /// Keeps another token of the same device.
    package func keep(token: String) throws(LibraryError) {
        try writing {
            guard var account = replica.account else { return }
            account.token = token
            try replica.write(account)
        }
    }

    /// Forgets a token that has ended, unless another shell has got a newer one meanwhile.
    package func forget(token: String) throws(LibraryError) {
        try writing {
            guard var account = replica.account, account.token == token else { return }
            account.token = nil
            try replica.write(account)
        }
    }

    /// Whose account the library was disconnected from last; nil if it never was.
    package func formerUser() throws(LibraryError) -> User? {
        try looking { try replica.formerUser() }
    }

    /// Whether other users of this machine may read the library, and a token in it.
    package var isOpenToOthers: Bool {
        guard case .file = location, let permissions = LibraryFile.permissions(of: file) else {
            return false
        }
        return permissions & 0o077 != 0
    }

    /// Whether what is put into the outbox is sent at once. Otherwise it counts as never sent until
    /// `noteSending`.
    package func setSendsAtOnce(_ sendsAtOnce: Bool) { replica.sendsAtOnce = sendsAtOnce }

    /// Notes that the server has answered.
    package func noteContact(at time: Timestamp) throws(LibraryError) {
        try writing { try replica.writeContact(time) }
    }

    // MARK: Rules

    /// What becomes of an operation while the server cannot be reached.
    package func rule(_ operation: TroveModel.Operation, of kind: Int) -> OfflineRule {
        let kind = catalog.kinds[kind]
        return replica.policies[Replica.Policy(kind: kind.name, operation: operation)]
            ?? kind.offline[operation]
    }

    /// Changes a rule for this library.
    package func setRule(
        _ rule: OfflineRule, _ operation: TroveModel.Operation, of kind: Int
    ) throws(LibraryError) {
        let kind = catalog.kinds[kind]
        try writing {
            try replica.set(
                Replica.Policy(kind: kind.name, operation: operation),
                to: kind.offline[operation] == rule ? nil : rule)
        }
    }

    /// Goes back to the kinds' own rules.
    package func resetRules() throws(LibraryError) {
        try writing {
            for policy in replica.policies.keys { try replica.set(policy, to: nil) }
        }
    }
}
