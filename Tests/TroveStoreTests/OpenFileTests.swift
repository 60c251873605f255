import Glibc
import Testing
import TroveModel
import TroveSQLite
import TroveStore
import TroveSystem
import TroveTesting

/// A library whose file is modified by another program while it is open.
@Suite struct OpenFileTests {
    private let scratch: ScratchDirectory
    private let path: String

    init() throws {
        scratch = try ScratchDirectory()
        path = scratch.path("library.db")
    }

    private func open(isReadOnly: Bool = false) throws -> Library {
        try Library(.file(path), kinds: .standard, isReadOnly: isReadOnly)
    }

    /// The ways in which the file of an open library is replaced.
    enum FileChange: CaseIterable {
        case renamedOver, copiedOver, removedAndCopied, moved, removed, folderMoved, logRemoved
    }

    private func perform(_ change: FileChange) throws {
        let other = scratch.path("other.db")
        switch change {
        case .renamedOver: try #require(SystemCall.rename(other, path) == 0)
        case .copiedOver: try scratch.write(scratch.readBytes("other.db"), to: "library.db")
        case .removedAndCopied:
            try #require(SystemCall.unlink(path) == 0)
            try scratch.write(scratch.readBytes("other.db"), to: "library.db")
        case .moved: try #require(SystemCall.rename(path, scratch.path("away.db")) == 0)
        case .removed: try #require(SystemCall.unlink(path) == 0)
        case .folderMoved:
            try #require(SystemCall.rename(scratch.path, scratch.path + ".moved") == 0)
        case .logRemoved: try #require(SystemCall.unlink(path + "-wal") == 0)
        }
    }

    @Test(arguments: FileChange.allCases) func isNoLongerWritten(_ change: FileChange) throws {
        do {
            let other = try Library(.file(scratch.path("other.db")), kinds: .standard)
            for name in ["Amber", "Beryl", "Coral"] { try other.addGem(name) }
        }
        do {
            let library = try open()
            try library.addGem("Ruby")
            try perform(change)
            #expect(throws: LibraryError.wasReplaced(path)) { try library.addGem("Opal") }
            // The error persists.
            #expect(throws: LibraryError.wasReplaced(path)) { try library.refresh() }
        }
        switch change {
        case .renamedOver, .copiedOver, .removedAndCopied:
            // The other library is intact, and the first one's log did not corrupt it.
            #expect(try open().titles() == ["Amber", "Beryl", "Coral"])
        case .moved:
            let moved = try Library(.file(scratch.path("away.db")), kinds: .standard)
            #expect(try moved.titles() == ["Ruby"])
        case .folderMoved:
            let folder = scratch.path + ".moved"
            #expect(
                try Library(.file(folder + "/library.db"), kinds: .standard).titles() == ["Ruby"])
            try #require(SystemCall.rename(folder, scratch.path) == 0)
        case .removed: #expect(!Library.exists(at: .file(path)))
        case .logRemoved: #expect(try open().titles() == ["Ruby"])
        }
    }

    /// Closing copies the log into the file, which must not be another file by then.
    @Test func closingDoesNotCorruptACopy() throws {
        do {
            let other = try Library(.file(scratch.path("other.db")), kinds: .standard)
            for number in 1...300 { try other.addGem("Other \(number)") }
        }
        do {
            let library = try open()
            for number in 1...40 { try library.addGem("Mine \(number)") }
            try perform(.copiedOver)
        }
        let titles = try open().titles()
        #expect(titles.count == 300 && titles.allSatisfy { $0.hasPrefix("Other") })
    }

    /// Checkpoints of any shell write the main file, which is not an error.
    @Test func checkpointsAreAllowed() throws {
        let mine = try open()
        try mine.addGem("Ruby")
        let theirs = try open()
        let raw = try Connection(path: path, access: .readWrite)
        for number in 1...20 {
            try (number % 2 == 0 ? mine : theirs).addGem("Gem \(number)")
            if number % 3 == 0 {
                try raw.execute(
                    "PRAGMA wal_checkpoint(\(number % 2 == 0 ? "TRUNCATE" : "PASSIVE"))")
            }
            try mine.refresh()
            try theirs.refresh()
        }
        #expect(try mine.titles().count == 21)
        #expect(try theirs.titles().count == 21)
    }

    // MARK: Without locks

    @Test(arguments: [false, true]) func readingCreatesNoFiles(_ isReadOnly: Bool) throws {
        try open().addGem("Ruby")
        #expect(scratch.files() == ["library.db"])
        let before = FileStamp(of: scratch.path)
        let library = try open(isReadOnly: isReadOnly)
        #expect(try library.titles() == ["Ruby"])
        try library.refresh()
        #expect(scratch.files() == ["library.db"])
        #expect(FileStamp(of: scratch.path) == before)
    }

    /// A reader that began without locks uses them after another shell writes.
    @Test(arguments: [false, true]) func seesLaterChanges(_ isReadOnly: Bool) throws {
        try open().addGem("Ruby")
        let reader = try open(isReadOnly: isReadOnly)
        #expect(try reader.titles() == ["Ruby"])
        let writer = try open()
        try writer.addGem("Opal")
        try reader.refresh()
        #expect(try reader.titles() == ["Ruby", "Opal"] && reader.takeForeignChanges().count == 1)
        if !isReadOnly { #expect(try reader.addGem("Topaz") == 3) }
    }

    /// The same after the other shell has exited, and has left no files.
    @Test func seesChangesOfClosedShells() throws {
        try open().addGem("Ruby")
        let reader = try open()
        #expect(try reader.titles() == ["Ruby"])
        do {
            let writer = try open()
            for number in 1...50 { try writer.addGem("Gem \(number)") }
        }
        #expect(reader.isDisturbed)
        try reader.refresh()
        #expect(try !reader.isDisturbed && reader.titles().count == 51)
    }

    @Test func detectsAnotherLibraryBeforeWriting() throws {
        try open().addGem("Ruby")
        let reader = try open()
        #expect(try reader.titles() == ["Ruby"])
        do {
            let other = try Library(.file(scratch.path("other.db")), kinds: .standard)
            for name in ["Amber", "Beryl", "Coral"] { try other.addGem(name) }
        }
        try perform(.copiedOver)
        #expect(throws: LibraryError.wasReplaced(path)) { try reader.addGem("Opal") }
        #expect(try open().titles() == ["Amber", "Beryl", "Coral"])
    }
}
