import Testing
import TrovePostgres
import TroveTesting

/// Statements, transactions and pipelines on a server that works.
struct PostgresConnectionTests {
    @Test func runsStatementsWithoutParameters() throws {
        let connection = try makeConnection()
        try connection.execute("CREATE TABLE t (a bigint); INSERT INTO t VALUES (1), (2), (3);")
        #expect(connection.changes == 3)
        #expect(try connection.integer("SELECT sum(a)::bigint FROM t") == 6)
        #expect(try connection.integer("SELECT a FROM t WHERE a > 3") == nil)
        #expect(try connection.integer("SELECT NULL::bigint") == nil)
        #expect(try connection.texts("SELECT 'x' || a FROM t ORDER BY a") == ["x1", "x2", "x3"])
        try connection.execute("")
        #expect(connection.changes == 0)
    }

    @Test func setsWhatAnUnattendedProgramNeeds() throws {
        let address = try PostgresUnderTest.makeDatabase()
        let connection = try PostgresConnection(address)
        #expect(try connection.texts("SHOW application_name") == ["trove-server"])
        #expect(try connection.texts("SHOW client_encoding") == ["UTF8"])
        let folder = try PostgresUnderTest.shared().folder
        let other = try PostgresConnection(
            #"host=\#(folder) user=trove dbname=postgres application_name='it\'s a \\ b'"#)
        #expect(try other.texts("SHOW application_name") == [#"trove-server it's a \ b"#])
    }

    @Test func takesURLs() throws {
        let server = try PostgresUnderTest.shared()
        let folder = server.folder.replacing("/", with: "%2F")
        let connection = try PostgresConnection(
            "postgres://trove@\(folder)/postgres?application_name=url")
        #expect(try connection.texts("SHOW application_name") == ["trove-server url"])
    }

    @Test(arguments: [true, false])
    func aStatementRunsAgain(prepared: Bool) throws {
        let connection = try makeConnection(preparesStatements: prepared)
        try connection.execute("CREATE TABLE t (a bigint PRIMARY KEY)")
        let insert = connection.prepare("INSERT INTO t VALUES ($1) ON CONFLICT DO NOTHING")
        for (number, changes) in [(1, 1), (2, 1), (1, 0)] {
            insert.bind(number, at: 1)
            try insert.run()
            #expect(insert.changes == changes)
            #expect(connection.changes == changes)
        }
        let plans = try connection.integer(
            "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'INSERT%'")
        #expect(plans == (prepared ? 1 : 0))
    }

    @Test func aStatementThatIsMadeTwiceIsPreparedOnce() throws {
        let connection = try makeConnection()
        for _ in 0..<3 { #expect(try connection.integer("SELECT 7") == 7) }
        #expect(
            try connection.integer(
                "SELECT count(*) FROM pg_prepared_statements WHERE statement = 'SELECT 7'") == 1)
    }

    @Test func anErrorInATransactionEndsIt() throws {
        let connection = try makeConnection()
        try connection.execute("CREATE TABLE t (a bigint)")
        #expect(!connection.isInTransaction)
        try connection.execute("BEGIN")
        #expect(connection.isInTransaction)
        try connection.execute("INSERT INTO t VALUES (1)")
        #expect(error { try connection.execute("SELECT 1/0") }?.state == "22012")
        #expect(connection.isInTransaction)
        #expect(!connection.isBroken)
        #expect(error { try connection.execute("SELECT 1") }?.state == "25P02")
        // PostgreSQL answers this COMMIT with ROLLBACK, and with no error.
        let commit = error { try connection.execute("COMMIT") }
        #expect(commit?.state == "25P02")
        #expect(commit?.reason == .other)
        #expect(!connection.isInTransaction)
        #expect(try connection.integer("SELECT count(*) FROM t") == 0)
    }

    @Test(arguments: [true, false])
    func aPipelineIsOneTransaction(prepared: Bool) throws {
        let connection = try makeConnection(preparesStatements: prepared)
        try connection.execute("CREATE TABLE t (a bigint)")
        let begin = connection.prepare("BEGIN")
        let insert = connection.prepare("INSERT INTO t SELECT * FROM unnest($1::bigint[])")
        let select = connection.prepare("SELECT a FROM t ORDER BY a")
        let commit = connection.prepare("COMMIT")
        for round in 1...3 {
            insert.bind(Array(1...round), at: 1)
            try connection.run([begin, insert, select, commit])
            #expect(!connection.isInTransaction)
            #expect(insert.changes == round)
            var numbers: [Int] = []
            while try select.step() { numbers.append(select.integer(0)) }
            #expect(numbers.count == round * (round + 1) / 2)
            // The next step runs the statement again.
            #expect(try select.step())
        }
        try connection.run([])
    }

    @Test func aStatementCanBeInAPipelineTwice() throws {
        let connection = try makeConnection()
        try connection.execute("CREATE TABLE t (a bigint)")
        let insert = connection.prepare("INSERT INTO t VALUES ($1)")
        let other = connection.prepare("INSERT INTO t VALUES ($1)")
        insert.bind(1, at: 1)
        other.bind(2, at: 1)
        try connection.run([insert, insert, other])
        #expect(try connection.texts("SELECT a::text FROM t") == ["1", "1", "2"])
    }

    @Test(arguments: [true, false])
    func anErrorInAPipelineSkipsTheRest(prepared: Bool) throws {
        let connection = try makeConnection(preparesStatements: prepared)
        try connection.execute("CREATE TABLE t (a bigint PRIMARY KEY)")
        let begin = connection.prepare("BEGIN")
        let insert = connection.prepare("INSERT INTO t VALUES ($1)")
        let select = connection.prepare("SELECT a FROM t")
        let commit = connection.prepare("COMMIT")
        insert.bind(1, at: 1)
        let failure = error { try connection.run([begin, insert, insert, select, commit]) }
        #expect(failure?.reason == .unique)
        #expect(failure?.constraint == "t_pkey")
        #expect(connection.isInTransaction)
        try connection.execute("ROLLBACK")
        #expect(!connection.isInTransaction)
        #expect(try connection.integer("SELECT count(*) FROM t") == 0)
        // Plans that were not prepared then are now.
        try connection.run([begin, insert, select, commit])
        #expect(try select.step())
        #expect(select.integer(0) == 1)
    }

    @Test func aPipelineLargerThanTheSocketsBuffersDoesNotBlock() throws {
        let connection = try makeConnection()
        let echo = connection.prepare("SELECT $1::bytea")
        echo.bind(blob: [UInt8](repeating: 7, count: 3_000_000), at: 1)
        try connection.run([echo, echo, echo, echo])
        #expect(try echo.step())
        #expect(echo.blob(0).count == 3_000_000)
    }

    @Test func rowsThatWereNotReadAreDiscarded() throws {
        let connection = try makeConnection()
        let rows = connection.prepare("SELECT * FROM generate_series($1::bigint, 100)")
        rows.bind(1, at: 1)
        #expect(try rows.step())
        rows.reset()
        #expect(try rows.step())
        #expect(rows.integer(0) == 1)
        rows.bind(50, at: 1)
        #expect(try rows.step())
        #expect(rows.integer(0) == 50)
    }

    @Test func copyIsRefused() throws {
        let connection = try makeConnection()
        try connection.execute("CREATE TABLE t (a bigint)")
        #expect(error { try connection.execute("COPY t FROM STDIN") }?.reason == .other)
        #expect(connection.isBroken)
    }

    @Test func aClosedConnectionSaysSo() throws {
        let connection = try makeConnection()
        let statement = connection.prepare("SELECT 1")
        #expect(try statement.step())
        connection.close()
        #expect(connection.isBroken)
        #expect(!connection.isInTransaction)
        // The row is the client's.
        #expect(statement.integer(0) == 1)
        statement.reset()
        #expect(error { _ = try statement.step() }?.reason == .connection)
        #expect(error { try connection.execute("SELECT 1") }?.reason == .connection)
    }
}
