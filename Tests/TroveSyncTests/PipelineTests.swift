import Testing
import TroveCodecs
import TroveHTTP
import TroveModel
import TroveSQLite
import TroveStore
import TroveSync
import TroveWire

/// Requests that start before the answer to the one before them is applied.
@Suite struct PipelineTests {
    /// A device, and what its library had when the last request was started.
    private final class Observed {
        let rig: EngineRig
        private(set) var cursor: Version?
        private(set) var waiting = 0
        /// Whether the last item counted as never sent, so that undoing its creation would send
        /// nothing.
        private(set) var isLastUnseen = true

        /// Whether the disk is full once a request has been started.
        var fillsDisk = false

        init(isPolling: Bool = false, serverID: String? = nil) throws {
            rig = try EngineRig(isPolling: isPolling, isReady: serverID == nil, serverID: serverID)
            rig.transport.onStart = { [unowned self] _ in
                if fillsDisk { try? rig.library.setFull(true) }
                cursor = rig.library.account?.cursor?.sequence
                let entries = (try? rig.library.outbox.entries(limit: .max)) ?? []
                waiting = entries.count
                isLastUnseen =
                    entries.last.map { entry in
                        (try? rig.library.outbox.isUnseen(entry.operation.id)) != false
                    } ?? true
            }
        }

        /// Adds gems in one transaction, and pushes them.
        func add(_ count: Int, renamingFirst: Bool = false) throws {
            let numbers = (1...count).map { ItemNumber($0) }
            var changes = numbers.map { number in
                Change.creating(number, "Gem \(number)")
            }
            if renamingFirst { changes.append(.renaming(1, "Gem 1", "Opal")) }
            try rig.library.perform(changes, rig.authorship)
            try rig.library.commit()
            try rig.engine.handle(.advanced, at: rig.now)
        }

        /// Answers the push of the operations with these numbers, which the server applies.
        func applyPush(_ numbers: ClosedRange<Int>) throws {
            // The device begins at version 5.
            try rig.answer(
                "POST /v1/push",
                EngineRig.pushReply(
                    before: 4 + numbers.lowerBound, ack: numbers.upperBound,
                    numbers.map { EngineRig.applied($0, version: 5 + $0) }))
        }
    }

    @Test func theNextPageIsRequestedBeforeAPageIsApplied() throws {
        let observed = try Observed()
        let rig = observed.rig
        try rig.engine.handle(.refresh(isRequested: true), at: rig.now)
        let opal = EngineRig.entry(50, "Opal", version: 6)
        try rig.answer("GET /v1/changes", EngineRig.changes(since: 5, next: 6, [opal], more: true))
        let next = try rig.request("GET /v1/changes")
        #expect(next.path == "/v1/changes?epoch=e1&since=6&mark=a&limit=1000&wait=0")
        #expect(observed.cursor == 5)
        #expect(rig.library.account?.cursor?.sequence == 6)
        #expect(try rig.names() == ["Opal"])
        #expect(!rig.engine.isUpToDate)
        let ruby = EngineRig.entry(51, "Ruby", version: 7)
        try rig.answer("GET /v1/changes", EngineRig.changes(since: 6, next: 7, [ruby]))
        #expect(try rig.names() == ["Opal", "Ruby"])
        #expect(rig.engine.isUpToDate)
        #expect(rig.engine.isSettled)
    }

    /// A change that the user made in the meantime is pushed first.
    @Test func aPullWaitsForThePush() throws {
        let observed = try Observed()
        let rig = observed.rig
        try rig.engine.handle(.refresh(isRequested: true), at: rig.now)
        try rig.add("Ruby")
        let opal = EngineRig.entry(50, "Opal", version: 6)
        try rig.answer("GET /v1/changes", EngineRig.changes(since: 5, next: 6, [opal], more: true))
        #expect(rig.asked == ["POST /v1/push"])
        #expect(observed.cursor == 6)
    }

    @Test func theNextPushStartsBeforeAnAnswerIsApplied() throws {
        let observed = try Observed()
        let rig = observed.rig
        try observed.add(Limits.operations + 100)
        #expect(try rig.pushed().count == Limits.operations)
        try observed.applyPush(1...Limits.operations)
        #expect(try rig.pushed().map(\.number) == Array(501...600))
        #expect(observed.waiting == 600)
        #expect(!observed.isLastUnseen)
        #expect(try rig.library.outbox.entries(limit: .max).count == 100)
        #expect(!rig.engine.isSettled)
        try observed.applyPush(501...600)
        #expect(try rig.library.outbox.isEmpty())
        #expect(rig.library.account?.cursor?.sequence == 605)
        #expect(rig.engine.isSettled)
    }

