/// Three PostgreSQL servers of which Patroni makes one the primary, run by
/// `Scripts/postgres-cluster-for-tests`. Every commit waits for a standby. Everything is ended and
/// removed when the value is deallocated or the test program ends, however it ends.
package final class PostgresCluster: Sendable {
    /// What can happen to a cluster.
    package enum Fault: String, Sendable, CaseIterable {
        /// The primary's PostgreSQL is killed with SIGKILL.
        case primaryKilled = "kill-primary"
        /// Everything on the primary's node is killed with SIGKILL.
        case nodeKilled = "kill-node"
        /// The primary's Patroni is stopped, so that a second primary appears beside it.
        case managerPaused = "pause-manager"
        /// Everything on the synchronous standby's node is stopped.
        case standbyCutOff = "cut-off-standby"
        /// The disk of the primary is filled: tables cannot grow. Needs the superuser.
        case diskFilled = "fill-disk"
        /// The disk of the primary is filled, and its write-ahead log needs another file:
        /// PostgreSQL ends. Needs the superuser.
        case logFilled = "fill-log"

        /// Whether another server becomes the primary.
        package var replacesPrimary: Bool {
            switch self {
            case .primaryKilled, .nodeKilled, .managerPaused, .logFilled: true
            case .standbyCutOff, .diskFilled: false
            }
        }
    }

    private let script: CommandScript

    /// Starts a cluster, in about 20 seconds.
    ///
    /// - Throws: `PostgresFailure` when a program is not installed or does not start.
    package init() throws {
        script = try CommandScript("postgres-cluster-for-tests", timeLimit: .seconds(180))
    }

    /// Creates a database.
    ///
    /// - Returns: Its URL, which names all servers.
    /// - Throws: `PostgresFailure` when no server is the primary.
    package func makeDatabase(_ name: String) throws -> String {
        try script.run("database \(name)")
        return "postgres://trove@\(script.greeting)/\(name)"
    }

    /// Makes a fault happen.
    ///
    /// - Throws: `PostgresFailure` when it could not be made to happen.
    package func suffer(_ fault: Fault) throws { try script.run(fault.rawValue) }

    /// Returns the number of the node with the primary.
    ///
    /// - Throws: `PostgresFailure` when no server is the primary.
    package func primary() throws -> String { try script.run("primary") }

    /// Blocks until a server other than this one is the primary.
    ///
    /// - Throws: `PostgresFailure` when that takes more than a minute.
    package func waitForPrimary(otherThan former: String) throws {
        try script.run("replaced \(former)")
    }

    /// Undoes all faults, and waits until three servers run and a standby is synchronous.
    ///
    /// - Throws: `PostgresFailure` when that takes more than two minutes.
    package func heal() throws { try script.run("heal") }

    /// Returns the memory of the cluster's programs, in words.
    ///
    /// - Throws: `PostgresFailure` when a node does not run.
    package func memory() throws -> String { try script.run("memory") }
}
