import Testing
import TroveCodecs
import TroveLoopback
import TroveSystem
import TroveTesting

/// Servers that are replaced one after the other, while devices use them.
/// `TROVE_EARLIER_SERVER_PROGRAM` is the path of an earlier `trove-server` that is replaced;
/// without it, the same program starts again.
@Suite(.timeLimit(.minutes(20))) struct RollingUpgradeTests {
    private static let earlier = SystemCall.getenv("TROVE_EARLIER_SERVER_PROGRAM")

    /// Every server is stopped and replaced: no request is refused, and no device goes offline.
    @Test func anUpgradeRefusesNothing() throws {
        let database = try PostgresUnderTest.makeDatabase()
        let servers = try ServerGroup(
            path: Self.earlier, count: 3, database: database, arguments: ["--drain", "5"])
        let clients = try (1...4).map { try SteadyClient("user\($0)", port: servers.port) }
        let laptop = try SyncWorld.device("laptop")
        try laptop.prepare("connect \(servers.url)\nsignup ann@example.org name:Ann\nsync")
        let phone = try SyncWorld.device("phone")
        try phone.prepare("connect \(servers.url)\nlogin ann@example.org")
        let session = try laptop.openTrove()
        try session.run("count")
        try session.wait(forState: "online")

        for (number, server) in servers.all.enumerated() {
            // A script on the phone syncs without a pause until the server has drained.
            let script = try phone.program.start(["--output", "jsonl"])
            let load = "add gem Opal\nsync\ndelete Opal --yes\nsync\n"
            try script.write(String(repeating: load, count: 50))
            server.send(.terminate)
            while (try? Socket.connect(toPort: server.port)) != nil {
                try script.write("sync\necho synced\n")
                try script.read(until: "{\"message\":\"synced\"}\n")
            }
            try server.terminate()
            try server.setProgram()
            try server.start()
            try script.write("add gem \"Gem \(number)\"\nsync\n")
            try script.waitForExit().requiring()
            try session.waitUntil("the news") {
                $0.screen.contains("trove \(number + 1) [online]>")
            }
            // More than 100 in the end.
            for client in clients { try client.wait(forPushes: 40) }
        }

        try session.type("quit\r")
        #expect(try session.waitForExit() == .success)
        let shown = String(decoding: session.output, as: UTF8.self)
        #expect(try laptop.titles().sorted() == ["Gem 0", "Gem 1", "Gem 2"])
        #expect(!shown.contains("offline") && !shown.contains("not available"), "\(shown)")
        for client in clients {
            let record = try client.end()
            #expect(record.failures.isEmpty, "\(record.failures)")
            #expect(record.acknowledged > 100)
            try expectOnce(client, record)
        }
        let troubles = servers.log.split(separator: "\n").filter { line in
            line.contains("\"status\":5") && !line.contains("\"/ready\"")
        }
        #expect(troubles.isEmpty, "\(troubles)")
    }

    /// While it drains, a server says so at /ready and serves on, also polls. A second signal ends
    /// that.
    @Test func aDrainingServerServesOn() throws {
        let server = try ServerUnderTest(arguments: ["--drain", "60"])
        let client = try SteadyClient("ann", port: server.port)
        try client.wait(forPushes: 1)
        #expect(try get("/ready", from: server).status == 204)
        server.send(.terminate)
        try Waiting.until("the server stops") { try get("/ready", from: server).status != 204 }
        let refusal = try get("/ready", from: server)
        #expect(refusal.status == 503 && refusal.field("Retry-After") == "1")
        #expect(refusal.text.contains("the server is stopping"))
        let reply = try get("/v1/hello", from: server)
        #expect(reply.status == 200 && reply.field("Connection") == "close")
        #expect(try get("/health", from: server).status == 204)
        try client.wait(forPushes: 5)
        #expect(try client.end().failures.isEmpty)
        try server.terminate()
        // The log is written on a thread of its own, and complete when the server has ended.
        #expect(server.log.contains(#""event":"draining","seconds":60}"#))
        #expect(server.log.contains(#""event":"stopped"}"#))
    }

    /// The next version adds to the tables while servers of this one run. They go on, also with new
    /// connections, but do not start again.
    @Test func aServerGoesOnWhenTheFormatIsRaised() throws {
        let database = try PostgresUnderTest.makeDatabase()
        let server = try ServerUnderTest(database: database)
        let clients = try (1...4).map { try SteadyClient("user\($0)", port: server.port) }
        for client in clients { try client.wait(forPushes: 20) }
        let psql = try ProgramUnderTest("/usr/bin/psql")
        func change(_ statements: String...) throws {
            let words = statements.flatMap { ["-c", $0] }
            try psql.run([database, "-qX", "-v", "ON_ERROR_STOP=1", "-1"] + words).requiring()
        }
        let tables = ["users", "devices", "tokens", "entries", "ledger", "names", "blobs"]
        try change(
            "SELECT pg_advisory_xact_lock(\(0x5472_5376))",
            tables.map { "ALTER TABLE \($0) ADD COLUMN later bigint NOT NULL DEFAULT 0;" }.joined(),
            "CREATE TABLE later (user_id bigint PRIMARY KEY)",
            "CREATE INDEX ON entries (user_id, later)",
            "UPDATE trove_format SET version = version + 1")
        for client in clients { try client.wait(forPushes: 20) }
        try change(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
        for client in clients {
            try client.wait(forPushes: 20)
            let record = try client.end()
            #expect(record.failures.isEmpty, "\(record.failures)")
            try expectOnce(client, record)
        }
        try server.terminate()
        #expect(throws: ServerStartFailure.self) { try server.start() }
        #expect(server.log.contains("was written by a newer trove-server"), "\(server.log)")
    }

    private func get(_ path: String, from server: ServerUnderTest) throws -> RawExchange.Reply {
        let client = try RawExchange(port: Int(server.port))
        try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        return try client.readReply()
    }
}

/// Checks that the server has every acknowledged gem of a client once, and that each has arrived at
/// most once.
func expectOnce(_ client: SteadyClient, _ record: SteadyClient.Record) throws {
    let stored = try client.stored()
    let lost = (1...max(record.acknowledged, 1)).filter { stored[SteadyClient.id($0)] != 1 }
    #expect(lost.isEmpty, "acknowledged, but not stored once: \(lost)")
    #expect(stored.count == record.acknowledged, "stored: \(stored.count)")
    let repeated = record.arrivals.filter { $0.value > 1 || stored[$0.key] == nil }
    #expect(repeated.isEmpty, "arrived, but not once: \(repeated)")
}