    /// The operations behind a rejected one may have to wait for the user.
    @Test func aPushWaitsForARejection() throws {
        let observed = try Observed()
        let rig = observed.rig
        try observed.add(Limits.operations + 100)
        var results = (1..<Limits.operations).map { EngineRig.applied($0, version: 5 + $0) }
        results.append(EngineRig.rejected(Limits.operations))
        try rig.answer("POST /v1/push", EngineRig.pushReply(before: 5, ack: 500, results))
        #expect(try rig.pushed().count == 100)
        #expect(observed.waiting == 100)
    }

    /// What cannot be stored is requested again.
    @Test func aPageThatDoesNotFitOnTheDiskIsRequestedAgain() throws {
        let observed = try Observed()
        let rig = observed.rig
        try rig.engine.handle(.refresh(isRequested: true), at: rig.now)
        let long = String(repeating: "Opal ", count: 20)
        let page = EngineRig.changes(
            since: 5, next: 305,
            (1...300).map { EngineRig.entry(ItemNumber($0), long, version: 5 + $0) },
            more: true)
        observed.fillsDisk = true
        #expect(throws: LibraryError.self) { try rig.answer("GET /v1/changes", page) }
        #expect(observed.cursor == 5)
        // The request for the next page is canceled.
        #expect(rig.asked.isEmpty)
        #expect(rig.transport.cancelled.count == 1)
        #expect(!rig.engine.isUpToDate)
        observed.fillsDisk = false
        try rig.library.setFull(false)
        try rig.passPause()
        #expect(try rig.request("GET /v1/changes").path.contains("since=5"))
        try rig.answer("GET /v1/changes", page)
        #expect(try rig.request("GET /v1/changes").path.contains("since=305"))
        #expect(try rig.names().count == 300)
    }

    /// After a failed poll another server may answer, which must not get what the user has changed.
    @Test func aFailedPollEndsThePipeline() throws {
        let observed = try Observed(isPolling: true, serverID: "s1")
        let rig = observed.rig
        try rig.engine.handle(.advanced, at: rig.now)
        try rig.answer("GET /v1/hello", #"{"server":"s1","protocols":[1],"format":2}"#)
        try rig.answer("GET /v1/snapshot", EngineRig.snapshot(at: 5))
        try rig.answer("GET /v1/changes", EngineRig.changes(since: 5, next: 5))
        try observed.add(Limits.operations + 100)
        try rig.fail("GET /v1/changes", .cutOff)
        try observed.applyPush(1...Limits.operations)
        #expect(rig.asked.contains("GET /v1/hello"))
        #expect(!rig.asked.contains("POST /v1/push"))
        #expect(try rig.library.outbox.entries(limit: .max).count == 100)
    }

    /// An operation that waits behind two on the same entry gets the version of the second as its
    /// base.
    @Test func theLastVersionIsTheBase() throws {
        let observed = try Observed()
        let rig = observed.rig
        try observed.add(1, renamingFirst: true)
        #expect(try rig.pushed().map(\.number) == [1, 2])
        try rig.rename(1, "Opal", "Ruby")
        try observed.applyPush(1...2)
        #expect(try rig.pushed().map(\.base) == [7])
    }

    /// The base of a change is the version that the answer tells.
    @Test func aPushWaitsForTheVersionOfItsItem() throws {
        let observed = try Observed()
        let rig = observed.rig
        try observed.add(Limits.operations, renamingFirst: true)
        try observed.applyPush(1...Limits.operations)
        #expect(try rig.pushed().map(\.base) == [6])
        #expect(observed.waiting == 1)
    }
}

extension Library {
    /// Makes the file refuse new pages, as on a full disk, or accept them again.
    fileprivate func setFull(_ isFull: Bool) throws {
        let database = connection.database
        // The maximum of SQLite.
        let highest = 1_073_741_823
        let pages = isFull ? try database.integer("PRAGMA page_count") ?? 1 : highest
        try database.execute("PRAGMA max_page_count = \(pages)")
    }
}

extension Change {
    /// Returns the change that adds a gem.
    fileprivate static func creating(_ number: ItemNumber, _ name: String) -> Change {
        Change(
            kind: EngineRig.gem, number: number, id: EngineRig.id(number),
            action: .create([.text(name), nil, nil, nil, nil, nil]))
    }

    /// Returns the change that renames a gem.
    fileprivate static func renaming(_ number: ItemNumber, _ old: String, _ new: String) -> Change {
        Change(
            kind: EngineRig.gem, number: number, id: EngineRig.id(number),
            action: .update([.init(field: 0, before: .text(old), after: .text(new))]))
    }
}
