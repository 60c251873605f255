import Testing
import TroveModel
import TroveStore
import TroveSync
import TroveTesting
import TroveWire

/// The commit that records the server's answer to a push does not wait for the disk. After a power
/// failure, any part of it may be missing.
@Suite struct LostAcknowledgementTests {
    private static let library = "library.db"
    private static let log = "library.db-wal"

    /// The state of the disk: what was synced, and what was written in all.
    private struct Disk {
        let file: [UInt8]
        let log: [UInt8]
        /// The length of the log when the push was sent. Everything before it was synced.
        let durable: Int
    }

    /// Pushes a gem, and returns the disk after the answer.
    private func push() throws -> Disk {
        let scratch = try ScratchDirectory()
        let rig = try EngineRig(location: .file(scratch.path(Self.library)))
        try rig.add("Opal")
        #expect(try rig.pushed().map(\.number) == [1])
        let durable = try scratch.readBytes(Self.log).count
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(1, version: 6)]))
        #expect(try rig.library.outbox.counts().waiting == 0)
        return Disk(
            file: try scratch.readBytes(Self.library), log: try scratch.readBytes(Self.log),
            durable: durable)
    }

    /// Answers what a device asks, as a server does that has the gem. Returns the number of pushes.
    private func settle(_ rig: EngineRig) throws -> Int {
        var pushes = 0
        try rig.engine.handle(.advanced, at: rig.now)
        for _ in 0..<10 {
            switch rig.asked.first {
            case "POST /v1/push":
                // The ledger of the server has the operation.
                #expect(try rig.pushed().map(\.number) == [1])
                pushes += 1
                try rig.answer(
                    "POST /v1/push",
                    """
                    {"epoch":"e1","ack":1,"before":6,"seq":6,"mark":"b","results":[\
                    {"n":1,"status":"applied","duplicate":true,"ver":6}]}
                    """)
            case "GET /v1/changes"?:
                let path = try rig.request("GET /v1/changes").path
                let isBehind = path.contains("since=5")
                let entries = isBehind ? [EngineRig.entry(1, "Opal", version: 6, by: "laptop")] : []
                try rig.answer(
                    "GET /v1/changes",
                    EngineRig.changes(
                        since: isBehind ? 5 : 6, next: 6, mark: "b", entries, ack: 1))
            case nil: return pushes
            case let other?:
                Issue.record("asked for \(other)")
                return pushes
            }
        }
        return pushes
    }

    @Test func nothingIsLostOrDoubled() throws {
        let disk = try push()
        #expect(disk.durable < disk.log.count)
        var repeated = 0
        var cuts = Array(stride(from: disk.durable, through: disk.log.count, by: 512))
        cuts.append(disk.log.count)
        for cut in cuts {
            // What was not synced is missing, or has its length without its content.
            for rest in [0, disk.log.count - cut] {
                let scratch = try ScratchDirectory()
                try scratch.write(disk.file, to: Self.library)
                try scratch.write(
                    Array(disk.log[..<cut]) + [UInt8](repeating: 0, count: rest), to: Self.log)
                let rig = try EngineRig(reopening: .file(scratch.path(Self.library)))
                #expect(try rig.names() == ["Opal"], "cut at \(cut)")
                let pushes = try settle(rig)
                repeated += pushes
                #expect(try rig.names() == ["Opal"], "cut at \(cut)")
                let counts = try rig.library.outbox.counts()
                #expect(
                    counts.waiting + counts.problems + counts.conflicts == 0, "cut at \(cut)")
                #expect(
                    try LibraryCheck.findings(in: rig.library) { _ in }.isEmpty, "cut at \(cut)")
            }
        }
        // Most cuts lose the answer, and the last one does not.
        #expect((1...2 * cuts.count - 2).contains(repeated))
    }
}
