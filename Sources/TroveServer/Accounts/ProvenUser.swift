import TroveModel
import TroveSQLite
import TroveWire

/// A user whose password was checked, or who has just signed up. Only the functions of this file can
/// make one.
struct ProvenUser: Sendable {
    let number: UserID
    /// The hash that the password was checked against; it may have been replaced since.
    let passwordHash: String

    private init(number: UserID, passwordHash: String) {
        self.number = number
        self.passwordHash = passwordHash
    }
}

/// What is needed to check a password, without the lock on the store.
struct StoredAccount: Sendable {
    fileprivate let number: UserID
    let passwordHash: String
}

extension ProvenUser {
    /// Checks a password, which takes as long where nobody has the email. Slow.
    init?(password: String, of account: StoredAccount?, hasher: PasswordHasher) {
        let isRight = hasher.verify(password, against: account?.passwordHash ?? hasher.decoy)
        guard isRight, let account else { return nil }
        self.init(number: account.number, passwordHash: account.passwordHash)
    }

    private static let insertion = AccountQuery.insert(
        into: .users, "email, name, password, epoch, created", values: "?1, ?2, ?3, ?4, ?5",
        "ON CONFLICT (email) DO NOTHING")

    /// Makes a user; nil where somebody has the email.
    init?(
        signingUp email: String, name: String, passwordHash: String, epoch: ItemID,
        in store: ServerStore, at now: Timestamp
    ) throws(SQLiteError) {
        let statement = try store.statement(Self.insertion)
        statement.bind(email, at: 1)
        statement.bind(name, at: 2)
        statement.bind(passwordHash, at: 3)
        statement.bind(epoch.description, at: 4)
        statement.bind(now.milliseconds, at: 5)
        try statement.run()
        guard store.changes == 1 else { return nil }
        self.init(number: UserID(rawValue: store.lastRow), passwordHash: passwordHash)
    }
}

extension ServerStore {
    private static let accountOfEmail = AccountQuery.select(
        "id, password", from: .users, where: "email = ?1")

    /// The account with an email, as `AccountRules.email` gives it.
    func account(email: String) throws(SQLiteError) -> StoredAccount? {
        let statement = try statement(Self.accountOfEmail)
        statement.bind(email, at: 1)
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        return StoredAccount(
            number: statement.user(0), passwordHash: statement.text(1) ?? "")
    }
}

extension UserScope {
    private static let password = UserQuery.select("password", from: .users)
    private static let newPassword = UserQuery.update(.users, set: "password = ?2")

    /// The account, for checking the password of a user who is signed in.
    func storedAccount() throws(SQLiteError) -> StoredAccount {
        let statement = try statement(Self.password)
        defer { statement.reset() }
        _ = try statement.step()
        return StoredAccount(number: number, passwordHash: statement.text(0) ?? "")
    }

    func replacePassword(hash: String) throws(SQLiteError) {
        let statement = try statement(Self.newPassword)
        statement.bind(hash, at: 2)
        try statement.run()
    }
}
