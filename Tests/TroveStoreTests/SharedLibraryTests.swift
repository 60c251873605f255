import Testing
import TroveModel
import TroveStore
import TroveTesting

/// Two shells on one file.
@Suite struct SharedLibraryTests {
    private let scratch: ScratchDirectory
    private let mine: Library
    private let theirs: Library

    init() throws {
        scratch = try ScratchDirectory()
        let location = Library.Location.file(scratch.path("library.db"))
        mine = try Library(location, kinds: .standard)
        theirs = try Library(location, kinds: .standard)
        try mine.loadAll()
    }

    @Test func seeEachOthersChanges() throws {
        try theirs.addGem("Ruby")
        try theirs.addGem("Opal")
        #expect(mine.catalog.items.isEmpty)
        try mine.refresh()
        #expect(mine.catalog.items.map(\.title) == ["Ruby", "Opal"])
        try mine.run(rename(1, "Ruby", "Spinel"), .delete(gem(2, "Opal")))
        try theirs.refresh()
        #expect(try theirs.titles() == ["Spinel"])
    }

    @Test func countItemsChangedByOthers() throws {
        try theirs.addGem("Ruby")
        try theirs.run(rename(1, "Ruby", "Opal"))
        try theirs.addGem("Jade")
        #expect(mine.takeForeignChanges().count == 0)
        try mine.refresh()
        #expect(mine.takeForeignChanges().count == 2)
        #expect(mine.takeForeignChanges().count == 0)
        try mine.addGem("Beryl")
        try mine.refresh()
        #expect(mine.takeForeignChanges().count == 0)
    }

    @Test func giveDifferentNumbers() throws {
        let numbers = try (0..<20).map { step in
            try (step % 3 == 0 ? theirs : mine).addGem("gem \(step)")
        }
        #expect(numbers == Array(1...20))
        try mine.refresh()
        try theirs.refresh()
        #expect(try mine.everything() == theirs.everything())
    }

    @Test func doNotSeeUncommittedChanges() throws {
        try theirs.begin()
        try theirs.perform([.create(gem(theirs.takeNumber(), "Ruby"))], Library.authorship)
        try mine.refresh()
        #expect(mine.catalog.items.isEmpty)
        theirs.rollback()
        try mine.refresh()
        #expect(mine.catalog.items.isEmpty && mine.takeForeignChanges().count == 0)
    }

    @Test func readOthersChangesBeforeWriting() throws {
        try theirs.addGem("Ruby")
        try mine.begin()
        #expect(mine.catalog.items.map(\.title) == ["Ruby"])
        #expect(throws: RuleViolation.self) {
            try mine.catalog.checkNames(of: gem(9, "RUBY").values, kind: gems)
        }
        mine.rollback()
    }

    @Test func canUndoEachOthersCommands() throws {
        try theirs.addGem("Ruby")
        try mine.addGem("Opal")
        #expect(try theirs.revert(isRedo: false) && theirs.revert(isRedo: false))
        try mine.refresh()
        #expect(mine.catalog.items.isEmpty)
        #expect(try mine.revert(isRedo: true))
        try theirs.refresh()
        #expect(try theirs.titles() == ["Ruby"])
    }

    @Test func oneCanBeReadOnly() throws {
        let reader = try Library(mine.location, kinds: .standard, isReadOnly: true)
        #expect(try reader.titles().isEmpty)
        try mine.addGem("Ruby")
        try reader.refresh()
        #expect(
            reader.catalog.items.map(\.title) == ["Ruby"] && reader.takeForeignChanges().count == 1)
    }

    /// Random commands on both sides, one of which loads slowly, have the same result.
    @Test func agreeAfterInterleavedCommands() throws {
        try SeededRandom.run { random in
            for step in 0..<200 {
                let library = Bool.random(using: &random) ? mine : theirs
                switch Int.random(in: 0..<6, using: &random) {
                case 0, 1: try library.addGem("gem \(step)")
                case 2:
                    try library.begin()
                    let number = ItemNumber(Int.random(in: 1...40, using: &random))
                    if let item = try library.item(numbered: number) {
                        try library.perform(
                            [rename(number, item.title, "new \(step)")], Library.authorship)
                    }
                    try library.commit()
                case 3:
                    try library.begin()
                    if let item = try library.item(
                        numbered: ItemNumber(Int.random(in: 1...40, using: &random)))
                    {
                        try library.perform([.delete(item)], Library.authorship)
                    }
                    try library.commit()
                case 4: _ = try library.revert(isRedo: Bool.random(using: &random))
                default: try theirs.loadMore(gems, rows: 2)
                }
            }
            try mine.refresh()
            try theirs.refresh()
            let file = try Library(mine.location, kinds: .standard).everything()
            #expect(try mine.everything() == file, "\(random.hint)")
            #expect(try theirs.everything() == file, "\(random.hint)")
        }
    }
}
