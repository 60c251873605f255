import TroveModel
import TroveSQLite
import TroveWire

/// The tables of a library file that belong to syncing: the account, the shadow of the server's
/// entries, the outbox and the problems. It runs inside the library's transactions.
///
/// What a person sees is the shadow with the problems and the outbox played onto it; see
/// `Documentation/sync-protocol.md`.
final class Replica {
    let kinds: Kinds
    private(set) var connection: Connection
    /// Nil while the library is not connected.
    private(set) var account: Account?
    /// The number of the next operation.
    private var nextNumber = 1
    /// The highest number of an operation that may have been sent.
    private(set) var sentThrough = 0
    /// Whether what is put into the outbox is sent at once, so that its numbers need no mark of their own.
    var sendsAtOnce = false
    /// The rules that differ from those of the kinds.
    private(set) var policies: [Policy: OfflineRule] = [:]
    /// Points of the history that the cursor has passed, the oldest first.
    private(set) var checkpoints: [Cursor] = []
    /// The end of the last push, where that is behind the cursor: what was pushed is known up to
    /// there, and what others did is not.
    private(set) var reached: Cursor?
    /// How often a new device was asked for lately; nil for never.
    private(set) var renewals: Renewals?
    /// When somebody waited for the server in vain, if it has not answered since.
    private(set) var unanswered: Timestamp?
    private var statements: [String: Statement] = [:]

    /// What a rule is about.
    struct Policy: Hashable {
        let kind: String
        let operation: TroveModel.Operation
    }

    init(kinds: Kinds, connection: Connection) {
        self.kinds = kinds
        self.connection = connection
    }

    /// Works on another connection to the same file from now on.
    func use(_ connection: Connection) {
        self.connection = connection
        statements = [:]
    }

    /// Whether what is changed must reach a server.
    var isReplicating: Bool { account?.device != nil }

