import TroveCodecs
package import TroveModel
import TroveSQLite
package import TroveWire

/// Writes a library's account and the state of the connection to its server.
package struct AccountStore {
    let library: Library
    private var state: ReplicaState { library.replica.state }

    init(library: Library) {
        self.library = library
    }

    /// The last known position in the server's history: the cursor, or the end of a push after it.
    /// Nil before the first login.
    package var reached: Cursor? { state.reached ?? state.account?.cursor }

    // MARK: Connecting

    /// Sets the server. A token is valid only for the server that issued it, so another address or
    /// another server at the same address requires a new login before the next push.
    ///
    /// - Parameters:
    ///   - server: the address, without a slash at the end.
    ///   - id: the id that the server reports; nil if it reports none.
    /// - Throws: why the library cannot be written.
    package func connect(to server: String, id: String? = nil) throws(LibraryError) {
        try library.writing { transaction in
            var account = transaction.state.account ?? Account(server: server)
            if account.server != server || account.isAnother(serverID: id) {
                // It is not known which photos the new server has.
                try transaction.forgetServerPhotos()
                account.token = nil
            }
            account.server = server
            account.serverID = id
            try transaction.state.write(account)
        }
    }

    /// Removes the account. The items stay, and so do their numbers, which they get again if they
    /// are pulled later. A copy of the replica is kept for a later login.
    package func disconnect() throws(LibraryError) {
        try library.writing { transaction in
            let state = transaction.state
            try FormerReplica(transaction).keep()
            if let user = state.account?.user { try state.write(formerUser: user) }
            try state.write(nil)
            try transaction.database.execute(
                """
                DELETE FROM meta WHERE key >= 'sync_' AND key < 'sync`'
                AND substr(key, 1, \(MetaTable.Key.prefixOfCopies.utf8.count))
                    <> '\(MetaTable.Key.prefixOfCopies)';
                DELETE FROM outbox; DELETE FROM problems; DELETE FROM incoming;
                DELETE FROM server_photos;
                DELETE FROM shadow WHERE kind = 'conflict' OR number = 0;
                UPDATE shadow SET version = 0, deleted = 0, fields = '{}', by = '';
                """)
            try transaction.replica.read()
        }
    }

    /// Returns the device that a login to the account with an email can continue; nil for none.
    package func deviceToResume(for email: String) throws(LibraryError) -> ResumableDevice? {
        try library.looking {
            if let account = state.account, account.user != nil {
                return account.device.map { ResumableDevice(id: $0, name: account.deviceName) }
            }
            let former = try state.formerUser()
            guard former.map({ Folding.name($0.email) }) == Folding.name(email) else { return nil }
            return try FormerReplica.device(in: library.replica.meta)
        }
    }

    /// Returns whether a login is to the account that the library was disconnected from, as far as
    /// the library knows: another server may have a user with the same id.
    package func isReturn(by login: LoginReply) throws(LibraryError) -> Bool {
        try library.looking {
            try FormerReplica(Transaction(library)).isOf(login)
                ?? (state.formerUser()?.id == login.user.id)
        }
    }

    /// Returns what waits for a login to the account that the library was disconnected from.
    package func formerCounts() throws(LibraryError) -> QueueCounts {
        try library.looking { try FormerReplica(Transaction(library)).counts() }
    }

    /// Applies a login to the library's account. The first login queues all items of the library;
    /// if the library was disconnected from the same account, only what has changed since. A later
    /// login as another device renumbers the queued operations. Without an account it does nothing.
    ///
    /// - Parameters:
    ///   - login: the answer of the server.
    ///   - deviceName: the name that was sent for this device, which an earlier server keeps.
    ///   - time: the time of the answer.
    ///   - showProgress: is called from time to time with the fraction that is done.
    /// - Throws: why the library cannot be read or written.
    package func logIn(
        _ login: LoginReply, as deviceName: String, at time: Timestamp,
        showProgress: (Double) -> Void = { _ in }
    ) throws(LibraryError) {
        try library.writing { transaction in
            let state = transaction.state
            guard let present = state.account else { return }
            let isFirst = present.device == nil
            let replica = FormerReplica(transaction)
            let adoptions = isFirst ? try replica.restore(for: login) : nil
            guard var account = state.account else { return }
            let isOther = account.device != login.device
            account.user = login.user
            account.device = login.device
            account.deviceName = login.name ?? deviceName
            account.token = login.token
            account.lastContact = time
            if account.cursor == nil { account.cursor = .start(of: login.epoch) }
            try state.write(account)
            try transaction.forgetServerPhotos()
            if isOther { try transaction.replica.renumber() }
            guard isFirst else { return }
            // Loaded here: the beginning of the transaction may have brought other kinds.
            try library.loadAll()
            // Items are compared only with a copy.
            let compared = adoptions == nil ? 0 : 0.8
            let changes: [Change] =
                if let adoptions {
                    try replica.changes(except: adoptions) { showProgress(compared * $0) }
                } else {
                    try library.catalog.items.map { item in
                        .create(try transaction.stores[item.kind].withHiddenValues(item))
                    }
                }
            let queue = ChangeQueue(transaction)
            for (index, change) in changes.enumerated() {
                try queue.add(change, at: time)
                if index & 1023 == 1023 {
                    let added = Double(index) / Double(changes.count)
                    showProgress(compared + (1 - compared) * added)
                }
            }
            if let adoptions {
                try transaction.adopt(adoptions, at: time)
                try library.conflicts.settle(changes, at: time)
            } else {
                // The server may know some of the items from an earlier connection.
                try state.noteSending(through: state.lastNumber)
            }
        }
    }

    /// Replaces a device by a new one with its token, and numbers the queued operations from 1. If
    /// another shell has replaced the device already, or has connected the library to another
    /// account, nothing changes.
    ///
    /// - Parameters:
    ///   - former: the device that asked for the new one.
    ///   - reply: the answer of the server.
    ///   - deviceName: the name that was sent for the new device.
    /// - Throws: why the library cannot be written.
    package func renew(
        _ former: String?, by reply: TokenReply, as deviceName: String
    ) throws(LibraryError) {
        try library.writing { transaction in
            guard var account = transaction.state.account, account.device == former,
                former != reply.device
            else { return }
            account.device = reply.device
            account.deviceName = reply.name ?? deviceName
            account.token = reply.token
            try transaction.state.write(account)
            try transaction.replica.renumber()
        }
    }

    /// Returns the user whose account the library was last disconnected from; nil for none.
    package func formerUser() throws(LibraryError) -> User? {
        try library.looking { try state.formerUser() }
    }

    // MARK: The token

    /// Stores a new token of the same device.
    package func keep(token: String) throws(LibraryError) {
        try library.writing { transaction in
            guard var account = transaction.state.account else { return }
            account.token = token
            try transaction.state.write(account)
        }
    }

    /// Replaces a token with another one of the same device, unless another shell has set a newer
    /// one. Keeps the former one until `noteAccepted`.
    package func replace(token former: String, by token: String) throws(LibraryError) {
        try library.writing { transaction in
            guard var account = transaction.state.account, account.token == former else { return }
            account.token = token
            account.formerToken = former
            try transaction.state.write(account)
        }
    }

    /// Records that the server has accepted a token, which ends the former one there.
    package func noteAccepted(token: String) throws(LibraryError) {
        guard library.account?.formerToken != nil else { return }
        try library.writing { transaction in
            guard var account = transaction.state.account, account.token == token else { return }
            account.formerToken = nil
            try transaction.state.write(account)
        }
    }

    /// Removes a token that the server has refused, unless another shell has set a newer one. The
    /// former one takes its place: if a repeated request for another token was delayed, the server
    /// has ended the token that it gave, and still accepts the former one.
    package func noteRefused(token: String) throws(LibraryError) {
        try library.writing { transaction in
            guard var account = transaction.state.account, account.token == token else { return }
            account.token = account.formerToken
            try transaction.state.write(account)
        }
    }

    /// Removes a token that has ended, unless another shell has set a newer one.
    package func forget(token: String) throws(LibraryError) {
        try library.writing { transaction in
            guard var account = transaction.state.account, account.token == token else { return }
            account.token = nil
            try transaction.state.write(account)
        }
    }

    // MARK: Contact

    /// Records that the server has answered.
    package func noteContact(at time: Timestamp) throws(LibraryError) {
        try library.writing { try $0.state.writeContact(time) }
    }

    /// When the server last failed to answer in time; nil once it has answered.
    package var unanswered: Timestamp? { state.unanswered }

    /// Records that the server did not answer in time, also for other programs; nil records that it
    /// has answered.
    package func noteUnanswered(at time: Timestamp?) throws(LibraryError) {
        guard time != state.unanswered else { return }
        try library.writing { try $0.state.write(unanswered: time) }
    }

    // MARK: New devices

    /// Returns how many milliseconds must pass before another new device may be requested.
    package func pauseBeforeRenewal(at now: Timestamp) throws(LibraryError) -> Int {
        guard let renewals = state.renewals else { return 0 }
        // After a change of the clock, or in a copy from a device whose clock is ahead, the pause
        // starts now.
        if renewals.last.milliseconds > now.milliseconds {
            try library.writing {
                try $0.state.write(Renewals(last: now, count: renewals.count))
            }
        }
        return renewals.pause(at: now)
    }

    /// Records a request for a new device.
    package func noteRenewal(at time: Timestamp) throws(LibraryError) {
        try library.writing { transaction in
            let state = transaction.state
            try state.write(
                state.renewals?.adding(at: time) ?? Renewals(last: time, count: 1))
        }
    }
}
