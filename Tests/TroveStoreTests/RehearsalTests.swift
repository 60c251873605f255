import Testing
import TroveModel
import TroveStore
import TroveTesting

/// A rehearsal leaves neither the file nor memory changed.
@Suite struct RehearsalTests {
    private let scratch: ScratchDirectory
    private let library: Library
    private let theirs: Library

    init() throws {
        scratch = try ScratchDirectory()
        let location = Library.Location.file(scratch.path("library.db"))
        library = try Library(location, kinds: .standard)
        theirs = try Library(location, kinds: .standard)
        for name in ["Ruby", "Opal", "Jade"] { try library.addGem(name) }
    }

    private func expectUnchanged(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(!library.isInTransaction, sourceLocation: sourceLocation)
        #expect(library.rehearsed == nil, sourceLocation: sourceLocation)
        #expect(
            try library.titles() == ["Ruby", "Opal", "Jade"], sourceLocation: sourceLocation)
        let file = try Library(library.location, kinds: .standard)
        #expect(try file.titles() == ["Ruby", "Opal", "Jade"], sourceLocation: sourceLocation)
        #expect(try library.history.lastChange() == 3, sourceLocation: sourceLocation)
        #expect(try library.addGem("Beryl") == 4, sourceLocation: sourceLocation)
        #expect(try library.history.nextUndo()?.id == 4, sourceLocation: sourceLocation)
    }

    /// Changes of each kind, also of items that are not in memory.
    @Test(arguments: [false, true])
    func discardsWhatItChanges(_ isLoaded: Bool) throws {
        if isLoaded { try library.loadAll() }
        let counts = try library.rehearse {
            try library.perform([rename(1, "Ruby", "Spinel")], Library.authorship)
            try library.perform([.delete(gem(2, "Opal"))], Library.authorship)
            let number = try library.takeNumber()
            let command = try library.perform(
                [.create(gem(number, "Opal")), rename(1, "Spinel", "Agate")], Library.authorship)
            // The transaction stays open.
            try library.commit()
            #expect(library.isInTransaction && command == 6)
            #expect(try library.titles() == ["Agate", "Jade", "Opal"])
            return try #require(library.rehearsed).counts
        }
        #expect(counts.values.sorted() == [1, 1, 2])
        try expectUnchanged()
    }

    @Test func discardsAfterAnError() throws {
        struct Stop: Error {}
        try library.loadAll()
        #expect(throws: Stop.self) {
            try library.rehearse {
                try library.perform([.delete(gem(2, "Opal"))], Library.authorship)
                throw Stop()
            }
        }
        #expect(throws: LibraryError.self) {
            try library.rehearse {
                try library.perform([.create(gem(1, "Other"))], Library.authorship)
            }
        }
        try expectUnchanged()
    }

    /// More changes than are kept.
    @Test func discardsManyChanges() throws {
        try library.loadAll()
        try library.rehearse {
            for number in 4...6000 {
                try library.perform(
                    [.create(gem(ItemNumber(number), "gem \(number)"))], Library.authorship)
            }
            #expect(library.rehearsed?.count == 5997)
            #expect((library.rehearsed?.changes.count ?? 0) < 5000)
        }
        try expectUnchanged()
    }

    /// What another shell writes before the rehearsal is read, and stays.
    @Test func keepsTheChangesOfOthers() throws {
        try library.loadAll()
        try theirs.addGem("Topaz")
        try library.rehearse {
            try library.begin()
            try library.perform([.create(gem(library.takeNumber(), "Zircon"))], Library.authorship)
            #expect(library.rehearsed?.count == 1)
        }
        #expect(try library.titles() == ["Ruby", "Opal", "Jade", "Topaz"])
        #expect(library.takeForeignChanges().count == 1)
        try theirs.addGem("Beryl")
        #expect(try library.addGem("Zircon") == 6)
        try theirs.refresh()
        #expect(try theirs.everything() == library.everything())
    }

    /// A question takes no lock.
    @Test func readsWhileAnotherShellWrites() throws {
        try theirs.begin()
        try theirs.perform([.create(gem(theirs.takeNumber(), "Topaz"))], Library.authorship)
        let titles = try library.rehearse { try library.titles() }
        #expect(titles == ["Ruby", "Opal", "Jade"])
        theirs.rollback()
        try expectUnchanged()
    }
}
