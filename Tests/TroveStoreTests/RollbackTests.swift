import Testing
import TroveModel
import TroveSQLite
import TroveStore
import TroveTesting

/// After any failure, memory equals the file.
@Suite struct RollbackTests {
    private let scratch: ScratchDirectory
    private let library: Library

    init() throws {
        scratch = try ScratchDirectory()
        library = try Library(.file(scratch.path("library.db")), kinds: .standard)
        try library.addGem("Ruby")
        try library.loadAll()
    }

    private func expectOnlyRuby(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(!library.isInTransaction, sourceLocation: sourceLocation)
        #expect(try library.titles() == ["Ruby"], sourceLocation: sourceLocation)
        let file = try Library(library.location, kinds: .standard)
        #expect(try file.titles() == ["Ruby"], sourceLocation: sourceLocation)
        #expect(try library.history.commands(limit: 9).count == 1, sourceLocation: sourceLocation)
    }

    @Test func dropsUncommittedChanges() throws {
        try library.begin()
        try library.perform([.create(gem(library.takeNumber(), "Opal"))], Library.authorship)
        try library.perform([rename(1, "Ruby", "Spinel")], Library.authorship)
        #expect(library.catalog.count == 2 && library.isInTransaction)
        library.rollback()
        try expectOnlyRuby()
        #expect(try library.addGem("Jade") == 2)
    }

    static let refused: [Case<[Change], Bool>] = [
        Case("a number that is taken", [.create(gem(2, "Opal")), .create(gem(1, "Other"))], true),
        Case("twice the same", [.create(gem(2, "Opal")), .create(gem(2, "Opal"))], true),
        Case("an update of nothing", [.create(gem(2, "Opal")), rename(9, "a", "b")], true),
        Case("a deletion of nothing", [.create(gem(2, "Opal")), .delete(gem(9, "a"))], true),
    ]

    @Test(arguments: refused)
    func dropsAnInvalidCommand(_ test: Case<[Change], Bool>) throws {
        #expect(throws: LibraryError.self) { try library.run(test.input) }
        try expectOnlyRuby()
    }

    @Test func dropsTheWholeTransaction() throws {
        try library.begin()
        try library.perform([.create(gem(2, "Opal"))], Library.authorship)
        #expect(throws: LibraryError.self) {
            try library.perform([.create(gem(1, "Other"))], Library.authorship)
        }
        try expectOnlyRuby()
    }

    @Test func continuesAfterAFailure() throws {
        #expect(throws: LibraryError.self) { try library.run(.create(gem(1, "Other"))) }
        #expect(try library.addGem("Opal") == 2)
        #expect(try library.revert(isRedo: false) && library.revert(isRedo: false))
        #expect(try library.titles().isEmpty)
    }

    @Test func failsWhenTheFileRejectsAWrite() throws {
        let other = try Connection(path: scratch.path("library.db"), access: .readWrite)
        try other.execute("CREATE UNIQUE INDEX no ON changes((1))")
        #expect(throws: LibraryError.self) { try library.addGem("Opal") }
        try expectOnlyRuby()
        try other.execute("DROP INDEX no")
        #expect(try library.addGem("Opal") == 2)
    }

    @Test func withoutChangesThereIsNothingToCommit() throws {
        try library.perform([], Library.authorship)
        #expect(!library.isInTransaction)
        try library.commit()
        library.rollback()
        try expectOnlyRuby()
    }
}
