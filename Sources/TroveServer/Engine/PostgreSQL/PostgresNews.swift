import Glibc
import TroveModel
import TrovePostgres
package import TroveSystem
package import TroveWire

/// Tells the other servers on a database which users have new changes, and learns from them.
///
/// A NOTIFY inside a push would take a lock of the whole database server until its commit is on
/// disk, so one connection sends the users of the last 25 ms. A notification can be lost together
/// with a connection. Therefore the server also checks the histories of the waiting users every few
/// seconds; behind a PgBouncer without prepared statements, it relies on this check alone.
package final class PostgresNews: Sendable {
    private let store: PostgresStore
    /// The users whose changes the other servers have not been told about.
    private let unsent = Monitor<Set<UserID>>([])
    /// The number of the database process that sends this server's notifications, which are ignored
    /// here.
    private let sender = Locked<Int32>(0)

    private static let channel = "trove_changes"
    /// How long users are collected for a notification.
    private static let pause: Duration = .milliseconds(25)
    /// The most users in a notification. PostgreSQL allows 8,000 bytes, and an ID has 16 digits.
    private static let maximumUsers = 400
    /// How often the histories are checked.
    private static let round: Duration = .seconds(5)
    private static let retryPause: Duration = .seconds(1)

    private static let look = """
        SELECT u.user_id FROM users u, unnest($1::bigint[], $2::bigint[]) AS seen (user_id, seq)
        WHERE u.user_id = seen.user_id AND u.seq > seen.seq
        """

    init(_ store: PostgresStore) {
        self.store = store
    }

    /// Creates what connects this server to the others on a database.
    ///
    /// - Parameter address: The URL of the database, which has the current schema.
    package convenience init(address: String) {
        self.init(PostgresStore(address: address, preparesStatements: true))
    }

    /// Notes that a user has new changes, which a push through this server has committed.
    package func note(_ user: UserID) {
        unsent.withLock { _ = $0.insert(user) }
        unsent.notify()
    }

    /// Starts the two threads, which end with the program.
    ///
    /// - Parameters:
    ///   - waiting: returns the users who wait for changes, each with the version that they have
    ///     seen.
    ///   - wake: called with a user who has new changes.
    /// - Throws: `SystemThread.CannotStart`.
    package func start(
        waiting: @escaping @Sendable () -> [UserID: Version],
        wake: @escaping @Sendable (UserID) -> Void
    ) throws(SystemThread.CannotStart) {
        try SystemThread.detach { [self] in
            while true {
                // The other servers find the unsent changes at their next check.
                try? send()
                SystemThread.sleep(for: Self.retryPause)
            }
        }
        try SystemThread.detach { [self] in
            while true {
                try? receive(waiting: waiting, wake: wake)
                SystemThread.sleep(for: Self.retryPause)
            }
        }
    }

    /// Sends notifications until the connection is lost, or another server has taken its place.
    private func send() throws {
        let connection = try store.connect()
        defer { connection.close() }
        sender.withLock { $0 = connection.processNumber }
        // Set for this statement alone: behind PgBouncer, pushes share the connection to the
        // database, and must be on disk when they are acknowledged.
        let statement = connection.prepare(
            """
            SELECT set_config('synchronous_commit', 'off', true), pg_notify('\(Self.channel)', $1)
            """)
        while !store.hasLost(connection) {
            unsent.wait { users in users.isEmpty ? nil : () }
            SystemThread.sleep(for: Self.pause)
            var users = Array(
                unsent.withLock { users in
                    defer { users = [] }
                    return users
                })[...]
            while !users.isEmpty {
                statement.bind(
                    users.prefix(Self.maximumUsers).map { "\($0.rawValue)" }.joined(separator: ","),
                    at: 1)
                try statement.run()
                users = users.dropFirst(Self.maximumUsers)
            }
        }
    }

    /// Receives notifications until the connection is lost, or another server has taken its place.
    private func receive(
        waiting: () -> [UserID: Version], wake: (UserID) -> Void
    ) throws {
        let connection = try store.connect()
        defer { connection.close() }
        // In PgBouncer's transaction mode, the notifications would pile up on connections that
        // pushes use.
        if store.preparesStatements { try connection.execute("LISTEN \(Self.channel)") }
        let statement = connection.prepare(Self.look)
        while !store.hasLost(connection) {
            let seen = waiting()
            if !seen.isEmpty {
                statement.bind(seen.keys.map { Optional($0.rawValue) }, at: 1)
                statement.bind(seen.values.map { Optional($0.rawValue) }, at: 2)
                while try statement.step() { wake(UserID(statement.integer(0))) }
            }
            let end = MonotonicClock.uptime + Self.round
            while MonotonicClock.uptime < end {
                let rest = end - MonotonicClock.uptime
                let all = try connection.notifications(within: rest)
                // The connection that sends may be a new one since.
                let own = sender.withLock { $0 }
                for news in all where news.sender != own {
                    for number in news.text.split(separator: ",") {
                        if let number = Int(number) { wake(UserID(number)) }
                    }
                }
            }
        }
    }
}
