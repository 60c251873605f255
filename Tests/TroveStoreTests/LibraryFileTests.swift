import Glibc
import Testing
import TroveModel
import TroveSQLite
import TroveStore
import TroveTesting

/// The library file: its permissions, and files that are not a library.
@Suite struct LibraryFileTests {
    private let scratch: ScratchDirectory
    private let path: String

    init() throws {
        scratch = try ScratchDirectory()
        path = scratch.path("library.db")
    }

    private func open(_ name: String = "library.db", isReadOnly: Bool = false) throws -> Library {
        try Library(.file(scratch.path(name)), kinds: .standard, isReadOnly: isReadOnly)
    }

    @Test func isReadableOnlyByItsOwner() throws {
        let library = try open()
        try library.addGem("Ruby")
        #expect(scratch.files() == ["library.db", "library.db-shm", "library.db-wal"])
        for name in scratch.files() {
            #expect(try scratch.permissions(of: name) == 0o600, "\(name)")
        }
    }

    @Test func createsFoldersReadableOnlyByTheirOwner() throws {
        let deep = Library.Location.file(scratch.path("a/b/library.db"))
        #expect(throws: LibraryError.hasNoFolder(scratch.path("a/b/library.db"))) {
            try Library(deep, kinds: .standard)
        }
        #expect(!scratch.exists("a"))
        _ = try Library(deep, kinds: .standard, makesFolders: true)
        for name in ["a", "a/b"] { #expect(try scratch.permissions(of: name) == 0o700) }
        #expect(try scratch.permissions(of: "a/b/library.db") == 0o600)
    }

    @Test func detectsAnExistingLibrary() throws {
        let location = Library.Location.file(path)
        #expect(!Library.exists(at: location) && !Library.exists(at: .memory))
        _ = try open()
        #expect(Library.exists(at: location))
    }

    @Test func readOnlyNeedsAFile() throws {
        #expect(throws: LibraryError.isMissing(path)) { try open(isReadOnly: true) }
        #expect(scratch.files().isEmpty)
    }

    @Test func readOnlyChangesNothing() throws {
        try open().addGem("Ruby")
        let before = try scratch.readBytes("library.db")
        let library = try open(isReadOnly: true)
        #expect(try library.titles() == ["Ruby"])
        for attempt in [
            { try library.begin() }, { try library.run(.create(gem(2, "Opal"))) },
            { try library.snapshots.save("a", at: Library.authorship.at) },
        ] {
            #expect(throws: LibraryError.isReadOnly(path)) { try attempt() }
        }
        #expect(try library.titles() == ["Ruby"] && scratch.readBytes("library.db") == before)
        let target = try #require(try library.history.nextUndo())
        #expect(try library.history.changes(of: target) == [.create(gem(1, "Ruby"))])
    }

    @Test func readsAnUnwritableFile() throws {
        try open().addGem("Ruby")
        try scratch.setPermissions(0o400, of: "library.db")
        let reader = try open(isReadOnly: true)
        #expect(try reader.titles() == ["Ruby"])
    }

    @Test func isNotADirectory() throws {
        try scratch.makeDirectory("library.db")
        #expect(throws: LibraryError.isDirectory(path)) { try open() }
        #expect(throws: LibraryError.isDirectory(path)) { try open(isReadOnly: true) }
    }

    static let strangers: [Case<[UInt8], String>] = [
        Case("a text", Array("Dear diary, today I began to collect gems.\n".utf8), "notADatabase"),
        Case("one byte", [0], "notADatabase"),
        Case("a header alone", Array("SQLite format 3\0".utf8), "isDamaged"),
        Case("zeros", [UInt8](repeating: 0, count: 4096), "notADatabase"),
    ]

    @Test(arguments: strangers)
    func isNotAnotherFile(_ test: Case<[UInt8], String>) throws {
        try scratch.write(test.input, to: "library.db")
        for isReadOnly in [false, true] {
            let error = #expect(throws: LibraryError.self) { try open(isReadOnly: isReadOnly) }
            #expect("\(String(describing: error))".contains(test.expected))
        }
        #expect(try scratch.readBytes("library.db") == test.input && scratch.files().count == 1)
    }

    @Test func isNotAnotherProgramsDatabase() throws {
        let other = try Connection(path: path, access: .create)
        try other.execute("CREATE TABLE t (x); PRAGMA application_id = 7")
        #expect(throws: LibraryError.notALibrary(path)) { try open() }
        #expect(throws: LibraryError.notALibrary(path)) { try open(isReadOnly: true) }
        #expect(try other.texts("SELECT name FROM sqlite_schema") == ["t"])
    }

    @Test func canBeAnEmptyFile() throws {
        try scratch.write("", to: "library.db")
        try open().addGem("Ruby")
        #expect(try open().titles() == ["Ruby"])
    }

    @Test func isNotTruncated() throws {
        var library: Library? = try open()
        for number in 1...200 { try library?.addGem("gem \(number)") }
        library = nil
        let bytes = try scratch.readBytes("library.db")
        #expect(bytes.count > 8192)
        try scratch.write(Array(bytes.prefix(bytes.count - 4096)), to: "library.db")
        let error = #expect(throws: LibraryError.self) { try open() }
        #expect("\(String(describing: error))".contains("isDamaged"))
    }

    @Test func isNotCreatedInAnUnwritableFolder() throws {
        try scratch.setPermissions(0o755, of: "")
        try scratch.makeDirectory("closed", permissions: 0o555)
        #expect(throws: LibraryError.noPermission(scratch.path("closed/library.db"))) {
            try UnprivilegedUser.accessesFiles { try open("closed/library.db") }
        }
        #expect(!scratch.exists("closed/library.db"))
    }
}
