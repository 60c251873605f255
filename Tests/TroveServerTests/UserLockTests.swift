import Testing
import TroveServer
import TroveSystem
import TroveTesting

/// Requests that wait in PostgreSQL for the lock of a user, which another session holds.
struct UserLockTests {
    private let server: TestServer
    private let ann: TestDevice
    private let bob: TestDevice
    private let psql: ProgramUnderTest
    private let address: String
    private let holder: RunningProgram

    init() throws {
        psql = try ProgramUnderTest("/usr/bin/psql")
        address = try TestStore.postgresAddress()
        server = TestServer(store: try .open(.postgres(address)))
        // With this, four connections.
        for _ in 0..<3 { server.core.add(try .open(.postgres(address))) }
        ann = try server.signUp()
        bob = try server.signUp("bob@example.org")
        holder = try psql.start([address, "-qAtX", "-v", "ON_ERROR_STOP=1"])
        try holder.write(
            """
            BEGIN;
            SELECT 1 FROM users WHERE email = 'ann@example.org' FOR UPDATE;
            \\echo locked

            """)
        try holder.read(until: "locked\n")
    }

    /// Waits until a number of sessions wait for a lock.
    private func wait(forWaiting count: Int) throws {
        let watcher = try psql.start([address, "-qAtX", "-v", "ON_ERROR_STOP=1"])
        let question = """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock';

            """
        try Waiting.until("\(count) sessions wait for the lock") {
            try watcher.write(question)
            return try watcher.read(until: "\n") == "\(count)\n"
        }
    }

    private func end(with sql: String = "") throws {
        try holder.write("\(sql)\nCOMMIT;\n\\q\n")
        try holder.waitForExit().requiring()
    }

    @Test(arguments: [
        ("POST", "/v1/devices", #"{"name":"thief"}"#), ("POST", "/v1/token", ""),
        ("POST", "/v1/logout", ""),
    ])
    func aTokenThatEndsMeanwhileIsRefused(
        _ method: String, _ path: String, _ body: String
    ) throws {
        let request = try Background { [server, token = ann.token] in
            server.ask(method, path, token: token, body: Array(body.utf8)).status
        }
        try wait(forWaiting: 1)
        try end(with: "DELETE FROM tokens;")
        #expect(try request.result() == 401)
    }

    /// The requests of one user take half of the connections at most.
    @Test func otherUsersHaveConnections() throws {
        let refused = Locked(0)
        let requests = try (1...4).map { _ in
            try Background { [server, token = ann.token] in
                let body = Array(#"{"name":"tablet"}"#.utf8)
                let status = server.ask("POST", "/v1/devices", token: token, body: body).status
                if status == 503 { refused.withLock { $0 += 1 } }
                return status
            }
        }
        try Waiting.until("the others are refused") { refused.withLock { $0 == 2 } }
        #expect(bob.tryPush([bob.create(id(9), ("title", "Dune"))]).status == 200)
        #expect(bob.askChanges().status == 200)
        try end()
        #expect(try requests.map { try $0.result() }.sorted() == [200, 200, 503, 503])
    }
}
