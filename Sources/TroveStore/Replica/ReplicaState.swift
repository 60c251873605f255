import TroveModel
import TroveSQLite
import TroveWire

/// The account of a library, its position in the server's history, and its operation numbers.
///
/// All values are in memory, and each function writes what it changes. Another program may change
/// the file between two transactions, so `read` runs at the start of each.
final class ReplicaState {
    private let meta: MetaTable
    /// Nil while the library is not connected.
    private(set) var account: Account?
    /// Positions of the history that the cursor has passed.
    private(set) var checkpoints = Checkpoints()
    /// The end of the last push, if it is after the cursor. The library knows its own operations up
    /// to there, but not those of other devices.
    private(set) var reached: Cursor?
    /// The recent requests for a new device; nil for none.
    private(set) var renewals: Renewals?
    /// When the server last failed to answer in time; nil once it has answered.
    private(set) var unanswered: Timestamp?
    /// The highest number assigned to an operation.
    private(set) var lastNumber = OperationNumber(rawValue: 0)
    /// The highest number of an operation that may have been sent.
    private(set) var sentThrough = OperationNumber(rawValue: 0)
    /// For each push without an answer since the last answered one: the number of its last
    /// operation, oldest first. A push begins at the head of the outbox, or behind a push whose
    /// answer is being applied.
    private(set) var failedPushes: [OperationNumber] = []
    /// Whether queued operations are sent at once, so that `commit` marks them as sent.
    var sendsAtOnce = false

    private typealias Key = MetaTable.Key

    /// SQL that removes the tokens from a copy of the file.
    static let sqlToForgetToken =
        "DELETE FROM meta WHERE key IN ('\(Key.token)', '\(Key.formerToken)')"

    init(_ meta: MetaTable) {
        self.meta = meta
    }

    /// Whether changes are queued for a server.
    var isReplicating: Bool { account?.device != nil }

    // MARK: Reading

    func read() throws {
        let values = try meta.values("sync")
        account = try Self.account(values)
        let epoch = account?.cursor?.epoch
        checkpoints = Checkpoints(values[Key.checkpoints] ?? "", epoch: epoch)
        // A file of an earlier version may have a position before the cursor.
        reached = Checkpoints(values[Key.reached] ?? "", epoch: epoch).points.first {
            $0.sequence > account?.cursor?.sequence ?? 0
        }
        unanswered = values[Key.unanswered].flatMap { Int($0) }.map(Timestamp.init(milliseconds:))
        renewals = values[Key.renewals].flatMap(Renewals.init(stored:))
        let next = try StoredNumber.checked(
            Int(values[Key.nextNumber] ?? "") ?? 1, as: "the number of the next operation",
            in: 1...StoredNumber.highest)
        lastNumber = OperationNumber(rawValue: next - 1)
        // Earlier versions did not store this number, and may have sent all operations.
        sentThrough =
            values[Key.sentThrough].flatMap { Int($0) }.map(OperationNumber.init(rawValue:))
            ?? lastNumber
        failedPushes = (values[Key.failedPushes] ?? "").split(separator: ",")
            .compactMap { Int($0) }.map(OperationNumber.init(rawValue:))
    }

    private static func account(_ values: [String: String]) throws -> Account? {
        guard let server = values[Key.server] else { return nil }
        var account = Account(server: server, serverID: values[Key.serverID])
        if let id = values[Key.userID].flatMap({ Int($0) }) {
            account.user = User(
                id: UserID(id), name: values[Key.userName] ?? "", email: values[Key.email] ?? "")
        }
        account.device = values[Key.device]
        account.deviceName = values[Key.deviceName]
        account.token = values[Key.token]
        account.formerToken = formerToken(values)
        if let epoch = values[Key.epoch] {
            account.cursor = Cursor(
                epoch: epoch,
                sequence: try StoredNumber.checkedVersion(
                    Int(values[Key.sequence] ?? "") ?? 0, as: "the position of the last sync"),
                mark: UInt64(values[Key.mark] ?? "", radix: 16) ?? 0)
        }
        account.lastContact = values[Key.lastContact].flatMap { Int($0) }
            .map(StoredNumber.time)
        return account
    }

    /// The former token is stored after the token that replaced it: an earlier version of the
    /// program replaces only the latter, possibly by that of another server.
    private static func formerToken(_ values: [String: String]) -> String? {
        let parts = (values[Key.formerToken] ?? "").split(separator: " ")
        guard parts.count == 2, parts[0] == values[Key.token] ?? "" else { return nil }
        return String(parts[1])
    }

    // MARK: The account

    /// Writes the account; nil removes it.
    func write(_ account: Account?) throws(SQLiteError) {
        self.account = account
        try meta.set(Key.server, account?.server)
        try meta.set(Key.serverID, account?.serverID)
        try meta.set(Key.userID, account?.user.map { "\($0.id)" })
        try meta.set(Key.userName, account?.user?.name)
        try meta.set(Key.email, account?.user?.email)
        try meta.set(Key.device, account?.device)
        try meta.set(Key.deviceName, account?.deviceName)
        try meta.set(Key.token, account?.token)
        try meta.set(
            Key.formerToken, account?.formerToken.map { "\(account?.token ?? "") \($0)" })
        try meta.set(Key.lastContact, account?.lastContact.map { "\($0.milliseconds)" })
        try writeCursor()
    }

