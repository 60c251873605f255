import Testing
import TrovePostgres
import TroveTesting

/// Servers that end, hang or cannot write. Each test has a server of its own.
struct PostgresFailoverTests {
    /// Waits, on another connection, until a query returns 1.
    private func wait(until query: String, on connection: PostgresConnection) throws {
        let deadline = ContinuousClock.now.advanced(by: .seconds(30))
        let statement = connection.prepare(query)
        while ContinuousClock.now < deadline {
            let holds = try statement.step() && statement.integer(0) == 1
            statement.reset()
            if holds { return }
        }
        Issue.record("not within 30 s: \(query)")
    }

    @Test func aServerKilledDuringAStatementIsALostConnection() throws {
        let server = try PostgresUnderTest()
        let address = try server.makeDatabase()
        let watcher = try PostgresConnection(address)
        let sleeping = try Background<PostgresError?> {
            let connection = try PostgresConnection(address)
            let failure = error { try connection.execute("SELECT pg_sleep(600)") }
            #expect(connection.isBroken)
            return failure
        }
        try wait(
            until: "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'", on: watcher
        )
        try server.kill()
        let failure = try sleeping.result()
        #expect(failure?.reason == .connection)
        #expect(failure?.message.isEmpty == false)
        #expect(error { _ = try watcher.integer("SELECT 1") }?.reason == .connection)
        #expect(watcher.isBroken)
        #expect(error { _ = try PostgresConnection(address) }?.reason == .connection)

        try server.start()
        #expect(try PostgresConnection(address).integer("SELECT 1") == 1)
    }

    @Test func aStoppedServerEndsAnIdleConnection() throws {
        let server = try PostgresUnderTest()
        let connection = try PostgresConnection(server.makeDatabase())
        let statement = connection.prepare("SELECT 1")
        #expect(try statement.step())
        statement.reset()
        try server.stop()
        let failure = error { try connection.run([statement, statement]) }
        #expect(failure?.reason == .connection)
        #expect(failure?.state == "57P01")
        #expect(connection.isBroken)
    }

    @Test func aHangingServerRunsIntoTheTimeLimit() throws {
        let server = try PostgresUnderTest()
        let address = try server.makeDatabase()
        let connections = try (0..<4).map { _ in try PostgresConnection(address) }
        let commit = connections[2].prepare("COMMIT")
        let insert = connections[2].prepare("SELECT 1")
        try connections[3].execute("BEGIN")
        try server.pause()
        for connection in connections { connection.timeLimit = .milliseconds(200) }
        let clock = ContinuousClock()
        let start = clock.now
        #expect(error { try connections[0].execute("SELECT 1") }?.reason == .timedOut)
        let elapsed = start.duration(to: clock.now)
        #expect(elapsed >= .milliseconds(200))
        #expect(elapsed < .seconds(20))
        #expect(connections[0].isBroken)
        #expect(error { _ = try connections[1].integer("SELECT 1") }?.reason == .timedOut)
        #expect(error { try connections[2].run([insert, commit]) }?.reason == .unknownOutcome)
        #expect(error { try connections[3].execute("END") }?.reason == .unknownOutcome)
        // The socket still accepts connections, but nothing answers there.
        #expect(error { _ = try PostgresConnection(address) }?.reason == .connection)
        try server.resume()
        #expect(try PostgresConnection(address).integer("SELECT 1") == 1)
    }

    @Test func aServerKilledDuringACommitLeavesTheOutcomeOpen() throws {
        let server = try PostgresUnderTest()
        let address = try server.makeDatabase()
        let watcher = try PostgresConnection(address)
        try watcher.execute("CREATE TABLE t (a bigint)")
        // Commits wait for a standby that does not exist.
        try server.set("synchronous_standby_names", to: "absent")
        let committing = try Background<PostgresError?> {
            let connection = try PostgresConnection(address)
            let begin = connection.prepare("BEGIN")
            let insert = connection.prepare("INSERT INTO t VALUES (1)")
            let commit = connection.prepare("COMMIT")
            return error { try connection.run([begin, insert, commit]) }
        }
        try wait(
            until: "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'", on: watcher
        )
        try server.kill()
        #expect(try committing.result()?.reason == .unknownOutcome)
    }

    /// PostgreSQL then calls the COMMIT a success, although no standby has the transaction.
    @Test func aCanceledCommitLeavesTheOutcomeOpen() throws {
        let server = try PostgresUnderTest()
        let address = try server.makeDatabase()
        let watcher = try PostgresConnection(address)
        try watcher.execute("CREATE TABLE t (a bigint)")
        try server.set("synchronous_standby_names", to: "absent")
        let committing = try Background<PostgresError?> {
            let connection = try PostgresConnection(address)
            let failure = error {
                try connection.execute("BEGIN; INSERT INTO t VALUES (1); COMMIT")
            }
            #expect(!connection.isBroken)
            return failure
        }
        try wait(
            until: "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'", on: watcher
        )
        try watcher.execute(
            """
            SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'
            """)
        let failure = try committing.result()
        #expect(failure?.reason == .unknownOutcome)
        #expect(failure?.state == "01000")
        #expect(try watcher.integer("SELECT count(*) FROM t") == 1)
    }

    /// Two primaries: the one that was found to be cut off is tried last, in every form of an
    /// address.
    @Test func triesALostServerLast() throws {
        let first = try PostgresUnderTest.shared()
        let second = try PostgresUnderTest()
        let hosts = "\(first.folder),\(second.folder)"
        // A slash would end the host in a URL.
        let escaped = hosts.replacing("/", with: "%2F")
        let addresses = [
            "postgres://trove@/postgres?host=\(hosts)", "postgres://trove@\(escaped)/postgres",
            "postgres://trove@\(escaped):5432/postgres",
            "host=\(hosts) user=trove dbname=postgres",
            "host=\(hosts) port=5432 user=trove dbname=postgres",
            "host=\(hosts) port=5432, user=trove dbname=postgres",
            "host=\(hosts) port=5432,5432 user=trove dbname=postgres",
        ]
        func connect(_ address: String, last: String? = nil) throws -> (server: String, at: String)
        {
            let connection = try PostgresConnection(address, last: last)
            let folder = try connection.texts("SHOW unix_socket_directories").first
            return (connection.server, folder ?? "")
        }
        for address in addresses {
            let lost = try connect(address)
            #expect(lost.at == first.folder, "\(address)")
            let next = try connect(address, last: lost.server)
            #expect(next.at == second.folder, "\(address)")
            #expect(try connect(address, last: next.server).at == first.folder, "\(address)")
        }
        // A lost server is better than none.
        try second.stop()
        for address in addresses {
            let lost = try connect(address)
            #expect(try connect(address, last: lost.server).at == first.folder, "\(address)")
        }
    }

    @Test func takesTheFirstHostThatCanWrite() throws {
        let readOnly = try PostgresUnderTest()
        let writable = try PostgresUnderTest.shared()
        try readOnly.set("default_transaction_read_only", to: "on")
        let hosts = "host=/nonexistent,\(readOnly.folder),\(writable.folder)"
        let connection = try PostgresConnection("\(hosts) user=trove dbname=postgres")
        #expect(
            try connection.texts("SHOW unix_socket_directories") == [writable.folder])
        let failure = error {
            _ = try PostgresConnection(readOnly.address(of: "postgres"))
        }
        #expect(failure?.reason == .connection)
    }
}
