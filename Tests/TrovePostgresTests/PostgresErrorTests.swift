import Testing
import TrovePostgres
import TroveTesting

/// The errors of a server that works, with their reasons.
struct PostgresErrorTests {
    private static let states: [Case<String, PostgresError.Reason>] = [
        Case("serialization failure", "40001", .serialization),
        Case("deadlock", "40P01", .serialization),
        Case("duplicate", "23505", .unique),
        Case("another constraint", "23514", .other),
        Case("full disk", "53100", .full),
        Case("no memory", "53200", .other),
        Case("too many connections", "53300", .busy),
        Case("lock not available", "55P03", .busy),
        Case("no privilege", "42501", .permission),
        Case("wrong password", "28P01", .permission),
        Case("end of the server", "57P01", .connection),
        Case("crash of the server", "57P02", .connection),
        Case("start of the server", "57P03", .connection),
        Case("read-only", "25006", .connection),
        Case("protocol violation", "08P01", .connection),
        Case("canceled", "57014", .timedOut),
    ]

    @Test(arguments: states)
    func aStateHasAReason(state: Case<String, PostgresError.Reason>) throws {
        let connection = try makeConnection()
        let failure = error {
            try connection.execute(
                """
                DO $$ BEGIN
                    RAISE EXCEPTION 'made\n\tup' USING ERRCODE = '\(state.input)', CONSTRAINT = 'c';
                END $$
                """)
        }
        #expect(failure?.reason == state.expected)
        #expect(failure?.state == state.input)
        #expect(failure?.message == "made. up")
        #expect(failure?.detail == "made. up (SQLSTATE \(state.input))")
        #expect(failure?.constraint == "c")
        #expect(try connection.integer("SELECT 1") == 1)
    }

    private static let statements: [Case<String, PostgresError.Reason>] = [
        Case("duplicate", "INSERT INTO t VALUES (1), (1)", .unique),
        Case("syntax", "SELEC 1", .other),
        Case(
            "time limit of the server", "SET statement_timeout = 1; SELECT pg_sleep(60)", .timedOut),
        Case("no privilege", "SET ROLE pg_monitor; CREATE SCHEMA s", .permission),
        Case("read-only", "SET TRANSACTION READ ONLY; INSERT INTO t VALUES (1)", .connection),
    ]

    @Test(arguments: statements)
    func realErrorsHaveTheirReasons(statement: Case<String, PostgresError.Reason>) throws {
        let connection = try makeConnection()
        try connection.execute("CREATE TABLE t (a bigint UNIQUE)")
        #expect(error { try connection.execute(statement.input) }?.reason == statement.expected)
    }

    @Test func aLockThatIsNotWaitedForIsBusy() throws {
        let address = try PostgresUnderTest.makeDatabase()
        let holder = try PostgresConnection(address)
        try holder.execute("CREATE TABLE t ()")
        try holder.execute("BEGIN; LOCK TABLE t")
        let other = try PostgresConnection(address)
        try other.execute("BEGIN")
        #expect(error { try other.execute("LOCK TABLE t NOWAIT") }?.reason == .busy)
    }

    /// Whether a deferred constraint fails or the connection breaks looks the same to a program
    /// that only knows that its COMMIT failed.
    @Test(arguments: [true, false])
    func anErrorAtCommitLeavesTheOutcomeOpen(pipelined: Bool) throws {
        let connection = try makeConnection()
        try connection.execute(
            """
            CREATE TABLE t (a bigint, CONSTRAINT late UNIQUE (a) DEFERRABLE INITIALLY DEFERRED)
            """)
        let begin = connection.prepare("BEGIN")
        let insert = connection.prepare("INSERT INTO t VALUES (1), (1)")
        let commit = connection.prepare(" commit ")
        let failure = error {
            if pipelined {
                try connection.run([begin, insert, commit])
            } else {
                try connection.execute("BEGIN; INSERT INTO t VALUES (1), (1); COMMIT")
            }
        }
        #expect(failure?.reason == .unknownOutcome)
        #expect(failure?.state == "23505")
        #expect(!connection.isInTransaction)
    }

    /// The server commits such a statement after it has answered it.
    @Test(arguments: [true, false])
    func anErrorAtTheCommitOfOneStatementIsItsError(prepared: Bool) throws {
        let connection = try makeConnection(preparesStatements: prepared)
        try connection.execute(
            """
            CREATE TABLE t (a bigint, CONSTRAINT late UNIQUE (a) DEFERRABLE INITIALLY DEFERRED)
            """)
        let insert = connection.prepare("INSERT INTO t VALUES ($1)")
        insert.bind(1, at: 1)
        let failure = error { try connection.run([insert, insert]) }
        #expect(failure?.reason == .unique)
        #expect(failure?.constraint == "late")
        #expect(!connection.isBroken)
        try insert.run()
        #expect(error { try insert.run() }?.reason == .unique)
        #expect(try connection.integer("SELECT count(*) FROM t") == 1)
    }

    private static let invalid: [Case<String, String>] = [
        Case("an unknown option", "hots=a", "hots"),
        Case("no option", "nonsense", "nonsense"),
        Case("a NUL character", "host=a\u{0}b", "NUL"),
        Case("a URL with an unknown option", "postgres://h/d?x=y", "x"),
    ]

    @Test(arguments: invalid)
    func anInvalidAddressIsRefused(address: Case<String, String>) {
        let failure = error { _ = try PostgresConnection(address.input) }
        #expect(failure?.reason == .other)
        #expect(failure?.message.contains(address.expected) == true)
    }

    @Test func aServerThatIsNotThereIsNoConnection() throws {
        let failure = error { _ = try PostgresConnection("host=/nonexistent user=x dbname=y") }
        #expect(failure?.reason == .connection)
        #expect(failure?.state == nil)
        #expect(failure?.message.contains("/nonexistent") == true)
        #expect(failure?.message.contains("No such file or directory. Is the server") == true)
        #expect(failure?.detail == failure?.message)
    }

    @Test func aMissingDatabaseIsNoConnection() throws {
        let server = try PostgresUnderTest.shared()
        let failure = error { _ = try PostgresConnection(server.address(of: "missing")) }
        #expect(failure?.reason == .connection)
        #expect(failure?.message.contains("\"missing\"") == true)
    }
}