    /// Records the user whose account the library is disconnected from.
    func write(formerUser user: User) throws(SQLiteError) {
        try meta.set(Key.formerName, user.name)
        try meta.set(Key.formerEmail, user.email)
        try meta.set(Key.formerID, "\(user.id)")
    }

    /// Returns the user whose account the library was last disconnected from; nil for none.
    func formerUser() throws(SQLiteError) -> User? {
        let values = try meta.values("former")
        guard let email = values[Key.formerEmail],
            let id = values[Key.formerID].flatMap({ Int($0) })
        else { return nil }
        return User(id: UserID(id), name: values[Key.formerName] ?? "", email: email)
    }

    /// Records that the server has answered.
    func writeContact(_ time: Timestamp) throws(SQLiteError) {
        account?.lastContact = time
        try meta.set(Key.lastContact, "\(time.milliseconds)")
    }

    /// Records that the server did not answer in time; nil records that it has answered.
    func write(unanswered time: Timestamp?) throws(SQLiteError) {
        unanswered = time
        try meta.set(Key.unanswered, time.map { "\($0.milliseconds)" })
    }

    /// Writes the recent requests for a new device.
    func write(_ renewals: Renewals) throws(SQLiteError) {
        self.renewals = renewals
        try meta.set(Key.renewals, renewals.stored)
    }

    // MARK: The cursor

    /// Moves the cursor, and adds it to the checkpoints.
    func write(_ cursor: Cursor) throws(SQLiteError) {
        account?.cursor = cursor
        try writeCursor()
        checkpoints.add(cursor)
        try meta.set(Key.checkpoints, checkpoints.text)
        guard let point = reached else { return }
        if point.epoch != cursor.epoch || point.sequence <= cursor.sequence { try forgetReached() }
    }

    private func writeCursor() throws(SQLiteError) {
        let cursor = account?.cursor
        try meta.set(Key.epoch, cursor?.epoch)
        try meta.set(Key.sequence, cursor.map { "\($0.sequence)" })
        try meta.set(Key.mark, cursor.map { String($0.mark, radix: 16) })
    }

    /// Records that a push or a page of the first snapshot ended at a position, if it is after the
    /// cursor, which may have moved since the request.
    func noteReached(_ point: Cursor) throws(SQLiteError) {
        let known = max(reached?.sequence ?? 0, account?.cursor?.sequence ?? 0)
        guard point.sequence > known else { return }
        reached = point
        try meta.set(Key.reached, Checkpoints.text(point))
    }

    /// Forgets the end of the last push.
    func forgetReached() throws(SQLiteError) {
        reached = nil
        try meta.set(Key.reached, nil)
    }

    /// Drops the checkpoints after the last position that the server's history shares. They are
    /// written with the next cursor.
    func forgetCheckpoints(after sequence: Version) {
        checkpoints.removeAll(after: sequence)
    }

    // MARK: Numbers

    func takeNumber() -> OperationNumber {
        lastNumber = OperationNumber(rawValue: lastNumber.rawValue + 1)
        return lastNumber
    }

    /// Frees the last number for the next operation, if no operation with it may have been sent.
    /// Returns whether it did.
    func freeLast(_ number: OperationNumber) -> Bool {
        guard number == lastNumber, number > sentThrough else { return false }
        lastNumber = OperationNumber(rawValue: number.rawValue - 1)
        return true
    }

    /// Writes the numbers assigned by `takeNumber`, once in a transaction.
    func writeNextNumber() throws(SQLiteError) {
        guard isReplicating else { return }
        try meta.set(Key.nextNumber, "\(lastNumber.rawValue + 1)")
        if sendsAtOnce { sentThrough = lastNumber }
        try meta.set(Key.sentThrough, "\(sentThrough.rawValue)")
    }

    /// Records that operations up to a number may reach the server.
    func noteSending(through number: OperationNumber) throws(SQLiteError) {
        sentThrough = max(sentThrough, number)
        try meta.set(Key.sentThrough, "\(sentThrough.rawValue)")
    }

    /// The number of failed pushes that are recorded; later ones are not counted.
    private static let failedPushLimit = 999

    /// Records that a push of the operations up to a number got no answer.
    func noteFailedPush(through number: OperationNumber) throws(SQLiteError) {
        guard failedPushes.count < Self.failedPushLimit else { return }
        failedPushes.append(number)
        let text = failedPushes.map { "\($0.rawValue)" }.joined(separator: ",")
        try meta.set(Key.failedPushes, text)
    }

    /// Forgets failed pushes, because the server has answered one.
    func forgetFailedPushes() throws(SQLiteError) {
        guard !failedPushes.isEmpty else { return }
        failedPushes = []
        try meta.set(Key.failedPushes, nil)
    }

    /// Restarts the numbers for a new device. The operations in the outbox have the numbers 1 to
    /// `last`, and those up to `sentThrough` may have been sent before.
    func restartNumbers(
        at last: OperationNumber, sentThrough: OperationNumber
    ) throws(SQLiteError) {
        self.sentThrough = sentThrough
        lastNumber = last
        try forgetFailedPushes()
        try writeNextNumber()
    }
}
