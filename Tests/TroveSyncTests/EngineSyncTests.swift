import Testing
import TroveCodecs
import TroveHTTP
import TroveModel
import TroveSQLite
import TroveStore
import TroveSync
import TroveTesting
import TroveWire

/// Syncing without failures, and the effects of results.
@Suite struct EngineSyncTests {
    // MARK: The start

    @Test func aNewDeviceReadsTheSnapshotAndThenLaterChanges() throws {
        let rig = try EngineRig(isReady: false)
        #expect(rig.engine.state == .connecting)
        try rig.engine.handle(.advanced, at: rig.now)
        #expect(try rig.request("GET /v1/snapshot").path == "/v1/snapshot?limit=1000")
        let opal = EngineRig.entry(50, "Opal", version: 3)
        try rig.answer("GET /v1/snapshot", EngineRig.snapshot(at: 9, [opal], more: true))
        let request = try rig.request("GET /v1/snapshot")
        #expect(request.path == "/v1/snapshot?limit=1000&after=\(EngineRig.id(50))")
        #expect(rig.engine.state == .online)
        #expect(!rig.engine.isUpToDate)
        #expect(try rig.library.shadow.isPartial())
        let ruby = EngineRig.entry(51, "Ruby", version: 4)
        try rig.answer("GET /v1/snapshot", EngineRig.snapshot(at: 12, mark: "f", [ruby]))
        // From the state at the first page, in the history of the last.
        let changes = try rig.request("GET /v1/changes")
        #expect(changes.path == "/v1/changes?epoch=e1&since=9&at=12&mark=f&limit=1000&wait=0")
        #expect(!rig.engine.isUpToDate)
        try rig.answer(
            "GET /v1/changes",
            EngineRig.changes(since: 9, next: 12, mark: "f", [EngineRig.tombstone(50, version: 11)])
        )
        #expect(rig.engine.state == .online)
        #expect(try rig.names() == ["Ruby"])
        #expect(rig.engine.isUpToDate)
        #expect(rig.engine.isSettled)
        #expect(try !rig.library.shadow.isPartial())
    }

    @Test func anEmptyHistoryIsReadOnce() throws {
        let rig = try EngineRig(isReady: false)
        try rig.engine.handle(.advanced, at: rig.now)
        try rig.answer("GET /v1/snapshot", EngineRig.snapshot(at: 0, mark: "0"))
        #expect(rig.engine.state == .online)
        #expect(rig.asked.isEmpty)
        #expect(rig.engine.isSettled)
    }

    /// What another shell takes back is not sent, even if this one reads an older state.
    @Test func sendsNothingThatAnotherShellHasTakenBack() throws {
        let scratch = try ScratchDirectory()
        let file = Library.Location.file(scratch.path("library.db"))
        let rig = try EngineRig(location: file)
        rig.library.outbox.setSendsAtOnce(false)
        try rig.library.begin()
        let gem = Item(
            kind: EngineRig.gem, number: try rig.library.takeNumber(), id: EngineRig.id(1),
            values: [.text("Opal"), nil, nil, nil, nil, nil])
        try rig.library.perform([.create(gem)], rig.authorship)
        try rig.library.commit()
        try rig.library.beginReading()
        let other = try Library(file, kinds: .standard)
        try other.begin()
        try other.perform([.delete(gem)], rig.authorship)
        try other.commit()
        try rig.engine.handle(.advanced, at: rig.now)
        let actions = try rig.pushed().map(\.action)
        #expect(actions == [.skip])
    }

    /// The server had nothing when it was asked: what was added since need not wait for a snapshot.
    @Test func aPushFollowsAnEmptyHistory() throws {
        let rig = try EngineRig(isReady: false)
        try rig.engine.handle(.advanced, at: rig.now)
        try rig.answer("GET /v1/snapshot", EngineRig.snapshot(at: 0, mark: "0"))
        try rig.add("Opal")
        try rig.fail("POST /v1/push", .cutOff, mayHaveArrived: true)
        try rig.passPause()
        #expect(rig.asked == ["POST /v1/push"])
        // Without anything to push, a snapshot can skip what other devices have deleted meanwhile.
        try rig.answer(
            "POST /v1/push", EngineRig.pushReply(before: 7, ack: 1, [EngineRig.rejected(1)]))
        #expect(rig.asked == ["GET /v1/snapshot"])
    }

