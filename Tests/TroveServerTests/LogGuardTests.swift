import Testing
import TroveSQLite
import TroveTesting

/// Which write-ahead logs are joined with which files.
@Suite struct LogGuardTests {
    private let folder: ScratchDirectory
    private let files: DatabaseFiles
    private let connection: Connection

    init() throws {
        folder = try ScratchDirectory(name: "trove-log-guard")
        files = DatabaseFiles(path: folder.path("a.db"))
        connection = try Connection(path: files.path, access: .create)
        try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
        connection.endAutomaticCheckpoints()
    }

    /// Whether the files in their current state, as after a power cut, belong together.
    private func belongTogether() throws -> Bool {
        let copy = try ScratchDirectory(name: "trove-log-guard-copy")
        for name in folder.files() where !name.hasSuffix("-shm") {
            try copy.write(folder.readBytes(name), to: name)
        }
        let files = DatabaseFiles(path: copy.path("a.db"))
        do throws(LogGuard.Failure) {
            try LogGuard(of: files, makes: false)?.checkLog()
        } catch {
            #expect(error == .logOfAnotherFile)
            return false
        }
        let connection = try Connection(path: files.path, access: .readWrite)
        #expect(try connection.firstFlaw() == nil)
        return true
    }

    /// A log that keeps its room holds earlier commits, which are in the file.
    @Test(arguments: [false, true]) func theLogOfAFileBelongsToIt(keepsRoom: Bool) throws {
        let logGuard = try #require(try LogGuard(of: files, makes: true))
        for _ in 0..<3 {
            try connection.execute("INSERT INTO t VALUES (1)")
            #expect(try belongTogether())
            #expect(try logGuard.renew(connection, keepsRoom: keepsRoom))
            #expect(try belongTogether())
            #expect(try folder.readBytes("a.db-wal").isEmpty != keepsRoom)
        }
        #expect(try connection.integer("SELECT count(*) FROM t") == 3)
    }

    /// A reader prevents the log from being emptied.
    @Test func anUnfinishedCheckpointDoesNoHarm() throws {
        let logGuard = try #require(try LogGuard(of: files, makes: true))
        try logGuard.renew(connection)
        try connection.execute("INSERT INTO t VALUES (1)")
        let reader = try Connection(path: files.path, access: .readOnly)
        try reader.execute("BEGIN")
        #expect(try reader.integer("SELECT count(*) FROM t") == 1)
        for _ in 0..<3 {
            try connection.execute("INSERT INTO t VALUES (2)")
            #expect(try !logGuard.renew(connection))
            #expect(try belongTogether())
        }
        try reader.execute("COMMIT")
        #expect(try logGuard.renew(connection))
        try connection.execute("INSERT INTO t VALUES (3)")
        #expect(try belongTogether())
    }

    @Test(arguments: [false, true]) func anOlderFileDoesNotMatchTheLog(keepsRoom: Bool) throws {
        let logGuard = try #require(try LogGuard(of: files, makes: true))
        try logGuard.renew(connection, keepsRoom: keepsRoom)
        let old = try folder.readBytes("a.db")
        try connection.execute("INSERT INTO t VALUES (1)")
        try logGuard.renew(connection, keepsRoom: keepsRoom)
        try connection.execute("INSERT INTO t VALUES (2)")
        #expect(try belongTogether())
        try folder.write(old, to: "a.db")
        #expect(try !belongTogether())
    }

    @Test func aMissingFileDoesNotMatchTheLog() throws {
        let logGuard = try #require(try LogGuard(of: files, makes: true))
        try logGuard.renew(connection)
        try connection.execute("INSERT INTO t VALUES (1)")
        try folder.write("", to: "a.db")
        #expect(try !belongTogether())
    }

    /// One connection renews the identity, whichever has the file open; the file is not replaced
    /// meanwhile.
    @Test func oneConnectionRenewsTheGuard() throws {
        let first = try #require(try LogGuard(of: files, makes: true))
        let second = try #require(try LogGuard(of: files, makes: true))
        try first.renew(connection)
        let number = "SELECT number FROM generation"
        let before = try connection.integer(number)
        #expect(try second.renew(connection))
        #expect(try connection.integer(number) == before)
        #expect(throws: LogGuard.Failure.isHeld) { try LogGuard(replacing: files) }
        #expect(try first.renew(connection))
        #expect(try connection.integer(number) != before)
    }
}
