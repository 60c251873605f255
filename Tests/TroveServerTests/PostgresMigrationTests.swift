import Testing
import TroveServer
import TroveTesting

/// The tables of a database are converted while other servers use them.
struct PostgresMigrationTests {
    private let psql: ProgramUnderTest
    private let address: String

    /// Makes a database as the first version left it.
    init() throws {
        psql = try ProgramUnderTest("/usr/bin/psql")
        address = try PostgresUnderTest.makeDatabase()
        try ServerStore.open(.postgres(address)).close()
        try query(
            """
            ALTER TABLE tokens DROP COLUMN created, DROP COLUMN next;
            DROP TABLE leases;
            UPDATE trove_format SET version = 1
            """)
    }

    @discardableResult
    private func query(_ sql: String) throws -> [String] {
        try psql.run([address, "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", sql])
            .requiring().lines
    }

    /// Asks on an open connection until a query returns 1.
    private func wait(until sql: String, on watcher: RunningProgram, _ failure: Comment) throws {
        let limit = ContinuousClock.now + .seconds(60)
        repeat {
            try #require(ContinuousClock.now < limit, failure)
            try watcher.write("\(sql);\n")
        } while try watcher.read(until: "\n") != "1\n"
    }

    /// Another transaction has a table that the migration needs, and waits for what the migration
    /// has. PostgreSQL ends the one whose own time limit for that has passed.
    @Test func aDeadlockIsRepeated() throws {
        let name = try query("SELECT current_database()").joined()
        try query("ALTER DATABASE \(name) SET deadlock_timeout = '10s'")
        let other = try psql.start([address, "-qAtX", "-v", "ON_ERROR_STOP=1"])
        let watcher = try psql.start([address, "-qAtX", "-v", "ON_ERROR_STOP=1"])
        try other.write(
            """
            SET deadlock_timeout = '60s';
            BEGIN;
            LOCK TABLE tokens IN ACCESS SHARE MODE;
            \\echo locked

            """)
        try other.read(until: "locked\n")
        let address = address
        let migration = try Background { try ServerStore.open(.postgres(address)).close() }
        let waiting =
            "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'tokens'::regclass"
        try wait(until: waiting, on: watcher, "the migration does not wait")
        try other.write("LOCK TABLE trove_format IN ACCESS EXCLUSIVE MODE;\nCOMMIT;\n")
        try other.waitForExit().requiring()
        try migration.result()
        #expect(try query("SELECT version FROM trove_format") == ["2"])
        #expect(try query("SELECT count(*) FROM leases") == ["0"])
        let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        try wait(until: deadlocks, on: watcher, "there was no deadlock")
    }
}
