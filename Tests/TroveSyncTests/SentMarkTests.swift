import Testing
import TroveModel
import TroveSQLite
import TroveStore
import TroveSync
import TroveTesting
import TroveWire

/// The mark of the operations that may have been sent does not wait for the disk. A power failure
/// can lose it, and is known by another start of the system.
@Suite struct SentMarkTests {
    private let scratch: ScratchDirectory
    private var location: Library.Location { .file(scratch.path("library.db")) }

    init() throws {
        scratch = try ScratchDirectory()
    }

    /// Returns whether the server cannot have seen the items with these numbers.
    private func areUnseen(_ items: ItemNumber...) throws -> [Bool] {
        let rig = try EngineRig(reopening: location)
        return try items.map { try rig.library.outbox.isUnseen(EngineRig.id($0)) }
    }

    /// Gives the library the state after another start of the system.
    private func restartSystem() throws {
        let file = try Connection(path: scratch.path("library.db"), access: .readWrite)
        let row = try file.prepare("UPDATE meta SET value = 'another' WHERE key = 'sync_boot'")
        try row.run()
        #expect(file.changes == 1)
    }

    /// Adds an item while the server is not reached.
    private func addOffline(_ name: String) throws {
        let rig = try EngineRig(reopening: location)
        try rig.engine.handle(.disconnected(.switchedOff), at: rig.now)
        try rig.add(name)
        #expect(rig.transport.count == 0)
    }

    @Test func queuedChangesCountAsSentAfterARestart() throws {
        do { _ = try EngineRig(location: location) }
        try addOffline("Opal")
        #expect(try areUnseen(1) == [true])
        try restartSystem()
        #expect(try areUnseen(1) == [false])
        // What is queued after the restart has certainly not been sent.
        try addOffline("Ruby")
        #expect(try areUnseen(1, 2) == [false, true])
        #expect(try areUnseen(1, 2) == [false, true])
        try restartSystem()
        #expect(try areUnseen(1, 2) == [false, false])
    }

    /// A library of an earlier version has no such mark: its own marks were on the disk.
    @Test func aLibraryWithoutAStartKeepsItsMark() throws {
        do { _ = try EngineRig(location: location) }
        try addOffline("Opal")
        do {
            let file = try Connection(path: scratch.path("library.db"), access: .readWrite)
            try file.prepare("DELETE FROM meta WHERE key = 'sync_boot'").run()
        }
        #expect(try areUnseen(1) == [true])
        let rig = try EngineRig(reopening: location)
        try rig.engine.handle(.advanced, at: rig.now)
        #expect(try rig.pushed().map(\.number) == [1])
        #expect(try areUnseen(1) == [false])
        try restartSystem()
        #expect(try areUnseen(1) == [false])
    }
}
