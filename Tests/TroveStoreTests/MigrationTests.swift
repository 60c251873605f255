import Testing
import TroveModel
import TroveSQLite
import TroveStore
import TroveTesting

@Suite struct MigrationTests {
    private static let newer =
        Schema.migrations + ["CREATE TABLE extra (x)", "INSERT INTO extra VALUES (7)"]

    private func old(in scratch: ScratchDirectory) throws -> String {
        let path = scratch.path("library.db")
        let library = try Library(.file(path), kinds: .standard)
        try library.run(.create(gem(1, "Ruby")), .create(gem(2, "Opal")))
        return path
    }

    @Test func runsTheMissingSteps() throws {
        let scratch = try ScratchDirectory()
        let path = try old(in: scratch)
        let library = try Library(.file(path), kinds: .standard, migrations: Self.newer)
        #expect(try library.titles() == ["Ruby", "Opal"])
        let connection = try Connection(path: path, access: .readOnly)
        #expect(try connection.integer("PRAGMA user_version") == Self.newer.count)
        #expect(try connection.integer("SELECT x FROM extra") == 7)
        // When opened again, no migration is left.
        _ = try Library(.file(path), kinds: .standard, migrations: Self.newer)
        #expect(try connection.integer("SELECT count(*) FROM extra") == 1)
    }

    @Test func keepsACopyOfTheOldFile() throws {
        let scratch = try ScratchDirectory()
        let path = try old(in: scratch)
        _ = try Library(.file(path), kinds: .standard, migrations: Self.newer)
        let name = "library.db.v\(Schema.migrations.count).bak"
        #expect(try scratch.permissions(of: name) == 0o600)
        let backup = try Library(.file(scratch.path(name)), kinds: .standard)
        #expect(try backup.titles() == ["Ruby", "Opal"])
        #expect(try backup.revert(isRedo: false))
    }

    @Test func keepsTheFirstCopy() throws {
        let scratch = try ScratchDirectory()
        let path = try old(in: scratch)
        let name = "library.db.v\(Schema.migrations.count).bak"
        try scratch.write("mine", to: name)
        _ = try Library(.file(path), kinds: .standard, migrations: Self.newer)
        #expect(try scratch.read(name) == "mine")
    }

    @Test func aNewLibraryNeedsNoCopy() throws {
        let scratch = try ScratchDirectory()
        _ = try Library(.file(scratch.path("library.db")), kinds: .standard, migrations: Self.newer)
        #expect(scratch.files().allSatisfy { !$0.hasSuffix(".bak") })
    }

    @Test func rejectsANewerFileUnchanged() throws {
        let scratch = try ScratchDirectory()
        let path = try old(in: scratch)
        _ = try Library(.file(path), kinds: .standard, migrations: Self.newer)
        let before = try scratch.readBytes("library.db")
        for isReadOnly in [false, true] {
            #expect(
                throws: LibraryError.isNewer(
                    path, version: Self.newer.count, known: Schema.migrations.count)
            ) {
                try Library(.file(path), kinds: .standard, isReadOnly: isReadOnly)
            }
        }
        #expect(try scratch.readBytes("library.db") == before)
    }

    @Test func runsAllStepsOrNone() throws {
        let scratch = try ScratchDirectory()
        let path = try old(in: scratch)
        let broken = Self.newer + ["INSERT INTO nowhere VALUES (1)"]
        #expect(throws: LibraryError.self) {
            try Library(.file(path), kinds: .standard, migrations: broken)
        }
        let library = try Library(.file(path), kinds: .standard)
        #expect(try library.titles() == ["Ruby", "Opal"])
        let connection = try Connection(path: path, access: .readOnly)
        #expect(
            try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'extra'") == 0)
    }
}
