import Testing
import TrovePostgres
import TroveTesting

/// Values that are sent to a server and read back.
struct PostgresTypesTests {
    private static let texts: [String] = [
        "", "Dune", "O'Brien \\ \"$1\"", "日本語 🇨🇭 e\u{301}", String(repeating: "Ä", count: 70_000),
    ]

    @Test(arguments: [true, false])
    func integersComeBack(prepared: Bool) throws {
        let connection = try makeConnection(preparesStatements: prepared)
        let echo = connection.prepare("SELECT $1::bigint, $1::bigint::text")
        for number in [0, 1, -1, 255, -256, .max, .min, 1 << 40] {
            echo.bind(number, at: 1)
            #expect(try echo.step())
            #expect(echo.integer(0) == number)
            #expect(echo.text(1) == "\(number)")
            #expect(try !echo.step())
        }
    }

    @Test func smallIntegersAndBooleansAreIntegers() throws {
        let row = try makeConnection().prepare(
            "SELECT (-2)::smallint, (-3)::integer, true, false, 'x', NULL::bigint, 7::numeric")
        #expect(try row.step())
        #expect((0...7).map { row.integer($0) } == [-2, -3, 1, 0, 0, 0, 0, 0])
        #expect(
            (0...7).map { row.isNull($0) } == Array(repeating: false, count: 5) + [
                true, false, true,
            ])
    }

    @Test(arguments: [true, false])
    func textsComeBack(prepared: Bool) throws {
        let connection = try makeConnection(preparesStatements: prepared)
        let echo = connection.prepare("SELECT $1::text, $2::text, $3::text, octet_length($1)")
        for text in Self.texts {
            echo.bind(text, at: 1)
            echo.bind(utf8: Array(text.utf8), at: 2)
            echo.bind(utf8: Array(text.utf8).span, at: 3)
            #expect(try echo.step())
            #expect(echo.text(0) == text)
            #expect(echo.text(1) == text)
            var bytes: [UInt8] = [0x2E]
            echo.appendText(2, to: &bytes)
            #expect(String(decoding: bytes, as: UTF8.self) == "." + text)
            #expect(echo.withText(2) { $0.count } == text.utf8.count)
            #expect(echo.integer(3) == text.utf8.count)
            #expect(!echo.isNull(0))
            echo.reset()
        }
    }

    @Test func refusesTextThatTheServerCannotStore() throws {
        let connection = try makeConnection()
        let echo = connection.prepare("SELECT $1::text")
        echo.bind("a\u{0}b", at: 1)
        #expect(error { try echo.run() }?.state == "22021")
        echo.bind(utf8: [0xC3, 0x28], at: 1)
        #expect(error { try echo.run() }?.state == "22021")
        echo.bind("a", at: 1)
        #expect(try echo.step())
    }

    @Test func aLastingTextStays() throws {
        let echo = try makeConnection().prepare("SELECT $1::text, $2::bigint")
        for number in 1...3 {
            echo.bindLasting("book", at: 1)
            echo.bind(number, at: 2)
            #expect(try echo.step())
            #expect(echo.text(0) == "book")
            #expect(echo.integer(1) == number)
        }
        echo.bindLasting("film", at: 1)
        #expect(try echo.step())
        #expect(echo.text(0) == "film")
        #expect(echo.integer(1) == 3)
    }

    @Test(arguments: [
        [], [0], [0, 1, 255, 0x5C, 0x27], [UInt8](repeating: 0xAB, count: 5_000_000),
    ])
    func blobsComeBack(blob: [UInt8]) throws {
        let echo = try makeConnection().prepare("SELECT $1::bytea, octet_length($1::bytea)")
        echo.bind(blob: blob, at: 1)
        #expect(try echo.step())
        #expect(echo.blob(0) == blob)
        #expect(echo.integer(1) == blob.count)
        #expect(!echo.isNull(0))
    }

    @Test func uuidsAreTwoWordsInNetworkOrder() throws {
        let echo = try makeConnection().prepare("SELECT $1::uuid, $1::uuid::text, 'short'::bytea")
        echo.bind(blob: 0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210, at: 1)
        #expect(try echo.step())
        let words = try #require(echo.words(0))
        #expect(words == (0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210))
        #expect(echo.text(1) == "01234567-89ab-cdef-fedc-ba9876543210")
        #expect(echo.words(2) == nil)
        #expect(echo.words(3) == nil)
    }

    @Test func nullsAreReadAsSuch() throws {
        let echo = try makeConnection().prepare("SELECT $1::text, $2::bytea, $3::uuid, $4::bigint")
        echo.bind("x", at: 1)
        for column: Int32 in 1...4 { echo.bindNull(at: column) }
        #expect(try echo.step())
        #expect((0..<4).allSatisfy { echo.isNull($0) })
        #expect(echo.text(0) == nil)
        #expect(echo.withText(0) { $0.count } == 0)
        var bytes: [UInt8] = []
        echo.appendText(0, to: &bytes)
        #expect(bytes.isEmpty)
        #expect(echo.blob(1).isEmpty)
        #expect(echo.words(2) == nil)
        #expect(echo.integer(3) == 0)
    }

    /// The type that the server infers for NULL, here `integer`, is not that of a later value.
    @Test func aParameterThatWasNullTakesAValueOfAnotherWidth() throws {
        let connection = try makeConnection()
        try connection.execute("CREATE TABLE t (a integer, b text)")
        let insert = connection.prepare("INSERT INTO t VALUES ($1, $2)")
        insert.bindNull(at: 1)
        insert.bind("null", at: 2)
        try insert.run()
        insert.bind(5, at: 1)
        insert.bind("five", at: 2)
        try insert.run()
        insert.bindNull(at: 1)
        try insert.run()
        #expect(try connection.texts("SELECT concat(a, b) FROM t") == ["null", "5five", "five"])
    }

    @Test func arraysWithNullsAndEmptyOnesAreUnnested() throws {
        let connection = try makeConnection()
        let unnest = connection.prepare(
            """
            SELECT x.* FROM unnest($1::bigint[], $2::text[], $3::bytea[], $4::uuid[], $5::boolean[])
            AS x(number, word, bytes, id, flag)
            """)
        unnest.bind([1, nil, .min], at: 1)
        unnest.bind(["", nil, "{\"a\",NULL}"], at: 2)
        unnest.bind(blobs: [[], nil, [0, 0x2C]], at: 3)
        unnest.bind(blobs: [(high: 1, low: 2), nil, (high: .max, low: 0)], at: 4)
        unnest.bind([true, nil, false], at: 5)

        #expect(try unnest.step())
        #expect(unnest.integer(0) == 1)
        #expect(unnest.text(1)?.isEmpty == true)
        #expect(!unnest.isNull(2))
        #expect(unnest.blob(2).isEmpty)
        #expect(try #require(unnest.words(3)) == (1, 2))
        #expect(unnest.integer(4) == 1)

        #expect(try unnest.step())
        #expect((0..<5).allSatisfy { unnest.isNull($0) })

        #expect(try unnest.step())
        #expect(unnest.integer(0) == .min)
        #expect(unnest.text(1) == "{\"a\",NULL}")
        #expect(unnest.blob(2) == [0, 0x2C])
        #expect(try #require(unnest.words(3)) == (.max, 0))
        #expect(unnest.integer(4) == 0)
        #expect(!unnest.isNull(4))
        #expect(try !unnest.step())

        unnest.bind([Int](), at: 1)
        unnest.bind([String](), at: 2)
        unnest.bind(blobs: [[UInt8]](), at: 3)
        unnest.bind(blobs: [(high: UInt64, low: UInt64)](), at: 4)
        unnest.bind([Bool](), at: 5)
        #expect(try !unnest.step())
    }

    @Test func randomArraysComeBack() throws {
        try SeededRandom.run { random in
            let connection = try makeConnection()
            let unnest = connection.prepare(
                "SELECT * FROM unnest($1::bigint[], $2::bytea[]) AS x(number, bytes)")
            for _ in 0..<20 {
                let numbers: [Int?] = (0..<Int.random(in: 1...300, using: &random)).map { _ in
                    Bool.random(using: &random) ? nil : .random(in: .min ... .max, using: &random)
                }
                let blobs: [[UInt8]?] = numbers.map { number in
                    number.map { _ in
                        (0..<Int.random(in: 0...20, using: &random)).map { _ in
                            .random(in: 0...255, using: &random)
                        }
                    }
                }
                unnest.bind(numbers, at: 1)
                unnest.bind(blobs: blobs, at: 2)
                for (number, blob) in zip(numbers, blobs) {
                    try #require(try unnest.step())
                    #expect(
                        (unnest.isNull(0) ? nil : unnest.integer(0)) == number, "\(random.hint)")
                    #expect((unnest.isNull(1) ? nil : unnest.blob(1)) == blob, "\(random.hint)")
                }
                #expect(try !unnest.step(), "\(random.hint)")
            }
        }
    }
}
