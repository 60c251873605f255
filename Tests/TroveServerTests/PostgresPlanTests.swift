import Testing
import TroveServer
import TroveTesting

/// What PostgreSQL plans for the statements of the server.
@Suite struct PostgresPlanTests {
    private let psql: ProgramUnderTest
    private let address: String
    private let server: TestServer

    init() throws {
        psql = try ProgramUnderTest("/usr/bin/psql")
        address = try TestStore.postgresAddress()
        server = TestServer(
            store: try .open(.postgres(address), hasRowSecurity: TestStore.hasRowSecurity))
    }

    private func query(_ sql: String) throws -> [String] {
        try psql.run([address, "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", sql]).requiring().lines
    }

    /// By the statistics of tables in which every user has two rows, it would be as cheap to read
    /// all rows of a user. One who has a million of them needs each row to be found by its key.
    @Test func rowsAreFoundByTheirKeys() throws {
        let laptop = try server.signUp()
        let ruby = laptop.create(id(1), kind: "gem", ("name", "Ruby"))
        _ = try laptop.push(ruby)
        _ = try laptop.push(ruby)
        let finding = try server.core.withStore { $0.prepared }
            .filter { $0.hasPrefix("SELECT") && $0.contains("[]") }
        // Entries, names and the ledger.
        try #require(finding.count == 3)
        _ = try query(
            """
            INSERT INTO entries (user_id, id, ver, device, kind, fields)
            SELECT n / 2, gen_random_uuid(), n % 2, 1, 'gem', '{"name":"Ruby"}'
            FROM generate_series(1, 20000) AS n;
            INSERT INTO names SELECT n / 2, 'gem', 'name', n::text::bytea, gen_random_uuid()
            FROM generate_series(1, 20000) AS n;
            INSERT INTO ledger (user_id, seq, device, n, at, mark, digest)
            SELECT n / 2, n % 2, 1, n % 2, 1, 1, gen_random_uuid()
            FROM generate_series(1, 20000) AS n;
            ANALYZE
            """)
        for sql in finding {
            let values = Array(repeating: "NULL", count: 1 + sql.matches(of: /::\w+\[\]/).count)
            let plan = try query(
                """
                SET plan_cache_mode = force_generic_plan;
                PREPARE finding AS \(sql);
                EXPLAIN (COSTS OFF) EXECUTE finding (\(values.joined(separator: ", ")))
                """)
            let filters = plan.filter { $0.contains("Filter:") || $0.contains("Hash") }
            #expect(filters == [], "\(sql)\n\(plan.joined(separator: "\n"))")
            let finds = plan.filter { $0.contains("Index Cond: ((user_id = $1) AND ") }
            #expect(finds.count == 1, "\(sql)\n\(plan.joined(separator: "\n"))")
        }
    }
}
