import Testing
import TroveCodecs
import TroveModel
import TroveServer
import TroveTesting
import TroveWire

/// With row security, PostgreSQL keeps users apart even if a statement does not.
struct RowSecurityTests {
    private let address: String
    private let server: TestServer
    private let ann: TestDevice
    private let bea: TestDevice

    init() throws {
        address = try TestStore.postgresAddress()
        server = TestServer(store: try .open(.postgres(address), hasRowSecurity: true))
        ann = try server.signUp("ann@example.org")
        bea = try server.signUp("bea@example.org", device: "desk")
        let blob = Array("a picture".utf8)
        for (device, titles) in [(ann, ["Dune", "Emma"]), (bea, ["Ida"])] {
            for (number, title) in titles.enumerated() {
                _ = try device.push(
                    device.create(id(UInt64(number + 1)), ("title", .string(title))),
                    device.create(
                        id(UInt64(number + 10)), kind: "gem", ("name", .string(title))))
            }
            #expect(
                device.ask("PUT", "/v1/blobs/\(TestBlob.hash(of: blob))", body: blob).status == 204)
        }
    }

    private func query(_ statements: String...) throws -> ProgramRun {
        try ProgramUnderTest("/usr/bin/psql").run(
            [address, "-qAtX", "-v", "ON_ERROR_STOP=1"] + statements.flatMap { ["-c", $0] })
    }

    /// Runs SQL as a transaction of a user does.
    private func query(as user: String, _ sql: String) throws -> ProgramRun {
        try query(
            "BEGIN",
            """
            SELECT set_config('role', 'trove_rows', true), set_config('trove.uid', '\(user)', true)
            """, sql, "COMMIT")
    }

    /// The tables with rows of users.
    private static let tables = [
        "users", "devices", "tokens", "entries", "ledger", "names", "uniques", "blobs",
    ]

    @Test(arguments: tables)
    func aStatementWithoutTheUserFindsOnlyTheUsersRows(_ table: String) throws {
        let users = try query("SELECT user_id FROM users ORDER BY email").requiring().lines
        #expect(users.count == 2)
        for user in users {
            let own = try query("SELECT count(*) FROM \(table) WHERE user_id = \(user)")
            let found = try query(as: user, "SELECT count(*) FROM \(table)").requiring()
            #expect(found.lines.last == own.lines.first, "\(table)")
        }
        // All rows are there, and only the role does not see them.
        let all = try query("SELECT count(DISTINCT user_id) FROM \(table)").requiring().lines
        #expect(all == [table == "uniques" ? "0" : "2"])
        #expect(try query(as: "", "SELECT * FROM \(table)").errorText.contains("invalid input"))
    }

    @Test func aStatementWithoutTheUserChangesOnlyTheUsersRows() throws {
        let users = try query("SELECT user_id FROM users ORDER BY email").requiring().lines
        try query(as: users[1], "UPDATE entries SET ver = ver + 50; DELETE FROM names").requiring()
        let versions = try query("SELECT ver > 50 FROM entries WHERE user_id = \(users[0])")
        #expect(try Set(versions.requiring().lines) == ["f"])
        #expect(
            try query("SELECT count(DISTINCT user_id) FROM names").requiring().lines == ["1"])
        let stolen = try query(as: users[1], "UPDATE entries SET user_id = \(users[0])")
        #expect(stolen.errorText.contains("row-level security"), "\(stolen)")
        let foreign = try query(
            as: users[1], "INSERT INTO uniques VALUES (\(users[0]), 'book', 'title')")
        #expect(foreign.errorText.contains("row-level security"), "\(foreign)")
        for table in ["emails", "failures", "invitations", "server", "leases"] {
            let other = try query(as: users[1], "SELECT * FROM \(table)")
            #expect(other.errorText.contains("permission denied"), "\(table): \(other)")
        }
    }

    /// The server's own statements are behind the wall: without the policies they find nothing.
    @Test func theServerIsBehindTheWall() throws {
        #expect(try ann.everything().count == 4)
        try query("DROP POLICY trove_own ON entries").requiring()
        #expect(try ann.everything().isEmpty)
        #expect(ann.tryPush([ann.create(id(77), ("title", "Jade"))]).status >= 400)
        // The next start adds what is missing.
        try ServerStore.open(.postgres(address), hasRowSecurity: true).close()
        #expect(try ann.everything().count == 4)
    }

    /// A restore without privileges leaves the policies.
    @Test func missingPrivilegesAreGranted() throws {
        try query("REVOKE ALL ON entries, tokens FROM trove_rows").requiring()
        #expect(ann.ask("GET", "/v1/account").status == 500)
        try ServerStore.open(.postgres(address), hasRowSecurity: true).close()
        #expect(try ann.everything().count == 4)
    }

    /// A server without the option serves the same database, and sees what it must.
    @Test func serversWithAndWithoutItShareADatabase() throws {
        let other = TestServer(store: try .open(.postgres(address)), seed: 2)
        let annThere = TestDevice(at: other, like: ann)
        #expect(try annThere.everything().count == 4)
        _ = try annThere.push(annThere.create(id(77), ("title", "Jade")))
        #expect(try ann.everything().count == 5)
    }
}
