import TroveModel
import TroveWire

/// A rate limit on attempts: a number within a window, then a pause that grows each time the limit
/// is reached again. The counts are in the store, so a restart or another server on the store gives
/// an attacker no more attempts.
///
/// An attempt is counted before its outcome is known and forgiven if it succeeds, so many parallel
/// attempts cannot exceed the limit.
struct AttemptLimit: Sendable {
    /// The name of the limit; part of the key.
    let name: String
    let attempts: Int
    /// The window in seconds.
    let window: Int

    /// Wrong passwords for one email, whether or not the account exists.
    static let account = AttemptLimit(name: "account", attempts: 5, window: 60)
    /// Wrong class codes from one address. A whole class may share one, and students mistype codes.
    static let code = AttemptLimit(name: "code", attempts: 60, window: 60)

    /// Log-ins and new devices of one user: each may add a row that stays.
    static let admission = AttemptLimit(name: "admission", attempts: 600, window: 3600)

    /// The longest pause, in seconds.
    static let longestPause = 900
    /// The seconds without a failure after which the pauses start short again.
    static let memory = 3600

    private static let find = AccountQuery.select(
        "since, count, strikes, blocked_until", from: .failures, where: "key = ?1", locks: true)
    private static let begin = AccountQuery.insert(
        into: .failures, "key, since, count, strikes, blocked_until", values: "?1, ?2, 0, 0, 0",
        "ON CONFLICT (key) DO NOTHING")
    private static let keep = AccountQuery.update(
        .failures, set: "since = ?2, count = ?3, strikes = ?4, blocked_until = ?5",
        where: "key = ?1")
    private static let uncount = AccountQuery.update(
        .failures, set: "count = count - 1", where: "key = ?1 AND count > 0")
    private static let clear = AccountQuery.delete(from: .failures, where: "key = ?1")
    private static let sweep = AccountQuery.delete(
        from: .failures, where: "since < ?1 OR since > ?2")

    /// Counts an attempt.
    ///
    /// - Throws: a refusal with the time to wait, if there were too many; `StoreFault`.
    func count(of subject: String, at now: Timestamp, in store: ServerStore) throws {
        let pause = try store.write { try note(subject, at: now.milliseconds, in: store) }
        if let pause { throw ServerRefusal.tooManyAttempts(seconds: pause) }
    }

    /// Stores an attempt. Returns the seconds to wait before it may be repeated; nil if it may
    /// proceed.
    private func note(
        _ subject: String, at now: Int, in store: ServerStore
    ) throws(StoreFault) -> Int? {
        // Two attempts at once, possibly through two processes, must not count as one, so the row
        // is created before it is read, and reading locks it.
        let beginning = try store.statement(Self.begin)
        beginning.bind(blob: key(subject), at: 1)
        beginning.bind(now, at: 2)
        try beginning.run()
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
        // A change of the system clock must not lock anyone out for longer than the pause.
        if blockedUntil > now, blockedUntil - now <= max(Self.longestPause, window) * 1000 {
            return (blockedUntil - now + 999) / 1000
        }
        if since > now || now - since >= Self.memory * 1000 { strikes = 0 }
        if since > now || now - since >= window * 1000 { (since, count) = (now, 0) }
        count += 1
        var pause: Int?
        if count > attempts {
            // If the window is longer than any pause, the pause lasts until its end, so that the
            // limit holds for the whole window.
            let seconds =
                window > Self.longestPause
                ? (since + window * 1000 - now + 999) / 1000
                : min(window << min(strikes, 10), Self.longestPause)
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

    /// Takes back the count of an attempt that succeeded.
    func forgive(_ subject: String, in store: ServerStore) throws(StoreFault) {
        try run(Self.uncount, subject, in: store)
    }

    /// Removes all counts of a subject, after a successful login.
    func forget(_ subject: String, in store: ServerStore) throws(StoreFault) {
        try run(Self.clear, subject, in: store)
    }

    private func run(
        _ query: AccountQuery, _ subject: String, in store: ServerStore
    ) throws(StoreFault) {
        let statement = try store.statement(query)
        statement.bind(blob: key(subject), at: 1)
        try statement.run()
    }

    /// Hashes the subject, since users mistakenly enter passwords as the email.
    private func key(_ subject: String) -> [UInt8] {
        AccessToken.hash(of: "\(name) \(subject)")
    }

    /// Deletes expired counts.
    static func sweep(at now: Timestamp, in store: ServerStore) throws(StoreFault) {
        let statement = try store.statement(sweep)
        statement.bind(now.milliseconds - 2 * memory * 1000, at: 1)
        statement.bind(now.milliseconds + 2 * memory * 1000, at: 2)
        try statement.run()
    }
}
