import TroveModel
import TroveWire

/// The only access to the rows of a user: entries, ledger, names, blobs, devices, tokens, and the
/// user's own row.
///
/// The user's ID and the memberwise initializer are private to this file. The only ways to get a
/// scope are below: a token, a verified password, a command of the operator, who owns the file, and
/// upkeep, which visits every user in turn. A request therefore holds the scope of its own user
/// only; no function takes the ID of a user.
struct UserScope {
    private let user: UserID
    private let store: ServerStore
    /// The row number of the device that asks; 0 during upkeep and in a command of the operator.
    let device: Int
    /// The token with which the device asks; nil without one.
    let token: ProvenToken?

    private init(user: UserID, device: Int, token: ProvenToken? = nil, store: ServerStore) {
        self.user = user
        self.device = device
        self.token = token
        self.store = store
    }

    /// Returns a statement with the user bound. Calls with the same query share it, so run it to
    /// its end, or reset it, before the next call.
    func statement(_ query: UserQuery) throws(StoreFault) -> any StoreStatement {
        try store.statement(query, user: user)
    }

    /// Returns a statement that reads or writes several rows, with the user bound.
    func statement(
        _ query: UserQuery, _ columns: [StoreColumn]
    ) throws(StoreFault) -> any StoreRows {
        try store.statement(query, user: user, columns)
    }

    /// Runs statements in as few round trips as possible. Each then has its rows.
    func send(_ statements: [any StoreRows]) throws(StoreFault) {
        try store.send(statements)
    }

    /// Runs statements that return no rows, at the latest with the commit, in their order.
    func runBeforeCommit(_ statements: [any StoreRows]) throws(StoreFault) {
        try store.runBeforeCommit(statements)
    }

    private static let lock = UserQuery.lock("seq")

    /// Runs `work` in a transaction that holds the lock of the user, and commits it durably, or
    /// rolls it back if anything throws.
    ///
    /// - Throws: `ServerRefusal.badToken` if the account was deleted, or if the token has ended
    ///   before the lock was taken; `StoreFault`; what `work` throws.
    func write<Result>(_ work: () throws -> Result) throws -> Result {
        try store.write {
            // A separate statement: one that also read other rows would see them as they were
            // before the wait for the lock.
            let locking = try statement(Self.lock)
            guard try locking.step() else { throw ServerRefusal.badToken }
            locking.reset()
            if token != nil {
                let asking = try readingAskingDevice()
                guard try asking.step() else { throw ServerRefusal.badToken }
                asking.reset()
            }
            return try work()
        }
    }

    /// Runs `work` in a transaction as `write` does, after sending statements together with the one
    /// that locks the user. `work` gets them with their rows.
    func write<Result>(
        sending statements: () throws -> [any StoreRows],
        _ work: ([any StoreRows]) throws -> Result
    ) throws -> Result {
        try store.write {
            let locking = try statement(Self.lock)
            let statements = try statements()
            try store.send([locking] + statements)
            guard try locking.step() else { throw ServerRefusal.badToken }
            locking.reset()
            return try work(statements)
        }
    }

    private static let touch = UserQuery.update(.users, set: "seq = seq")

    /// Runs `work`. Before a refusal that makes a device repair something, it proves that the
    /// store has the newest data: a database server that was cut off from its standbys still
    /// answers with old data, but it cannot commit. The proof may be on another connection than
    /// the refusal, so `work` runs again after it.
    ///
    /// - Throws: what `work` throws; `StoreFault` if the store may have old data.
    func proving<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let refusal as ServerRefusal
            where refusal.makesDeviceRepair && store.canBeReplaced
        {
            try store.write { try statement(Self.touch).run() }
            return try work()
        }
    }

    /// The user's ID, for account replies and for waking parked polls. No function accepts it.
    var number: UserID { user }

    /// The rows that the last statement changed.
    var changes: Int { store.changes }
}

// MARK: Creating a scope

extension UserScope {
    private static let asking = UserQuery.deviceOfToken(
        """
        d.number, d.id, d.name, d.created, d.seen, d.seen_seq, d.format, d.last_n, d.settled_n, \
        t.created, t.next
        """)
    private static let owner = AccountQuery.select("user_id", from: .tokens, where: "hash = ?1")

