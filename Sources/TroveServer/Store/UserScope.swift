import TroveModel
import TroveSQLite
import TroveWire

/// The only way to the rows of a user: entries, ledger, names, blobs, devices, tokens, and the user's
/// own row.
///
/// The number of the user is private to this file, and the initializer is, too. The doors to it are
/// those below: a token, a password that was proven, and the upkeep, which goes through all users one
/// by one. A request therefore holds the scope of whoever asked and no other; there is no function
/// that takes the number of a user.
struct UserScope {
    private let user: UserID
    private let store: ServerStore
    /// The number, in the file, of the device that asks; 0 in the upkeep.
    let device: Int

    private init(user: UserID, device: Int, store: ServerStore) {
        self.user = user
        self.device = device
        self.store = store
    }

    /// The user's statement, ready for its other parameters. It is the same for each call with the
    /// same query, so it must be run to its end, or reset, before the next.
    func statement(_ query: UserQuery) throws(SQLiteError) -> Statement {
        let statement = try store.statement(query)
        statement.bind(user, at: 1)
        return statement
    }

    /// What the user is called outside: in the account's answer, and for waking parked polls. Nothing
    /// takes it back.
    var number: UserID { user }

    /// How many rows the last statement changed.
    var changes: Int { store.changes }
}

// MARK: The doors

extension UserScope {
    private static let owner = AccountQuery.select(
        "user, device", from: .tokens, where: "hash = ?1")

    /// The scope of a device whose token this is; nil if it is nobody's.
    init?(token: AccessToken, in store: ServerStore) throws(SQLiteError) {
        let statement = try store.statement(Self.owner)
        statement.bind(blob: token.hash, at: 1)
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        self.init(user: statement.user(0), device: statement.integer(1), store: store)
    }

    /// The scope of a user whose password was checked, or who was made just now. No device asks yet.
    init(_ user: ProvenUser, in store: ServerStore) {
        self.init(user: user.number, device: 0, store: store)
    }

    /// The same user, at a device of theirs.
    func at(device: Int) -> UserScope {
        UserScope(user: user, device: device, store: store)
    }

    private static let users = AccountQuery.select("id", from: .users)

    /// The number of a user, for the upkeep, which goes through all of them one by one. It can be
    /// read by nobody, so it cannot be mixed up with one that came with a request.
    struct Number: Sendable {
        fileprivate let number: UserID
    }

    /// All users.
    static func numbers(in store: ServerStore) throws(SQLiteError) -> [Number] {
        let statement = try store.statement(users)
        defer { statement.reset() }
        var numbers: [Number] = []
        while try statement.step() { numbers.append(Number(number: statement.user(0))) }
        return numbers
    }

    /// The scope of one of all users.
    init(_ number: Number, in store: ServerStore) {
        self.init(user: number.number, device: 0, store: store)
    }
}
