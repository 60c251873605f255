import Testing
import TroveModel
import TroveStore
import TroveTesting

/// Kinds and fields of a later version of Trove.
@Suite struct GrowingKindsTests {
    private static let small = Kind(name: "gem", plural: "gems", fields: [Field("name", .text, "")])
    private static let coin = Kind(
        name: "coin", plural: "coins",
        fields: [Field("name", .text, ""), Field("year", .integer(1...9999), "")])
    private static let before = Kinds([.movie, small])
    private static let after = Kinds([.movie, .gem, coin])

    private func old(in scratch: ScratchDirectory) throws -> Library.Location {
        let location = Library.Location.file(scratch.path("library.db"))
        let library = try Library(location, kinds: Self.before)
        try library.run(.create(Item(kind: 1, number: 1, id: .of(1), values: [.text("Ruby")])))
        try library.snapshots.save("old", at: Library.authorship.at)
        return location
    }

    @Test func getTheirColumnsAndTables() throws {
        let scratch = try ScratchDirectory()
        let location = try old(in: scratch)
        let library = try Library(location, kinds: Self.after)
        #expect(try library.everything() == [gem(1, "Ruby")])
        let penny = Item(kind: 2, number: 2, id: .of(2), values: [.text("Penny"), .integer(1971)])
        try library.run(.create(penny), .create(gem(3, "Opal", color: "white")))
        let reopened = try Library(location, kinds: Self.after)
        #expect(
            try reopened.everything() == [gem(1, "Ruby"), gem(3, "Opal", color: "white"), penny])
    }

    @Test func haveAHistoryToo() throws {
        let scratch = try ScratchDirectory()
        let library = try Library(try old(in: scratch), kinds: Self.after)
        #expect(
            try library.history.commands(limit: 9).map(\.changes) == [[.create(gem(1, "Ruby"))]])
        #expect(try library.revert(isRedo: false))
        #expect(try library.everything() == [])
    }

    /// A version that does not know a kind leaves its items alone.
    @Test func areLeftAloneByAnOlderTrove() throws {
        let scratch = try ScratchDirectory()
        let location = try old(in: scratch)
        let penny = Item(kind: 2, number: 2, id: .of(2), values: [.text("Penny"), .integer(1971)])
        try Library(location, kinds: Self.after).run(.create(penny))
        let older = try Library(location, kinds: Self.before)
        #expect(try older.titles() == ["Ruby"])
        #expect(try older.history.commands(limit: 9).count == 1)
        #expect(try Library(location, kinds: Self.after).everything().last == penny)
    }

    @Test func canBeReadWithoutBeingAdded() throws {
        let scratch = try ScratchDirectory()
        let library = try Library(try old(in: scratch), kinds: Self.after, isReadOnly: true)
        #expect(try library.titles() == ["Ruby"])
    }

    /// A snapshot keeps the tables of its time.
    @Test func oldSnapshotsCanBeRestored() throws {
        let scratch = try ScratchDirectory()
        let library = try Library(try old(in: scratch), kinds: Self.after)
        try library.run(.delete(gem(1, "Ruby")))
        try library.run(library.snapshots.changes(toRestore: "old"))
        #expect(try library.everything() == [gem(1, "Ruby")])
    }
}
