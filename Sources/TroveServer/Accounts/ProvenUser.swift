import TroveModel
import TroveWire

/// A user with a verified password, or a new user. Only this file can create one.
struct ProvenUser: Sendable {
    let number: UserID
    /// The hash that the password was verified against; it may have been replaced since.
    let passwordHash: String

    private init(number: UserID, passwordHash: String) {
        self.number = number
        self.passwordHash = passwordHash
    }
}

/// The data for verifying a password without holding the store's lock.
struct StoredAccount: Sendable {
    let number: UserID
    let passwordHash: String
    /// Whether the operator has disabled the account.
    let isDisabled: Bool
}

extension ProvenUser {
    /// Verifies a password; nil if it is wrong. Slow, and equally slow without an account.
    ///
    /// - Throws: `ServerRefusal.noMemory`.
    init?(
        password: String, of account: StoredAccount?, hasher: PasswordHasher
    ) throws(ServerRefusal) {
        let isRight = try hasher.verify(password, against: account?.passwordHash ?? hasher.decoy)
        guard isRight, let account else { return nil }
        self.init(number: account.number, passwordHash: account.passwordHash)
    }

    private static let reservation = AccountQuery.insert(
        into: .emails, "email, user_id", values: "?1, ?2", "ON CONFLICT (email) DO NOTHING")
    private static let insertion = AccountQuery.insert(
        into: .users, "user_id, email, name, password, epoch, created",
        values: "?1, ?2, ?3, ?4, ?5, ?6")

    /// Creates a user; nil if the email is taken.
    ///
    /// - Parameters:
    ///   - number: the ID, which must be new. Random IDs avoid a counter that all users would
    ///     share.
    ///   - email: the normalized email.
    ///   - name: the name that the user sees.
    ///   - passwordHash: the hash of the password.
    ///   - epoch: the epoch of the user's history.
    ///   - store: the store, in a transaction.
    ///   - now: when the user signs up.
    /// - Throws: `StoreFault`.
    init?(
        signingUp number: UserID, email: String, name: String, passwordHash: String, epoch: ItemID,
        in store: ServerStore, at now: Timestamp
    ) throws(StoreFault) {
        let reserving = try store.statement(Self.reservation)
        reserving.bind(email, at: 1)
        reserving.bind(number, at: 2)
        try reserving.run()
        guard store.changes == 1 else { return nil }
        let statement = try store.statement(Self.insertion)
        statement.bind(number, at: 1)
        statement.bind(email, at: 2)
        statement.bind(name, at: 3)
        statement.bind(passwordHash, at: 4)
        statement.bind(epoch.description, at: 5)
        statement.bind(now.milliseconds, at: 6)
        try statement.run()
        self.init(number: number, passwordHash: passwordHash)
    }
}

extension ServerStore {
    private static let userOfEmail = AccountQuery.select(
        "user_id", from: .emails, where: "email = ?1")
    private static let account = AccountQuery.select(
        "password, disabled", from: .users, where: "user_id = ?1")

    /// Returns the user whose account has a normalized email, as `AccountRules.email` returns it.
    func user(ofEmail email: String) throws(StoreFault) -> UserID? {
        let statement = try statement(Self.userOfEmail)
        statement.bind(email, at: 1)
        defer { statement.reset() }
        return try statement.step() ? statement.user(0) : nil
    }

    /// Returns the account with a normalized email.
    func account(email: String) throws(StoreFault) -> StoredAccount? {
        guard let number = try user(ofEmail: email) else { return nil }
        let statement = try statement(Self.account)
        statement.bind(number, at: 1)
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        return StoredAccount(
            number: number, passwordHash: statement.text(0) ?? "",
            isDisabled: !statement.isNull(1))
    }
}

extension UserScope {
    private static let password = UserQuery.select("password, disabled", from: .users)
    private static let newPassword = UserQuery.update(.users, set: "password = ?2")
    private static let disabling = UserQuery.update(
        .users, set: "disabled = coalesce(disabled, ?2)")
    private static let enabling = UserQuery.update(.users, set: "disabled = NULL")

    /// Returns the account of the logged-in user, to verify the password again.
    func storedAccount() throws(StoreFault) -> StoredAccount {
        let statement = try statement(Self.password)
        defer { statement.reset() }
        _ = try statement.step()
        return StoredAccount(
            number: number, passwordHash: statement.text(0) ?? "",
            isDisabled: !statement.isNull(1))
    }

    func replacePassword(hash: String) throws(StoreFault) {
        let statement = try statement(Self.newPassword)
        statement.bind(hash, at: 2)
        try statement.run()
    }

    /// Disables the account: logs out its devices, and makes later log-ins fail. An account that is
    /// already disabled keeps its date.
    func disable(at now: Timestamp) throws(StoreFault) {
        let statement = try statement(Self.disabling)
        statement.bind(now.milliseconds, at: 2)
        try statement.run()
        try endAllTokens()
    }

    /// Lets the account be used again, with its password.
    func enable() throws(StoreFault) {
        try statement(Self.enabling).run()
    }
}
