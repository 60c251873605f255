import TroveModel
import TroveSQLite
import TroveWire

/// How often somebody may try: so many times within a window, then a pause that grows each time the
/// limit is reached again. What is counted stands in the file, so that neither a restart nor another
/// server on the same file gives an attacker more tries.
///
/// An attempt is counted before it is known whether it is right, and forgiven if it is: many at once
/// cannot all slip through.
struct AttemptLimit: Sendable {
    /// What is limited; part of the key.
    let name: String
    let attempts: Int
    /// In seconds.
    let window: Int

    /// Wrong passwords for one account, whether there is such an account or not.
    static let account = AttemptLimit(name: "account", attempts: 5, window: 60)
    /// Wrong passwords from one address.
    static let address = AttemptLimit(name: "address", attempts: 20, window: 60)

    /// The longest pause, in seconds.
    static let longestPause = 900
    /// After so many seconds in which nothing was wrong, the pauses are short again.
    static let memory = 3600

    private static let find = AccountQuery.select(
        "since, count, strikes, blocked_until", from: .failures, where: "key = ?1")
    private static let keep = AccountQuery.insert(
        into: .failures, "key, since, count, strikes, blocked_until", values: "?1, ?2, ?3, ?4, ?5",
        """
        ON CONFLICT (key) DO UPDATE SET since = excluded.since, count = excluded.count,
        strikes = excluded.strikes, blocked_until = excluded.blocked_until
        """)
    private static let uncount = AccountQuery.update(
        .failures, set: "count = max(0, count - 1)", where: "key = ?1")
    private static let clear = AccountQuery.delete(from: .failures, where: "key = ?1")
    private static let sweep = AccountQuery.delete(
        from: .failures, where: "since < ?1 OR since > ?2")

    /// Counts an attempt.
    ///
    /// - Throws: a refusal that says how long to wait, where there were too many; `SQLiteError`.
    func count(of subject: String, at now: Timestamp, in store: ServerStore) throws {
        let pause = try store.write { try wait(for: subject, at: now.milliseconds, in: store) }
        if let pause { throw ServerRefusal.tooManyAttempts(seconds: pause) }
    }

    /// How many seconds to wait before the attempt that is made now; nil if it may go on.
    private func wait(
        for subject: String, at now: Int, in store: ServerStore
    ) throws(SQLiteError) -> Int? {
        let statement = try store.statement(Self.find)
        statement.bind(blob: key(subject), at: 1)
        var (since, count, strikes, blockedUntil) = (now, 0, 0, 0)
        if try statement.step() {
            since = statement.clamped(0)
            count = statement.clamped(1)
            strikes = statement.clamped(2)
            blockedUntil = statement.clamped(3)
        }
        statement.reset()
        // A clock that was set back or forth must not lock anybody out for longer than the pause.
        if blockedUntil > now, blockedUntil - now <= Self.longestPause * 1000 {
            return (blockedUntil - now + 999) / 1000
        }
        if since > now || now - since >= Self.memory * 1000 { strikes = 0 }
        if since > now || now - since >= window * 1000 { (since, count) = (now, 0) }
        count += 1
        var pause: Int?
        if count > attempts {
            let seconds = min(window << min(strikes, 10), Self.longestPause)
            (since, count, strikes) = (now, 0, strikes + 1)
            blockedUntil = now + seconds * 1000
            pause = seconds
        }
        let keeping = try store.statement(Self.keep)
        keeping.bind(blob: key(subject), at: 1)
        keeping.bind(since, at: 2)
        keeping.bind(count, at: 3)
        keeping.bind(strikes, at: 4)
        keeping.bind(blockedUntil, at: 5)
        try keeping.run()
        return pause
    }

    /// The attempt was right: it does not count.
    func forgive(_ subject: String, in store: ServerStore) throws(SQLiteError) {
        try run(Self.uncount, subject, in: store)
    }

    /// Whoever tries is who they say: nothing before counts either.
    func forget(_ subject: String, in store: ServerStore) throws(SQLiteError) {
        try run(Self.clear, subject, in: store)
    }

    private func run(
        _ query: AccountQuery, _ subject: String, in store: ServerStore
    ) throws(SQLiteError) {
        let statement = try store.statement(query)
        statement.bind(blob: key(subject), at: 1)
        try statement.run()
    }

    /// The hash of what is limited: people type passwords where the email belongs.
    private func key(_ subject: String) -> [UInt8] {
        AccessToken.hash(of: "\(name) \(subject)")
    }

    /// Removes what no longer matters.
    static func sweep(at now: Timestamp, in store: ServerStore) throws(SQLiteError) {
        let statement = try store.statement(sweep)
        statement.bind(now.milliseconds - 2 * memory * 1000, at: 1)
        statement.bind(now.milliseconds + 2 * memory * 1000, at: 2)
        try statement.run()
    }
}
