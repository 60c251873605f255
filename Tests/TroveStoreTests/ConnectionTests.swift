import Testing
import TroveSQLite
import TroveTesting

@Suite struct ConnectionTests {
    private func connection() throws -> Connection {
        let connection = try Connection(path: ":memory:", access: .memory)
        try connection.execute("CREATE TABLE t (x)")
        return connection
    }

    @Test func keepsBoundValues() throws {
        let connection = try connection()
        let insertion = try connection.prepare("INSERT INTO t VALUES (?1)")
        insertion.bind("a\u{0}三", at: 1)
        try insertion.run()
        insertion.bind(-7, at: 1)
        try insertion.run()
        insertion.bind(0.25, at: 1)
        try insertion.run()
        insertion.bind(blob: [0, 255], at: 1)
        try insertion.run()
        insertion.bind(blob: 0x0102_0304_0506_0708, 0x090A_0B0C_0D0E_0F10, at: 1)
        try insertion.run()
        insertion.bindNull(at: 1)
        try insertion.run()
        insertion.bind("", at: 1)
        try insertion.run()
        insertion.bind(blob: [], at: 1)
        try insertion.run()

        let rows = try connection.prepare("SELECT x FROM t ORDER BY rowid")
        var storages: [Statement.Storage] = []
        var texts: [String?] = []
        var words: (high: UInt64, low: UInt64)?
        while try rows.step() {
            storages.append(rows.storage(0))
            texts.append(rows.storage(0) == .text ? rows.text(0) : nil)
            if rows.storage(0) == .blob, let found = rows.words(0) { words = found }
        }
        #expect(storages == [.text, .integer, .real, .blob, .blob, .null, .text, .blob])
        #expect(texts[0] == "a\u{0}三" && texts[6] == "")
        #expect(words?.high == 0x0102_0304_0506_0708 && words?.low == 0x090A_0B0C_0D0E_0F10)
    }

    @Test func runsItsPreparationBeforeTheFirstStatement() throws {
        var count = 0
        let connection = try Connection(path: ":memory:", access: .memory) {
            connection throws(SQLiteError) in
            count += 1
            try connection.execute("CREATE TABLE t (x)")
        }
        #expect(count == 0)
        try connection.execute("INSERT INTO t VALUES (1)")
        #expect(try connection.integer("SELECT x FROM t") == 1)
        #expect(count == 1)
    }

    @Test func bindsNullAgain() throws {
        let connection = try connection()
        let insertion = try connection.prepare("INSERT INTO t VALUES (?1)")
        insertion.bindNull(at: 1)
        try insertion.run()
        for number in [1, 2] {
            insertion.bind(number, at: 1)
            try insertion.run()
            for _ in 0..<2 {
                insertion.bindNull(at: 1)
                try insertion.run()
            }
        }
        #expect(
            try connection.texts("SELECT ifnull(x, '-') FROM t ORDER BY rowid")
                == ["-", "1", "-", "-", "2", "-", "-"])
    }

    @Test func repairsInvalidText() throws {
        let connection = try connection()
        try connection.execute("INSERT INTO t VALUES (CAST(X'61FF62' AS TEXT))")
        #expect(try connection.texts("SELECT x FROM t") == ["a\u{FFFD}b"])
    }

    static let reasons: [Case<String, SQLiteError.Reason>] = [
        Case(
            "a rule of the schema", "CREATE TABLE u (x UNIQUE); INSERT INTO u VALUES (1), (1)",
            .constraint),
        Case("no SQL", "SELEC", .other), Case("no table", "SELECT * FROM nowhere", .other),
        Case("double quotes are for names", #"SELECT "text""#, .other),
    ]

    @Test(arguments: reasons)
    func reportsErrors(_ test: Case<String, SQLiteError.Reason>) throws {
        let connection = try connection()
        let error = #expect(throws: SQLiteError.self) { try connection.execute(test.input) }
        #expect(error?.reason == test.expected && error?.message.isEmpty == false)
    }

    @Test func reportsOtherFiles() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("no database, but long enough to be one", to: "x")
        let connection = try Connection(path: scratch.path("x"), access: .readOnly)
        let error = #expect(throws: SQLiteError.self) {
            try connection.integer("PRAGMA user_version")
        }
        #expect(error?.reason == .notADatabase)
        let missing = #expect(throws: SQLiteError.self) {
            try Connection(path: scratch.path("missing"), access: .readWrite)
        }
        #expect(missing?.reason == .cannotOpen)
    }

    @Test func tracksItsTransaction() throws {
        let connection = try connection()
        #expect(!connection.isInTransaction)
        try connection.execute("BEGIN")
        #expect(connection.isInTransaction)
        try connection.execute("ROLLBACK")
        #expect(!connection.isInTransaction)
    }

    @Test func reusesAStatementAfterAFailure() throws {
        let connection = try connection()
        try connection.execute("CREATE TABLE u (x UNIQUE)")
        let insertion = try connection.prepare("INSERT INTO u VALUES (?1)")
        for (number, isTaken) in [(1, false), (1, true), (2, false)] {
            insertion.bind(number, at: 1)
            if isTaken {
                #expect(throws: SQLiteError.self) { try insertion.run() }
            } else {
                try insertion.run()
            }
        }
        #expect(try connection.integer("SELECT sum(x) FROM u") == 3)
    }

    @Test func rejectsAnEmptyStatement() throws {
        let connection = try connection()
        #expect(throws: SQLiteError.self) { try connection.prepare("  -- nothing") }
        #expect(try connection.integer("SELECT x FROM t") == nil)
        #expect(try connection.integer("SELECT NULL") == nil)
    }
}