    /// Returns the scope of the device that owns a token, and the device; nil if the token is
    /// unknown or the device has ended.
    static func ofDevice(
        with token: AccessToken, in store: ServerStore
    ) throws(StoreFault) -> (scope: UserScope, device: DeviceRow)? {
        var user = token.user
        if user == nil {
            let owning = try store.statement(owner)
            owning.bind(blob: token.hash, at: 1)
            user = try owning.step() ? owning.user(0) : nil
            owning.reset()
        }
        guard let user else { return nil }
        let statement = try store.statement(asking, user: user)
        statement.bind(blob: token.hash, at: 2)
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        let device = DeviceRow(statement)
        let proven = ProvenToken(
            token, created: statement, 9, isNext: statement.blob(10) == token.hash)
        return (
            UserScope(user: user, device: device.number, token: proven, store: store), device
        )
    }

    /// Returns what `ofDevice` does, from data that no database server which has been replaced can
    /// have: such a server does not know new tokens. Nil for a store that cannot be replaced.
    static func ofDeviceInNewestData(
        with token: AccessToken, in store: ServerStore, at now: Timestamp
    ) throws -> (scope: UserScope, device: DeviceRow)? {
        guard store.canBeReplaced else { return nil }
        return try store.readNewest(at: now, place: token.hash[0]) {
            try ofDevice(with: token, in: store)
        }
    }

    /// Returns whether the token of the device that asks is valid, from data that no database
    /// server which has been replaced can have.
    func hasTokenInNewestData(at now: Timestamp) throws -> Bool {
        try store.readNewest(at: now, place: token?.hash.first ?? 0) {
            let asking = try readingAskingDevice()
            defer { asking.reset() }
            return try asking.step()
        }
    }

    /// Returns the statement that reads the device that asks as long as its token is valid, with
    /// the columns of `DeviceRow` and of `PushingDevice`.
    func readingAskingDevice() throws(StoreFault) -> any StoreRows {
        let statement = try statement(Self.asking)
        statement.bind(blob: token?.hash ?? [], at: 2)
        return statement
    }

    /// A device that has shown its token, for another connection to the store.
    struct AskingDevice: Sendable {
        /// The user whose device it is.
        let user: UserID
        let token: ProvenToken
        fileprivate let device: Int
    }

    /// The device that asks; nil if none does.
    var askingDevice: AskingDevice? {
        token.map { AskingDevice(user: user, token: $0, device: device) }
    }

    /// Creates the scope of a device that has shown its token on another connection. The token may
    /// have ended since.
    init(_ asking: AskingDevice, in store: ServerStore) {
        self.init(user: asking.user, device: asking.device, token: asking.token, store: store)
    }

    /// Creates the scope of a user with a verified password, or of a new user. Its device is 0.
    init(_ user: ProvenUser, in store: ServerStore) {
        self.init(user: user.number, device: 0, store: store)
    }

    /// Creates the scope of the account with a normalized email, for a command of the operator; nil
    /// if there is none. Its device is 0. No request may use it.
    init?(forOperator email: String, in store: ServerStore) throws(StoreFault) {
        guard let user = try store.user(ofEmail: email) else { return nil }
        self.init(user: user, device: 0, store: store)
    }

    private static let release = AccountQuery.delete(
        from: .emails, where: "email = ?1 AND user_id = ?2")

    /// Lets another account use the email of this one.
    func releaseEmail() throws(StoreFault) {
        let statement = try store.statement(Self.release)
        statement.bind(try account().email, at: 1)
        statement.bind(user, at: 2)
        try statement.run()
    }

    private static let users = AccountQuery.select("user_id", from: .users)

    /// The ID of a user, for upkeep. Only this file can read it, so it cannot be confused with one
    /// from a request.
    struct Number: Sendable {
        fileprivate let number: UserID
    }

    /// Returns the IDs of all users, for upkeep.
    static func numbers(in store: ServerStore) throws(StoreFault) -> [Number] {
        let statement = try store.statement(users)
        defer { statement.reset() }
        var numbers: [Number] = []
        while try statement.step() { numbers.append(Number(number: statement.user(0))) }
        return numbers
    }

    /// Creates the scope of a user, for upkeep.
    init(_ number: Number, in store: ServerStore) {
        self.init(user: number.number, device: 0, store: store)
    }
}