    /// Many changes whose outcome was unknown are announced together.
    @Test func manyConfirmedChangesAreOneEvent() throws {
        let rig = try EngineRig()
        for name in ["Agate", "Jade", "Opal", "Ruby"] {
            try rig.add(name, isAsked: true)
            let push = try #require(
                try rig.engine.startCommandPush(within: .seconds(2), at: rig.now))
            rig.transport.take(push.id)
            _ = try rig.engine.finish(push, .failure(.cutOff), mayHaveArrived: true, at: rig.now)
            try rig.library.outbox.keepUnconfirmed(rig.library.outbox.asked)
            try rig.library.commit()
            try rig.engine.handle(.transactionEnded, at: rig.now)
        }
        _ = rig.engine.takeEvents()
        try rig.passPause()
        let results = (1...4).map { EngineRig.applied($0, version: 5 + $0) }
        try rig.answer("POST /v1/push", EngineRig.pushReply(before: 5, ack: 4, results))
        #expect(
            rig.engine.takeEvents() == [
                .online, .sent(4, titles: ["Agate", "Jade", "Opal", "Ruby"]),
            ])
    }

    @Test func withoutATokenNothingIsSent() throws {
        let rig = try EngineRig(isReady: false)
        try rig.library.accountStore.forget(token: "trv_1")
        try rig.engine.handle(.advanced, at: rig.now)
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        try rig.engine.handle(.retry, at: rig.now)
        #expect(rig.transport.count == 0)
        #expect(rig.engine.state == .signedOut)
    }

    // MARK: The long poll

    @Test func aPollRunsBesidesOtherRequests() throws {
        let rig = try EngineRig(isPolling: true)
        let poll = try rig.request("GET /v1/changes")
        #expect(poll.path.hasSuffix("&wait=20"))
        #expect(poll.request.timeout == .seconds(25))
        try rig.add("Opal")
        #expect(rig.asked == ["GET /v1/changes", "POST /v1/push"])
        // After an empty reply the poll is repeated.
        rig.uptime = .seconds(20)
        try rig.answer("GET /v1/changes", EngineRig.changes(since: 5, next: 5))
        #expect(rig.asked == ["POST /v1/push", "GET /v1/changes"])
        #expect(rig.takeEvents().isEmpty)
    }

    @Test func polledChangesAreReportedWithTheirDevices() throws {
        let rig = try EngineRig(isPolling: true)
        try rig.answer(
            "GET /v1/changes",
            EngineRig.changes(
                since: 5, next: 7, mark: "f",
                [
                    EngineRig.entry(50, "Opal", version: 6),
                    EngineRig.entry(51, "Ruby", version: 7, by: "tablet"),
                ]))
        let events = rig.takeEvents()
        guard events.count == 1, case .changed(let changes) = events[0] else {
            Issue.record("\(events)")
            return
        }
        #expect(changes.groups.map(\.device) == ["phone", "tablet"])
        #expect(changes.groups.flatMap { $0.first.map(\.title) } == ["Opal", "Ruby"])
        #expect(changes.count == 2)
        #expect(try rig.names() == ["Opal", "Ruby"])
        #expect(try rig.request("GET /v1/changes").path.contains("since=7&mark=f"))
    }

    /// More changes are fetched at once, without waiting.
    @Test func aPartialPollIsFollowedAtOnce() throws {
        let rig = try EngineRig(isPolling: true)
        try rig.answer(
            "GET /v1/changes",
            EngineRig.changes(
                since: 5, next: 6, mark: "f", [EngineRig.entry(50, "Opal", version: 6)], more: true)
        )
        #expect(rig.asked == ["GET /v1/changes"])
        #expect(try rig.request("GET /v1/changes").path.hasSuffix("&wait=0"))
    }

    /// A half-open connection is noticed by the poll's own deadline.
    @Test func anUnansweredPollEndsTheConnection() throws {
        let rig = try EngineRig(isPolling: true)
        rig.uptime = .seconds(25)
        try rig.fail("GET /v1/changes", .timedOut, mayHaveArrived: true)
        #expect(rig.engine.state == .offline(since: rig.now.time, .timedOut))
        #expect(rig.takeEvents() == [.offline(.timedOut)])
        try rig.passPause()
        #expect(try rig.request("GET /v1/changes").path.hasSuffix("&wait=0"))
    }

    /// A server or proxy that returns polls at once is not polled without pause.
    @Test func pollsThatReturnAtOnceArePaused() throws {
        let rig = try EngineRig(isPolling: true)
        let before = rig.transport.count
        while rig.engine.wakeAt == nil, rig.transport.count < before + 50 {
            try rig.answer("GET /v1/changes", EngineRig.changes(since: 5, next: 5))
        }
        #expect(rig.transport.count - before < 5)
        // The pauses grow up to the waiting time of a poll.
        for pause in [1, 2, 4, 8, 16, 20, 20] {
            #expect(try rig.passPause() == .seconds(pause))
            #expect(rig.asked == ["GET /v1/changes"])
            try rig.answer("GET /v1/changes", EngineRig.changes(since: 5, next: 5))
        }
        #expect(rig.engine.state == .online)
    }

    @Test func losingTheServerCancelsThePoll() throws {
        let rig = try EngineRig(isPolling: true)
        let poll = try rig.request("GET /v1/changes").id
        try rig.add("Opal")
        try rig.fail("POST /v1/push", .cutOff, mayHaveArrived: true)
        #expect(rig.transport.cancelled == [poll])
        // Its later result has no effect.
        try rig.engine.handle(
            .finished(id: poll, .failure(.cancelled), mayHaveArrived: true), at: rig.now)
        #expect(rig.takeEvents() == [.offline(.cutOff)])
    }

    // MARK: Pages

    // MARK: Results

    /// A push reply without other changes moves the cursor.
    @Test(arguments: [
        Case("nothing else happened", 5, 6), Case("something else happened", 7, 5),
    ])
    func aPlainPushMovesTheCursor(_ row: Case<Int, Int>) throws {
        let rig = try EngineRig()
        try rig.add("Opal")
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(
                before: row.input, ack: 1, [EngineRig.applied(1, version: row.input + 1)]))
        #expect(rig.library.account?.cursor?.sequence.rawValue == row.expected)
        #expect(try rig.library.outbox.entries(limit: 9).isEmpty)
        #expect(rig.takeEvents().isEmpty)
    }

    /// A repeated reply has no further effect.
    @Test func aRepeatedReplyIsAppliedOnce() throws {
        let rig = try EngineRig()
        try rig.add("Opal")
        try rig.fail("POST /v1/push", .cutOff, mayHaveArrived: true)
        try rig.passPause()
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(
                before: 6, ack: 1,
                [#"{"n":1,"status":"applied","duplicate":true,"ver":6}"#]
            ).replacing("\"seq\":7", with: "\"seq\":6"))
        // A change that it did not know of: its own, this time.
        try rig.answer(
            "GET /v1/changes",
            EngineRig.changes(
                since: 5, next: 6, mark: "b",
                [EngineRig.entry(1, "Opal", version: 6, by: "laptop")], ack: 1))
        #expect(try rig.names() == ["Opal"])
        #expect(try rig.library.outbox.entries(limit: 9).isEmpty)
        #expect(rig.library.account?.cursor?.sequence == 6)
    }

    /// A reply cannot overwrite a newer queued edit.
    @Test func anEditDuringAPushSurvivesItsReply() throws {
        let rig = try EngineRig()
        try rig.add("Opal")
        try rig.rename(1, "Opal", "Fire opal")
        #expect(try rig.pushed().count == 1)
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(
                before: 8, ack: 1,
                [
                    """
                    {"n":1,"status":"merged","ver":9,"entry":\(EngineRig.entry(1, "Opal", version: 9))}
                    """
                ]))
        #expect(try rig.names() == ["Fire opal"])
        let next = try rig.pushed()
        #expect(next.map(\.number) == [2])
        #expect(next.first?.fields == [JSON.Member("name", .string("Fire opal"))])
    }

    @Test func aMergedEntryIsAppliedWhole() throws {
        let rig = try EngineRig()
        try rig.push("Opal", version: 6)
        try rig.rename(1, "Opal", "Mine")
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(
                before: 8, ack: 2,
                [
                    """
                    {"n":2,"status":"merged","ver":9,"entry":{"kind":"gem",\
                    "id":"\(EngineRig.id(1))","ver":9,"fields":{"name":"Mine","color":"red"},\
                    "by":"laptop"}}
                    """
                ]))
        // The color that another device gave is announced.
        // The entry names the last writer, this device, and not the other one.
        let changes = arrived(rig.takeEvents(), from: Authorship.server)
        #expect(changes.map(\.title) == ["Mine"])
        #expect(
            changes.map(\.change.action) == [
                .update([.init(field: 3, before: nil, after: .text("red"))])
            ])
        #expect(rig.library.catalog.items.first?.values[3] == .text("red"))
        #expect(try rig.names() == ["Mine"])
    }

    @Test func aLosingChangeIsAConflict() throws {
        let rig = try EngineRig()
        try rig.push("Opal", version: 6)
        try rig.rename(1, "Opal", "Mine")
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(
                before: 8, ack: 2,
                [
                    """
                    {"n":2,"status":"conflict","ver":8,\
                    "entry":\(EngineRig.entry(1, "Theirs", version: 8))}
                    """
                ]))
        #expect(try rig.names() == ["Theirs"])
        #expect(
            arrived(rig.takeEvents(), from: "phone").map(\.change.action) == [
                .update([.init(field: 0, before: .text("Mine"), after: .text("Theirs"))])
            ])
        // The conflict arrives with the changes, and is reported once.
        try rig.answer(
            "GET /v1/changes",
            EngineRig.changes(
                since: 6, next: 9, mark: "b", [EngineRig.conflict(90, about: 1, version: 9)], ack: 2
            ))
        var news = ConflictNews()
        news.add { ConflictNews.Named(field: "name", title: "Theirs") }
        #expect(rig.takeEvents() == [.conflicts(news)])
        let conflicts = try rig.library.conflicts.entries()
        #expect(conflicts.map(\.conflict.mine) == [.string("Mine")])
        #expect(conflicts.map(\.item) == [1])
        // Another device resolves it.
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        try rig.answer(
            "GET /v1/changes",
            EngineRig.changes(
                since: 9, next: 10, mark: "c",
                [EngineRig.tombstone(90, version: 10, kind: "conflict")], ack: 2))
        var resolved = ConflictNews()
        resolved.add(resolvedBy: "phone") { ConflictNews.Named(field: "name", title: "Theirs") }
        #expect(rig.takeEvents() == [.resolved(resolved)])
        #expect(try rig.library.conflicts.entries().isEmpty)
    }

    /// The poll may answer before the push does.
    @Test func anOwnResolutionIsNotAnnounced() throws {
        let rig = try EngineRig()
        try rig.push("Opal", version: 6)
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        try rig.answer(
            "GET /v1/changes",
            EngineRig.changes(
                since: 6, next: 9, mark: "b", [EngineRig.conflict(90, about: 1, version: 9)], ack: 1
            ))
        _ = rig.takeEvents()
        let conflict = try #require(try rig.library.conflicts.entries().first)
        let deletion = try rig.library.conflicts.resolve(conflict, with: nil, rig.authorship)
            .deletion
        try rig.library.conflicts.delete([#require(deletion)])
        try rig.library.commit()
        let outcome = try rig.library.shadow.apply(
            ChangesReply(
                since: 9,
                entries: [
                    Entry(
                        kind: "conflict", id: conflict.id, version: 10, isDeleted: true, fields: [],
                        by: "laptop")
                ], next: Cursor(epoch: "e1", sequence: 10, mark: 0xC), hasMore: false,
                acknowledged: 1),
            to: rig.library.account?.device, at: rig.now.time)
        #expect(outcome.resolved.count == 0)
        #expect(try rig.library.conflicts.entries().isEmpty)
    }

    /// Returns the changes that the answer to a push has brought, the only event.
    private func arrived(
        _ events: [SyncEvent], from device: String
    ) -> [ArrivedChanges.Named] {
        guard case .changed(let changes)? = events.first, events.count == 1,
            changes.devices == [device]
        else {
            Issue.record("\(events)")
            return []
        }
        return changes.groups.flatMap(\.first)
    }

    /// A page of the first snapshot arrives after changes have moved the cursor beyond it: a
    /// request that named that older position would be refused for ever.
    @Test func aLateFirstSnapshotDoesNotGoBack() throws {
        let rig = try EngineRig()
        _ = try rig.library.shadow.apply(
            beginning: SnapshotReply(
                cursor: Cursor(epoch: "e1", sequence: 3, mark: 0xC), entries: [], hasMore: false),
            to: rig.library.account?.device,
            endingAt: Cursor(epoch: "e1", sequence: 3, mark: 0xC), at: rig.now.time)
        #expect(rig.library.accountStore.reached?.sequence == 5)
    }

    /// An earlier version has stored such a position.
    @Test func aStoredPositionBeforeTheCursorIsIgnored() throws {
        let scratch = try ScratchDirectory()
        let location = Library.Location.file(scratch.path("library.db"))
        do {
            let rig = try EngineRig(location: location)
            #expect(rig.library.account?.cursor?.sequence == 5)
        }
        let file = try Connection(path: scratch.path("library.db"), access: .readWrite)
        try file.execute("INSERT INTO meta (key, value) VALUES ('sync_reached', '3:c')")
        let rig = try EngineRig(reopening: location)
        #expect(rig.library.accountStore.reached?.sequence == 5)
    }

    /// Each push without an answer is an attempt for the changes in it, until one is answered.
    @Test func pushesWithoutAnAnswerAreCounted() throws {
        let rig = try EngineRig()
        try rig.add("Opal")
        func attempts() throws -> [Int] {
            try rig.library.outbox.entries(limit: 10).map {
                rig.library.outbox.attempts(of: $0.number)
            }
        }
        try rig.fail("POST /v1/push", .timedOut, mayHaveArrived: true)
        #expect(try attempts() == [1])
        try rig.add("Ruby")
        #expect(try attempts() == [1, 0])
        _ = try rig.passPause()
        try rig.fail("POST /v1/push", .refused)
        #expect(try attempts() == [2, 1])
        _ = try rig.passPause()
        let results = try rig.pushed().map { EngineRig.applied($0.number, version: 5 + $0.number) }
        try rig.answer(
            "POST /v1/push", EngineRig.pushReply(before: 5, ack: results.count, results))
        try rig.add("Agate")
        #expect(try attempts().allSatisfy { $0 == 0 })
    }

    /// Returns a device with the gem Opal, whose new name Mine was rejected.
    private func rejected() throws -> EngineRig {
        let rig = try EngineRig()
        try rig.push("Opal", version: 6)
        try rig.rename(1, "Opal", "Mine")
        try rig.answer(
            "POST /v1/push", EngineRig.pushReply(before: 6, ack: 2, [EngineRig.rejected(2)]))
        return rig
    }

    /// The server makes it a conflict, which holds the whole item.
    @Test func aRetriedChangeOfADeletedItemIsSent() throws {
        let rig = try rejected()
        try rig.answer(
            "GET /v1/changes",
            EngineRig.changes(since: 6, next: 8, [EngineRig.tombstone(1, version: 8)], ack: 2))
        #expect(try rig.names().isEmpty)
        _ = try rig.library.outbox.retry(rig.library.outbox.problems(), at: rig.now.time)
        try rig.engine.handle(.advanced, at: rig.now)
        let pushed = try rig.pushed()
        #expect(pushed.map(\.action) == [.update] && pushed.map(\.base) == [6])
        #expect(pushed.map(\.fields[0].value.text) == ["Mine"])
    }

    /// The item that its user brings back has another name than the rejected change gave it, which
    /// they could not see.
    @Test func aHiddenChangeOutlivesTheItemsReturn() throws {
        let rig = try rejected()
        try rig.answer(
            "GET /v1/changes",
            EngineRig.changes(since: 6, next: 8, [EngineRig.tombstone(1, version: 8)], ack: 2))
        try rig.library.perform(
            [
                Change(
                    kind: EngineRig.gem, number: 1, id: EngineRig.id(1),
                    action: .create([.text("Opal"), nil, nil, nil, nil, nil]))
            ], rig.authorship)
        try rig.library.commit()
        #expect(try rig.names() == ["Opal"])
        let problems = try rig.library.outbox.problems()
        #expect(problems.map(\.operation.fields) == [#"{"name":"Mine"}"#])
        #expect(problems.map(\.rejection.code) == [.nameTaken])
        _ = try rig.library.outbox.retry(problems, at: rig.now.time)
        #expect(try rig.names() == ["Mine"])
        try rig.engine.handle(.advanced, at: rig.now)
        let pushed = try rig.pushed()
        #expect(pushed.map(\.action) == [.create, .update])
        #expect(try rig.library.outbox.problems().isEmpty)
    }

    /// A rejected change becomes a problem, and later changes to the same item are held back.
    @Test func aRejectedChangeIsAProblem() throws {
        let rig = try EngineRig()
        try rig.add("Opal")
        try rig.rename(1, "Opal", "Fire opal")
        try rig.add("Ruby")
        try rig.answer(
            "POST /v1/push", EngineRig.pushReply(before: 5, ack: 1, [EngineRig.rejected(1)]))
        #expect(rig.takeEvents() == [.refused(1, titles: ["Fire opal"])])
        let problems = try rig.library.outbox.problems()
        #expect(problems.map(\.rejection.code) == [.nameTaken, .held])
        let pushed = try rig.pushed()
        #expect(pushed.map(\.number) == [2, 3])
        #expect(pushed.map(\.action) == [.skip, .create])
        // It is still shown as edited.
        #expect(try rig.names() == ["Fire opal", "Ruby"])
        #expect(try rig.library.outbox.marks()[1] == .refused)
    }

    /// The server may have seen the deletion before it rejected the creation, so it has an answer
    /// to each, in two pushes here.
    @Test func aDeletionEndsARejectedCreation() throws {
        let rig = try EngineRig()
        try rig.add("Opal")
        try rig.fail("POST /v1/push", .timedOut, mayHaveArrived: true)
        try rig.library.perform(
            [.delete(try #require(rig.library.catalog.items.first))], rig.authorship)
        try rig.library.commit()
        try rig.passPause()
        try rig.fail("POST /v1/push", .timedOut, mayHaveArrived: true)
        try rig.passPause()
        #expect(try rig.pushed().map(\.action) == [.create, .delete])
        try rig.refuse("POST /v1/push", 413, "too_large")
        try rig.answer(
            "POST /v1/push", EngineRig.pushReply(before: 5, ack: 1, [EngineRig.rejected(1)]))
        #expect(try rig.pushed().map(\.action) == [.delete])
        #expect(try rig.names().isEmpty)
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(before: 6, ack: 2, [EngineRig.applied(2, version: 7)]))
        #expect(try rig.names().isEmpty)
        #expect(try rig.library.outbox.problems().isEmpty)
    }

    /// The answer to a repeated push comes after a page that ends between the two versions that it
    /// made: the page lacks the item, because its last version is later.
    @Test func aRepeatedAnswerBehindAPageLeavesTheItemToTheNextPage() throws {
        let rig = try EngineRig()
        try rig.push("Opal", version: 6)
        try rig.add("Agate")
        try rig.answer(
            "POST /v1/push", EngineRig.pushReply(before: 6, ack: 2, [EngineRig.rejected(2)]))
        for update in [
            Change.FieldChange(field: 0, before: .text("Opal"), after: .text("Ruby")),
            Change.FieldChange(field: 1, before: nil, after: .text("red")),
        ] {
            let change = Change(
                kind: EngineRig.gem, number: 1, id: EngineRig.id(1), action: .update([update]))
            try rig.library.perform([change], rig.authorship)
        }
        try rig.library.commit()
        try rig.answer("GET /v1/changes", EngineRig.changes(since: 6, next: 8, ack: 2))
        try rig.engine.handle(.advanced, at: rig.now)
        #expect(try rig.pushed().map(\.number) == [3, 4])
        try rig.answer(
            "POST /v1/push",
            """
            {"epoch":"e1","ack":4,"before":9,"seq":9,"mark":"b","results":[\
            {"n":3,"status":"applied","duplicate":true,"ver":8},\
            {"n":4,"status":"applied","duplicate":true,"ver":9}]}
            """)
        try rig.answer(
            "GET /v1/changes",
            EngineRig.changes(
                since: 8, next: 9, mark: "b", [EngineRig.entry(1, "Ruby", version: 9)], ack: 4))
        #expect(try rig.names() == ["Ruby", "Agate"])
    }

    /// A server can send a conflict of another kind than that of its item: it cannot be resolved by
    /// a change, which would make an item of that kind with the number of the other.
    @Test func aConflictOfAnotherKindChangesNoItem() throws {
        let rig = try EngineRig()
        try rig.push("Opal", version: 6)
        let conflict = EngineRig.conflict(90, about: 1, version: 7)
            .replacing("\"kind\":\"gem\"", with: "\"kind\":\"book\"")
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        try rig.answer(
            "GET /v1/changes",
            EngineRig.changes(since: 6, next: 7, mark: "b", [conflict], ack: 1))
        let conflicts = rig.library.conflicts
        let entry = try #require(try conflicts.entries().first)
        #expect(entry.conflict.kind == "book")
        guard case .failure(.unknownKind("book")) = try conflicts.change(toLostOf: entry) else {
            Issue.record("the conflict has a change")
            return
        }
        #expect(try rig.names() == ["Opal"])
    }

    /// Two pushes resolve any number of conflicts: the deletions wait for the changes, not each for
    /// its own.
    @Test func resolutionsAreSentTogether() throws {
        let rig = try EngineRig()
        try rig.push("Opal", version: 6)
        try rig.add("Ruby")
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(before: 6, ack: 2, [EngineRig.applied(2, version: 7)]))
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        try rig.answer(
            "GET /v1/changes",
            EngineRig.changes(
                since: 7, next: 9, mark: "c",
                [
                    EngineRig.conflict(90, about: 1, version: 8),
                    EngineRig.conflict(91, about: 2, version: 9),
                ], ack: 2))
        let conflicts = rig.library.conflicts
        let deletions = try conflicts.entries().compactMap { entry in
            let change = try conflicts.change(toLostOf: entry).get()
            return try conflicts.resolve(entry, with: change, rig.authorship).deletion
        }
        try conflicts.delete(deletions)
        try rig.library.commit()
        try rig.engine.handle(.advanced, at: rig.now)
        #expect(try rig.pushed().map(\.action) == [.update, .update])
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(
                before: 9, ack: 4,
                [EngineRig.applied(3, version: 10), EngineRig.rejected(4)]))
        // The rejected value stays in its conflict.
        let pushed = try rig.pushed()
        #expect(pushed.map(\.action) == [.delete, .skip])
        #expect(pushed[0].fields.isEmpty)
        #expect(try conflicts.entries().map(\.number) == [2])
    }

    // MARK: Operations that a command waits for

    /// A change that extends a rejected one cannot be taken back alone, so its command waits for
    /// none of its changes.
    @Test func aCommandOnARejectedItemIsNotAsked() throws {
        let rig = try rejected()
        try rig.library.perform(
            [
                .create(
                    Item(
                        kind: EngineRig.gem, number: 2, id: EngineRig.id(2),
                        values: [.text("Ruby"), nil, nil, nil, nil, nil])),
                Change(
                    kind: EngineRig.gem, number: 1, id: EngineRig.id(1),
                    action: .update([.init(field: 0, before: .text("Mine"), after: .text("Own"))])),
            ], isAsked: true, rig.authorship)
        #expect(rig.library.outbox.asked.isEmpty)
        try rig.library.commit()
    }

    @Test func consentIsRequestedWithinTheTransaction() throws {
        let rig = try EngineRig()
        try rig.add("Opal", isAsked: true)
        #expect(rig.library.isInTransaction)
        let push = try #require(try rig.engine.startCommandPush(within: .seconds(2), at: rig.now))
        #expect(push.last.rawValue == 1)
        let request = try rig.request("POST /v1/push")
        #expect(request.request.timeout == .seconds(2))
        let reply = HTTPReply(
            status: 200,
            body: Array(
                EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(1, version: 6)]).utf8))
        guard
            case .taken(let outcome) = try rig.engine.finish(
                push, .success(reply), mayHaveArrived: true, at: rig.now)
        else {
            Issue.record("not taken")
            return
        }
        #expect(outcome.settled == 1)
        #expect(outcome.rejected.isEmpty)
        try rig.library.outbox.stopWaiting(for: rig.library.outbox.asked)
        try rig.library.commit()
        #expect(try rig.library.outbox.entries(limit: 9).isEmpty)
        #expect(try rig.names() == ["Opal"])
    }

    /// The command takes its change back, which was the only one after a rejected change that the
    /// user still wants.
    @Test func aRejectedCommandLeavesTheProblemBeforeIt() throws {
        let rig = try EngineRig()
        try rig.push("Opal", version: 6)
        try rig.rename(1, "Opal", "Mine")
        try rig.fail("POST /v1/push", .timedOut, mayHaveArrived: true)
        try rig.library.perform(
            [
                Change(
                    kind: EngineRig.gem, number: 1, id: EngineRig.id(1),
                    action: .update([.init(field: 0, before: .text("Mine"), after: .text("Own"))]))
            ], isAsked: true, rig.authorship)
        let push = try #require(try rig.engine.startCommandPush(within: .seconds(2), at: rig.now))
        let reply = HTTPReply(
            status: 200,
            body: Array(
                EngineRig.pushReply(
                    before: 6, ack: 3, [EngineRig.rejected(2), EngineRig.rejected(3)]
                ).utf8))
        _ = try rig.engine.finish(push, .success(reply), mayHaveArrived: true, at: rig.now)
        try rig.library.outbox.takeBack(rig.library.outbox.asked, areUsedUp: true, at: rig.now.time)
        try rig.library.commit()
        #expect(try rig.names() == ["Mine"])
        #expect(try rig.library.outbox.problems().map(\.operation.fields) == [#"{"name":"Mine"}"#])
    }

    /// What was never sent leaves no skips that later changes would wait behind.
    @Test func numbersThatWereNotSentAreFree() throws {
        let rig = try EngineRig()
        try rig.add("Opal", isAsked: true)
        let push = try #require(try rig.engine.startCommandPush(within: .seconds(2), at: rig.now))
        try rig.add("Ruby", isAsked: true)
        try rig.add("Jade", isAsked: true)
        _ = try rig.engine.finish(push, .failure(.cutOff), mayHaveArrived: false, at: rig.now)
        try rig.library.outbox.takeBack(
            rig.library.outbox.asked, areUsedUp: false, at: rig.now.time)
        try rig.library.commit()
        #expect(try rig.library.outbox.entries(limit: 9).map(\.operation.action) == [.skip])
        #expect(rig.library.outbox.lastNumber.rawValue == 1)
    }

    /// Another shell uses the numbers of what was taken back; its changes must not count as seen.
    @Test func anotherShellIsNoticedAfterAChangeIsTakenBack() throws {
        let scratch = try ScratchDirectory()
        let location = Library.Location.file(scratch.path("library.db"))
        let rig = try EngineRig(location: location)
        #expect(try rig.names() == [])
        try rig.add("Opal", isAsked: true)
        try rig.library.marks.set("here", at: rig.now.time)
        try rig.library.outbox.takeBack(
            rig.library.outbox.asked, areUsedUp: false, at: rig.now.time)
        try rig.library.commit()
        let other = try EngineRig(reopening: location)
        try other.add("Ruby")
        try rig.library.beginReading()
        rig.library.endReading()
        #expect(try rig.names() == ["Ruby"])
        #expect(try rig.library.marks.all().map(\.position.rawValue) == [0])
    }

    /// An operation that certainly did not arrive is withdrawn, and its number is reused.
    @Test(arguments: [false, true])
    func withoutAReplyTheOutcomeIsUnknown(_ mayHaveArrived: Bool) throws {
        let rig = try EngineRig()
        try rig.add("Opal", isAsked: true)
        let push = try #require(try rig.engine.startCommandPush(within: .seconds(2), at: rig.now))
        let answer = try rig.engine.finish(
            push, .failure(.cutOff), mayHaveArrived: mayHaveArrived, at: rig.now)
        switch answer {
        case .unknown: #expect(mayHaveArrived)
        case .notTaken(let reason): #expect(!mayHaveArrived && reason == .cutOff)
        case .taken: Issue.record("taken")
        }
    }

    /// A user who does not wait for the reply leaves the server online, and the push is repeated.
    @Test func anInterruptedPushIsRepeated() throws {
        let rig = try EngineRig()
        try rig.add("Opal", isAsked: true)
        let push = try #require(try rig.engine.startCommandPush(within: .seconds(2), at: rig.now))
        guard
            case .unknown = try rig.engine.finish(
                push, .failure(.cancelled), mayHaveArrived: true, at: rig.now)
        else {
            Issue.record("taken, or not taken")
            return
        }
        try rig.library.outbox.keepUnconfirmed(rig.library.outbox.asked)
        try rig.library.commit()
        _ = rig.engine.takeEvents()
        try rig.engine.handle(.transactionEnded, at: rig.now)
        #expect(rig.engine.state == .online)
        #expect(rig.engine.takeEvents().isEmpty)
        #expect(rig.asked.filter { $0 == "POST /v1/push" }.count == 2)
    }

    @Test(arguments: [400, 401, 409, 410, 413, 426, 429, 503])
    func operationsTheServerIgnoredAreWithdrawn(_ status: Int) throws {
        let rig = try EngineRig()
        try rig.add("Opal", isAsked: true)
        let push = try #require(try rig.engine.startCommandPush(within: .seconds(2), at: rig.now))
        let body = Array(#"{"error":{"code":"x","message":"y"}}"#.utf8)
        guard
            case .notTaken(nil) = try rig.engine.finish(
                push, .success(HTTPReply(status: status, body: body)), mayHaveArrived: true,
                at: rig.now)
        else {
            Issue.record("taken, or unknown")
            return
        }
    }

    /// The server may have carried out the first copy of a push that was sent twice.
    @Test(arguments: [400, 401, 409, 410, 413, 426, 429, 503])
    func aRefusedRepetitionLeavesItUnknown(_ status: Int) throws {
        let rig = try EngineRig()
        try rig.add("Opal", isAsked: true)
        let push = try #require(try rig.engine.startCommandPush(within: .seconds(2), at: rig.now))
        let reply = HTTPReply(status: status, isToRepetition: true)
        guard
            case .unknown = try rig.engine.finish(
                push, .success(reply), mayHaveArrived: true, at: rig.now)
        else {
            Issue.record("taken, or not taken")
            return
        }
    }

    @Test func status500LeavesItUnknown() throws {
        let rig = try EngineRig()
        try rig.add("Opal", isAsked: true)
        let push = try #require(try rig.engine.startCommandPush(within: .seconds(2), at: rig.now))
        for reply in [HTTPReply(status: 500), HTTPReply(status: 200, body: Array("<html>".utf8))] {
            guard
                case .unknown = try rig.engine.finish(
                    push, .success(reply), mayHaveArrived: true, at: rig.now)
            else {
                Issue.record("\(reply)")
                return
            }
        }
    }

    /// A new device counts from 1 again: what it withdraws is not what the former one was refused.
    @Test func aWithdrawnOperationLeavesTheProblemsOfTheFormerDevice() throws {
        let rig = try EngineRig()
        try rig.add("Opal")
        try rig.answer(
            "POST /v1/push", EngineRig.pushReply(before: 5, ack: 1, [EngineRig.rejected(1)]))
        try rig.answer("GET /v1/changes", EngineRig.changes(since: 5, next: 6, mark: "b", ack: 9))
        try rig.answer("POST /v1/devices", #"{"token":"trv_2","device":"d2"}"#)
        try rig.answer("GET /v1/changes", EngineRig.changes(since: 5, next: 6, mark: "b"))
        try rig.add("Ruby", isAsked: true)
        let asked = rig.library.outbox.asked
        #expect(asked.map(\.number) == [1])
        try rig.library.outbox.takeBack(asked, areUsedUp: false, at: rig.now.time)
        try rig.library.commit()
        #expect(try rig.names() == ["Opal"])
        #expect(try rig.library.outbox.problems().map(\.operation.id) == [EngineRig.id(1)])
    }

    // MARK: Large batches

    /// A push holds as many operations as fit, by number and by bytes.
    @Test func aPushIsLimited() throws {
        let rig = try EngineRig()
        try rig.add("first")
        try rig.library.begin()
        for index in 1...1200 {
            let number = try rig.library.takeNumber()
            let item = Item(
                kind: EngineRig.gem, number: number, id: EngineRig.id(number),
                values: [.text("gem \(index)"), nil, nil, nil, nil, nil])
            try rig.library.perform([.create(item)], rig.authorship)
        }
        try rig.library.commit()
        var before = 5
        var sizes: [Int] = []
        while rig.asked == ["POST /v1/push"] {
            let numbers = try rig.pushed().map(\.number)
            sizes.append(numbers.count)
            try rig.answer(
                "POST /v1/push",
                EngineRig.pushReply(
                    before: before, ack: numbers.last ?? 0,
                    numbers.enumerated().map {
                        EngineRig.applied($0.element, version: before + $0.offset + 1)
                    }))
            before += numbers.count
        }
        #expect(sizes == [1, 500, 500, 200])
        #expect(rig.engine.isSettled)
    }

    @Test func aPushIsLimitedInBytes() throws {
        let rig = try EngineRig()
        try rig.add("first")
        try rig.library.begin()
        let long = String(repeating: "x", count: 15_000)
        for index in 1...200 {
            let number = try rig.library.takeNumber()
            let item = Item(
                kind: EngineRig.gem, number: number, id: EngineRig.id(number),
                values: [.text("gem \(index)"), .text(long), nil, nil, nil, nil])
            try rig.library.perform([.create(item)], rig.authorship)
        }
        try rig.library.commit()
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(1, version: 6)]))
        let push = try rig.request("POST /v1/push")
        #expect(push.request.body.count <= Limits.body)
        #expect(push.request.body.count > Limits.body - 40_000)
    }
}
