import TroveSystem

/// A PostgreSQL server in a folder of its own, which `Scripts/postgres-for-tests` runs. The server
/// is stopped and the folder removed when the value is deallocated or the test program ends,
/// however it ends.
package final class PostgresUnderTest: Sendable {
    private struct State {
        var databaseCount = 0
        var hasStandby = false
    }

    private let script: CommandScript
    private let state = Locked(State())
    /// The folder of the server's socket, for `host` in a connection string.
    package let folder: String

    /// The server that tests share, which runs until the test program ends.
    private static let common = Locked<PostgresUnderTest?>(nil)

    /// Returns the server that all tests share, and starts it for the first one. A test that stops
    /// its server or changes a setting must start its own.
    ///
    /// - Throws: As `init` does.
    package static func shared() throws -> PostgresUnderTest {
        try common.withLock { common in
            if let common { return common }
            let started = try PostgresUnderTest()
            common = started
            return started
        }
    }

    /// Where a server has its files.
    package enum Storage: Sendable {
        /// On the disk, for which commits do not wait.
        case fast
        /// On the disk, for which commits wait, for benchmarks.
        case durable
        /// On a disk of its own in memory, which can be filled.
        case small
    }

    /// Starts a server, in about a second.
    ///
    /// - Parameter storage: Where it has its files.
    /// - Throws: `PostgresFailure` when PostgreSQL is not installed or does not start, or a user
    ///   other than the superuser may not create namespaces for a small disk.
    package init(on storage: Storage = .fast) throws {
        let arguments =
            switch storage {
            case .fast: [String]()
            case .durable: ["--durable"]
            case .small: ["--disk"]
            }
        script = try CommandScript("postgres-for-tests", arguments, timeLimit: .seconds(60))
        folder = script.greeting
        try script.run("start")
    }

    /// The URL of a database of this server, which also names the standby if there is one.
    package func address(of database: String) -> String {
        let hosts = state.withLock(\.hasStandby) ? "\(folder),\(folder)/b" : folder
        return "postgres://trove@/\(database)?host=\(hosts)"
    }

    /// Creates a database.
    ///
    /// - Parameter template: The URL of a database to copy, to which there must be no
    ///   connections; nil for an empty database.
    /// - Returns: The URL.
    /// - Throws: `PostgresFailure` when it cannot be created.
    package func makeDatabase(template: String? = nil) throws -> String {
        let original = template?.split(separator: "@/").last?.prefix { $0 != "?" } ?? ""
        let name = state.withLock { state in
            state.databaseCount += 1
            return "t\(state.databaseCount)"
        }
        try script.run("database \(name) \(original)")
        return address(of: name)
    }

    /// Creates a database of the shared server.
    ///
    /// - Parameter template: The URL of a database to copy, to which there must be no
    ///   connections; nil for an empty database.
    /// - Returns: The URL.
    /// - Throws: `PostgresFailure` when PostgreSQL is not installed, or the database cannot be
    ///   created.
    package static func makeDatabase(template: String? = nil) throws -> String {
        try shared().makeDatabase(template: template)
    }

    /// Adds a standby that every commit waits for. Databases have other addresses from then on.
    ///
    /// - Throws: `PostgresFailure` when it does not start.
    package func addStandby() throws {
        try script.run("standby")
        state.withLock { $0.hasStandby = true }
    }

    /// Kills the server with SIGKILL, and makes the standby take its place.
    ///
    /// - Throws: `PostgresFailure` when the standby does not do so.
    package func failOver() throws { try script.run("fail") }

    /// Starts the server again after `stop` or `kill`.
    ///
    /// - Throws: `PostgresFailure` when it does not start.
    package func start() throws { try script.run("start") }

    /// Stops the server, which ends its connections.
    ///
    /// - Throws: `PostgresFailure` when that fails.
    package func stop() throws { try script.run("stop") }

    /// Kills the server with SIGKILL, if it has not ended by itself.
    ///
    /// - Throws: `PostgresFailure` when that fails.
    package func kill() throws { try script.run("kill") }

    /// Stops all processes of the server with SIGSTOP, as if its machine were gone.
    ///
    /// - Throws: `PostgresFailure` when that fails.
    package func pause() throws { try script.run("pause") }

    /// Lets the processes run again after `pause`.
    ///
    /// - Throws: `PostgresFailure` when that fails.
    package func resume() throws { try script.run("continue") }

    /// Fills the small disk.
    ///
    /// - Throws: `PostgresFailure` when the server has none.
    package func fillDisk() throws { try script.run("fill") }

    /// Removes what fills the small disk.
    ///
    /// - Throws: `PostgresFailure` when that fails.
    package func clearDisk() throws { try script.run("clear") }

    /// Changes a setting of the running server.
    ///
    /// - Throws: `PostgresFailure` when the server does not accept it.
    package func set(_ setting: String, to value: String) throws {
        try script.run("set \(setting) \(value)")
    }
}
