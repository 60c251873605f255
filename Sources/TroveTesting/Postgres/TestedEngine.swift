import TroveSystem

/// The engine of the server's store in the tests that run on every engine, which `TROVE_TEST_STORE`
/// names.
package enum TestedEngine: String, Sendable {
    case sqlite
    case postgres
    /// PostgreSQL, where each transaction of a user sees only the rows of that user.
    case rowSecurity = "row-security"

    /// The engine of this run.
    package static let current =
        SystemCall.getenv("TROVE_TEST_STORE").flatMap(TestedEngine.init(rawValue:)) ?? .sqlite

    /// Whether the store is a database on PostgreSQL.
    package var isPostgres: Bool { self != .sqlite }
}
