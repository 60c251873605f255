import Testing
import TroveModel
import TroveStore
import TroveTesting

/// The locks that let one shell at a time talk to a server.
struct SyncLeaseTests {
    private let scratch: ScratchDirectory
    private let library: Library

    init() throws {
        scratch = try ScratchDirectory()
        library = try Library(.file(scratch.path("library.db")), kinds: .standard)
    }

    @Test func onlyOneShellHoldsAPart() throws {
        let (mine, theirs) = (SyncLease(of: library), SyncLease(of: library))
        #expect(try mine.take(.requests))
        #expect(try mine.take(.requests))
        #expect(try !theirs.take(.requests))
        #expect(try theirs.take(.polling))
        mine.release(.requests)
        #expect(try theirs.take(.requests))
    }

    /// "Another shell is syncing" would be wrong, and so would going on without a lock.
    @Test func aFileThatCannotBeOpenedIsAnError() throws {
        _ = try scratch.makeDirectory("library.db.lock")
        #expect(throws: LibraryError.self) { try SyncLease(of: library).take(.requests) }
    }
}
