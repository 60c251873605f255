import Testing
import TroveModel
import TroveStore
import TroveTesting

@Suite struct HistoryTests {
    private func library() throws -> Library {
        let library = try Library(.memory, kinds: .standard)
        try library.run(.create(gem(1, "Ruby")), .create(gem(2, "Opal", color: "white")))
        try library.run(rename(1, "Ruby", "Spinel"))
        try library.run(.delete(gem(2, "Opal", color: "white")))
        return library
    }

    @Test func listsTheNewestFirst() throws {
        let records = try library().history.commands(limit: 10)
        #expect(
            records.map(\.changes) == [
                [.delete(gem(2, "Opal", color: "white"))], [rename(1, "Ruby", "Spinel")],
                [.create(gem(1, "Ruby")), .create(gem(2, "Opal", color: "white"))],
            ])
        #expect(records.map(\.id.rawValue) == [4, 3, 1])
        #expect(records.allSatisfy { $0.reverts == nil && !$0.isRedo && $0.by == "ann" })
        #expect(records.allSatisfy { $0.at == Library.authorship.at })
    }

    @Test func canBeLimitedToOneItem() throws {
        let records = try library().history.commands(of: 2, limit: 10)
        #expect(
            records.map(\.changes) == [
                [.delete(gem(2, "Opal", color: "white"))],
                [.create(gem(2, "Opal", color: "white"))],
            ])
        #expect(try library().history.commands(of: 9, limit: 10).isEmpty)
    }

    @Test func countsCommandsAndNotChanges() throws {
        #expect(try library().history.commands(limit: 1).map(\.id.rawValue) == [4])
        #expect(try library().history.commands(limit: 2).map(\.id.rawValue) == [4, 3])
        #expect(try library().history.commands(of: 1, limit: 1).map(\.id.rawValue) == [3])
    }

    @Test func distinguishesUndoAndRedo() throws {
        let library = try library()
        #expect(try library.revert(isRedo: false) && library.revert(isRedo: true))
        let records = try library.history.commands(limit: 3)
        #expect(records.map(\.reverts?.rawValue) == [5, 4, nil])
        #expect(records.map(\.isRedo) == [true, false, false])
    }

    @Test func keepsAuthorAndTime() throws {
        let library = try Library(.memory, kinds: .standard)
        let authorship = Authorship(by: "Żółw \"x\"", at: Timestamp(milliseconds: -1))
        try library.begin()
        try library.perform([.create(gem(1, "Ruby"))], authorship)
        try library.commit()
        let record = try #require(try library.history.commands(limit: 1).first)
        #expect(record.by == authorship.by && record.at == authorship.at)
    }
}