    /// A statement that is prepared once.
    func statement(_ sql: String) throws(SQLiteError) -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try connection.prepare(sql)
        statements[sql] = statement
        return statement
    }

    // MARK: The account

    private enum Key {
        static let server = "sync_server"
        static let serverID = "sync_server_id"
        static let userID = "sync_user_id"
        static let userName = "sync_user_name"
        static let email = "sync_email"
        static let device = "sync_device"
        static let token = "sync_token"
        static let epoch = "sync_epoch"
        static let sequence = "sync_sequence"
        static let mark = "sync_mark"
        static let nextNumber = "sync_next_n"
        static let sentThrough = "sync_sent"
        static let lastContact = "sync_contact"
        static let checkpoints = "sync_checkpoints"
        static let reached = "sync_reached"
        // These outlive the connection.
        static let formerName = "former_name"
        static let formerEmail = "former_email"
        static let formerID = "former_id"
        static let renewals = "sync_renewals"
        static let unanswered = "sync_unanswered"
    }

    /// Takes the token out of a copy of the file.
    static let sqlToForgetToken = "DELETE FROM meta WHERE key = '\(Key.token)'"

    /// Reads the account, the next number and the rules; another program may have changed them.
    func read() throws {
        var values: [String: String] = [:]
        let rows = try statement(
            "SELECT key, value FROM meta WHERE key >= 'sync_' AND key < 'sync`'")
        while try rows.step() { values[rows.text(0) ?? ""] = rows.text(1) ?? "" }
        account = try values[Key.server].map { server in
            var account = Account(server: server, serverID: values[Key.serverID])
            if let id = values[Key.userID].flatMap({ Int($0) }) {
                account.user = User(
                    id: UserID(rawValue: id), name: values[Key.userName] ?? "",
                    email: values[Key.email] ?? "")
            }
            account.device = values[Key.device]
            account.token = values[Key.token]
            if let epoch = values[Key.epoch] {
                account.cursor = Cursor(
                    epoch: epoch,
                    sequence: try StoredNumber.checkedVersion(
                        Int(values[Key.sequence] ?? "") ?? 0, as: "the place of the last sync"),
                    mark: UInt64(values[Key.mark] ?? "", radix: 16) ?? 0)
            }
            account.lastContact = values[Key.lastContact].flatMap { Int($0) }
                .map(StoredNumber.moment)
            return account
        }
        checkpoints = points(values[Key.checkpoints] ?? "")
        reached = points(values[Key.reached] ?? "").first
        unanswered = values[Key.unanswered].flatMap { Int($0) }.map(Timestamp.init(milliseconds:))
        renewals = (values[Key.renewals] ?? "").split(separator: " ").compactMap { Int($0) }.pair
            .map { Renewals(last: Timestamp(milliseconds: $0), count: $1) }
        nextNumber = try StoredNumber.checked(
            Int(values[Key.nextNumber] ?? "") ?? 1, as: "the number of the next operation",
            in: 1...StoredNumber.highest)
        // An earlier version may have sent whatever waits.
        sentThrough = values[Key.sentThrough].flatMap { Int($0) } ?? nextNumber - 1
        policies = [:]
        // A library from before syncing that is only read has no such table.
        guard let rules = try? statement("SELECT kind, operation, rule FROM policies") else {
            return
        }
        while try rules.step() {
            guard let operation = TroveModel.Operation(rawValue: rules.text(1) ?? ""),
                let rule = OfflineRule(rawValue: rules.text(2) ?? "")
            else { continue }
            policies[Policy(kind: rules.text(0) ?? "", operation: operation)] = rule
        }
    }

    func write(_ account: Account?) throws(SQLiteError) {
        self.account = account
        try set(Key.server, account?.server)
        try set(Key.serverID, account?.serverID)
        try set(Key.userID, account?.user.map { "\($0.id)" })
        try set(Key.userName, account?.user?.name)
        try set(Key.email, account?.user?.email)
        try set(Key.device, account?.device)
        try set(Key.token, account?.token)
        try set(Key.lastContact, account?.lastContact.map { "\($0.milliseconds)" })
        try writeCursor()
    }

    /// Remembers whose account the library belonged to.
    func write(formerUser user: User) throws(SQLiteError) {
        try set(Key.formerName, user.name)
        try set(Key.formerEmail, user.email)
        try set(Key.formerID, "\(user.id)")
    }

    /// Whose account the library was disconnected from last.
    func formerUser() throws(SQLiteError) -> User? {
        var values: [String: String] = [:]
        let rows = try statement(
            "SELECT key, value FROM meta WHERE key >= 'former_' AND key < 'former`'")
        while try rows.step() { values[rows.text(0) ?? ""] = rows.text(1) ?? "" }
        guard let email = values[Key.formerEmail],
            let id = values[Key.formerID].flatMap({ Int($0) })
        else { return nil }
        return User(id: UserID(rawValue: id), name: values[Key.formerName] ?? "", email: email)
    }

    func write(_ cursor: Cursor) throws(SQLiteError) {
        account?.cursor = cursor
        try writeCursor()
        try note(cursor)
    }

    // MARK: Checkpoints

    /// How many are kept at most.
    private static let mostCheckpoints = 40

    /// `17:1f3a 18:99c0 …`, all of the cursor's epoch.
    private func points(_ text: String) -> [Cursor] {
        text.split(separator: " ").compactMap { pair in
            let parts = pair.split(separator: ":")
            guard parts.count == 2, let sequence = Int(parts[0]),
                (0...StoredNumber.highest).contains(sequence),
                let mark = UInt64(parts[1], radix: 16), let epoch = account?.cursor?.epoch
            else { return nil }
            return Cursor(epoch: epoch, sequence: Version(rawValue: sequence), mark: mark)
        }
    }

    /// Remembers that the history was known up to here. Of the older half of many points, every other
    /// one is forgotten.
    private func note(_ cursor: Cursor) throws(SQLiteError) {
        if checkpoints.last?.epoch != cursor.epoch { checkpoints = [] }
        checkpoints.removeAll { $0.sequence >= cursor.sequence }
        checkpoints.append(cursor)
        if checkpoints.count > Self.mostCheckpoints {
            let half = Self.mostCheckpoints / 2
            checkpoints =
                checkpoints.indices.filter { $0 >= half || $0 % 2 == 0 }.map { checkpoints[$0] }
        }
        try set(Key.checkpoints, checkpoints.map(text).joined(separator: " "))
        guard let point = reached else { return }
        if point.epoch != cursor.epoch || point.sequence <= cursor.sequence { try forgetReached() }
    }

    private func text(_ point: Cursor) -> String {
        "\(point.sequence):\(String(point.mark, radix: 16))"
    }

    /// A push has ended at a point behind the cursor.
    func noteReached(_ point: Cursor) throws(SQLiteError) {
        guard point.sequence > reached?.sequence ?? 0 else { return }
        reached = point
        try set(Key.reached, text(point))
    }

    func forgetReached() throws(SQLiteError) {
        reached = nil
        try set(Key.reached, nil)
    }

    /// Forgets the points behind the last that is the server's history, too.
    func forgetCheckpoints(behind sequence: Version) {
        checkpoints.removeAll { $0.sequence > sequence }
    }

    private func writeCursor() throws(SQLiteError) {
        let cursor = account?.cursor
        try set(Key.epoch, cursor?.epoch)
        try set(Key.sequence, cursor.map { "\($0.sequence)" })
        try set(Key.mark, cursor.map { String($0.mark, radix: 16) })
    }

    func writeContact(_ time: Timestamp) throws(SQLiteError) {
        account?.lastContact = time
        try set(Key.lastContact, "\(time.milliseconds)")
    }

    func write(unanswered time: Timestamp?) throws(SQLiteError) {
        unanswered = time
        try set(Key.unanswered, time.map { "\($0.milliseconds)" })
    }

    func write(_ renewals: Renewals) throws(SQLiteError) {
        self.renewals = renewals
        try set(Key.renewals, "\(renewals.last.milliseconds) \(renewals.count)")
    }

    func set(_ policy: Policy, to rule: OfflineRule?) throws(SQLiteError) {
        policies[policy] = rule
        let change = try statement(
            rule == nil
                ? "DELETE FROM policies WHERE kind = ?1 AND operation = ?2"
                : "REPLACE INTO policies (kind, operation, rule) VALUES (?1, ?2, ?3)")
        change.bind(policy.kind, at: 1)
        change.bind(policy.operation.rawValue, at: 2)
        if let rule { change.bind(rule.rawValue, at: 3) }
        try change.run()
    }

    private func set(_ key: String, _ value: String?) throws(SQLiteError) {
        let change = try statement(
            value == nil
                ? "DELETE FROM meta WHERE key = ?1"
                : "REPLACE INTO meta (key, value) VALUES (?1, ?2)")
        change.bind(key, at: 1)
        if let value { change.bind(value, at: 2) }
        try change.run()
    }

    // MARK: Numbers

    func takeNumber() throws(SQLiteError) -> Int {
        defer { nextNumber += 1 }
        return nextNumber
    }

    /// Keeps what `takeNumber` gave; once in a transaction.
    func writeNextNumber() throws(SQLiteError) {
        guard isReplicating else { return }
        try set(Key.nextNumber, "\(nextNumber)")
        if sendsAtOnce { sentThrough = lastNumber }
        try set(Key.sentThrough, "\(sentThrough)")
    }

    /// Remembers that operations up to a number may reach the server.
    func noteSending(through number: Int) throws(SQLiteError) {
        sentThrough = max(sentThrough, number)
        try set(Key.sentThrough, "\(sentThrough)")
    }

    /// The highest number that was given.
    var lastNumber: Int { nextNumber - 1 }

    /// Numbers up to this one are used up.
    func skipNumbers(through last: Int) {
        nextNumber = max(nextNumber, last + 1)
    }

    /// Begins a new device's numbers; what waits keeps its order.
    func renumber() throws(SQLiteError) {
        try connection.execute("DELETE FROM outbox WHERE action = 'skip'")
        var numbers: [Int] = []
        let rows = try statement("SELECT n FROM outbox ORDER BY n")
        while try rows.step() { numbers.append(rows.integer(0)) }
        // What was sent under its former number may be on the server.
        sentThrough = numbers.count { $0 <= sentThrough }
        let change = try statement("UPDATE outbox SET n = ?2 WHERE n = ?1")
        // From the first on, so that none meets one that is still to be changed.
        for (index, number) in numbers.enumerated() where number != index + 1 {
            change.bind(number, at: 1)
            change.bind(index + 1, at: 2)
            try change.run()
        }
        nextNumber = (try connection.integer("SELECT max(n) FROM outbox") ?? 0) + 1
        try writeNextNumber()
    }
}

extension [Int] {
    /// The two numbers of an array of two.
    fileprivate var pair: (Int, Int)? { count == 2 ? (self[0], self[1]) : nil }
}
