import Testing
import TroveServer
import TroveTesting

/// The statements that `Scripts/bench server` runs without a server.
@Suite struct BenchmarkStatementTests {
    /// They are those of a push of books, and of a pull.
    @Test func areThoseOfTheServer() throws {
        let server = TestServer(store: try .forTest())
        let laptop = try server.signUp()
        func prepared() throws -> Set<String> {
            Set(try server.core.withStore { $0.prepared }.map(Self.tidied))
        }
        let before = try prepared()
        _ = try laptop.push(laptop.create(id(1), ("title", "Dune")))
        _ = try laptop.push(laptop.create(id(2), ("title", "Emma")))
        _ = try laptop.changes()
        let name = TestStore.isPostgres ? "postgres" : "sqlite"
        let lines = try Repository.text(of: "Benchmarks/Programs/\(name).sql")
            .split(separator: "\n").filter { !$0.hasPrefix("-- ") }
        let benched = Set(lines.map { Self.tidied(String($0)) })
        #expect(benched.count == lines.count)
        let after = try prepared()
        #expect(benched.subtracting(after) == [])
        // Books have no unique names, so that statement is prepared and not run.
        let others = after.subtracting(before).subtracting(benched)
        #expect(others.filter { !$0.contains("SET LOCAL") && !$0.contains("FROM names") } == [])
    }

    private static func tidied(_ sql: String) -> String {
        sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
