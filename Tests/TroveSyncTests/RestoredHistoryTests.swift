import Testing
import TroveCodecs
import TroveHTTP
import TroveModel
import TroveStore
import TroveSync
import TroveWire

/// What a device does with values and changes whose history the server has lost.
struct RestoredHistoryTests {
    let rig: EngineRig

    /// The device knows an item with the name Old, of which the server has a backup.
    init() throws {
        rig = try EngineRig()
        try learn(EngineRig.entry(50, "Old", version: 6))
    }

    /// Applies a page with an entry.
    private func learn(_ entry: String) throws {
        let since = rig.library.account?.cursor?.sequence.rawValue ?? 0
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        try rig.answer(
            "GET /v1/changes", EngineRig.changes(since: since, next: since + 1, [entry]))
    }

    /// Queues another name of an item.
    private func rename(_ item: Item, from old: String, to new: String) throws {
        let update = Change.FieldChange(field: 0, before: .text(old), after: .text(new))
        let change = Change(
            kind: EngineRig.gem, number: item.number, id: item.id, action: .update([update]))
        try rig.library.perform([change], rig.authorship)
        try rig.library.commit()
    }

    /// Realigns with the backup, whose history the device knows up to `common`. Returns the
    /// operations that the device pushes then.
    private func restore(
        by request: String = "GET /v1/changes", common: Int = 6
    ) throws -> [PushOperation] {
        if request == "GET /v1/changes" {
            try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        }
        try rig.refuse(request, 410, "rewound")
        let entry = EngineRig.entry(50, "Old", version: 6)
        try rig.realign(
            EngineRig.snapshot(at: 6, mark: "c", [entry]), renewed: true, common: common)
        return rig.asked.contains("POST /v1/push") ? try rig.pushed() : []
    }

    /// Another device may know only the name in between, and would bring it back.
    @Test(arguments: [6, 5]) func aValueThatWasSetAgainIsSentAgain(_ common: Int) throws {
        try learn(EngineRig.entry(50, "New", version: 7))
        try learn(EngineRig.entry(50, "Old", version: 8))
        let pushed = try restore(common: common)
        #expect(pushed.map(\.action) == [.update] && pushed.map(\.base) == [6])
        #expect(pushed.first?.fields.map(\.name) == ["name"])
        #expect(pushed.first?.fields.first?.value.text == "Old")
    }

    @Test func anItemThatWasRestoredIsSentAgain() throws {
        try learn(EngineRig.tombstone(50, version: 7))
        try learn(EngineRig.entry(50, "Old", version: 8))
        let pushed = try restore()
        #expect(pushed.map(\.action) == [.update] && pushed.map(\.base) == [6])
        #expect(pushed.first?.fields.first?.value.text == "Old")
    }

    /// The deletion that its user has seen is of the lost history. The restored server may give its
    /// version number to that of another device.
    @Test func aRestoredItemHasNotSeenAnotherDeletion() throws {
        let item = try #require(rig.library.catalog.items.first)
        try learn(EngineRig.tombstone(50, version: 7))
        let change = Change(
            kind: EngineRig.gem, number: item.number, id: item.id, action: .create(item.values))
        try rig.library.perform([change], rig.authorship)
        try rig.library.commit()
        try rig.engine.handle(.advanced, at: rig.now)
        try rig.refuse("POST /v1/push", 410, "rewound")
        try rig.realign(
            EngineRig.snapshot(at: 7, mark: "c", []), renewed: true, common: 6)
        let pushed = try rig.pushed()
        #expect(pushed.map(\.action) == [.create] && pushed.map(\.base) == [0])
    }

    @Test func aValueThatNeverChangedIsNotSent() throws {
        try learn(EngineRig.entry(51, "Other", version: 7))
        #expect(try restore().map(\.id) == [EngineRig.id(51)])
    }

    /// The user made the queued change before the device learned of another device's.
    @Test func aQueuedChangeHasNotSeenLaterOnes() throws {
        let item = try #require(rig.library.catalog.items.first)
        try learn(EngineRig.entry(50, "Older", version: 7))
        try rename(item, from: "Older", to: "Mine")
        // Its base is 7, and another device's change of the same field has version 8.
        _ = try rig.library.shadow.apply(
            ChangesReply(
                since: 7,
                entries: [
                    Entry(
                        kind: "gem", id: item.id, version: 8, isDeleted: false,
                        fields: [JSON.Member("name", .string("Theirs"))], by: "phone")
                ], next: Cursor(epoch: "e1", sequence: 8, mark: 0xA), hasMore: false,
                acknowledged: 0),
            to: rig.library.account?.device, at: rig.now.time)
        try rig.engine.handle(.advanced, at: rig.now)
        try rig.refuse("POST /v1/push", 410, "rewound")
        // The server has another entry with the name that the phone gave.
        let entry = EngineRig.entry(50, "Theirs", version: 9)
        try rig.realign(
            EngineRig.snapshot(at: 9, mark: "c", [entry]), renewed: true, common: 6)
        #expect(try rig.pushed().map(\.base) == [0])
    }

    /// The server has the queued value already, so the change replaces nothing that its user has
    /// not seen, and keeps others from bringing the value in between back.
    @Test func aQueuedValueThatTheServerHasIsSentOnItsVersion() throws {
        let item = try #require(rig.library.catalog.items.first)
        try learn(EngineRig.entry(50, "New", version: 7))
        try rename(item, from: "New", to: "Old")
        try rig.engine.handle(.advanced, at: rig.now)
        #expect(try rig.pushed().map(\.base) == [7])
        let pushed = try restore(by: "POST /v1/push", common: 5)
        #expect(pushed.map(\.base) == [6])
    }

    /// The answer to the deletion comes after a snapshot that no longer has the item, and the
    /// restored server has it again.
    @Test func aLateDeletionIsSentAgain() throws {
        let rig = try EngineRig()
        try rig.add("Opal")
        try rig.fail("POST /v1/push", .cutOff, mayHaveArrived: true)
        let item = try #require(rig.library.catalog.items.first)
        try rig.library.perform([.delete(item)], rig.authorship)
        try rig.library.commit()
        try rig.passPause()
        #expect(try rig.pushed().map(\.action) == [.create, .delete])
        let results = (1...2).map {
            #"{"n":\#($0),"status":"applied","duplicate":true,"ver":\#($0)}"#
        }
        try rig.answer(
            "POST /v1/push",
            """
            {"epoch":"e1","ack":2,"before":5,"seq":5,"mark":"a",\
            "results":[\(results.joined(separator: ","))]}
            """)
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        try rig.refuse("GET /v1/changes", 410, "rewound")
        let entry = EngineRig.entry(1, "Opal", version: 1)
        try rig.realign(EngineRig.snapshot(at: 1, mark: "c", [entry]), renewed: true)
        #expect(try rig.pushed().map(\.action) == [.delete])
    }

    /// A restored server gave a version number to another change, or has not reached that number
    /// yet, and has collected the history that would show it. The user who deletes the item has not
    /// seen that change.
    @Test(arguments: [("Old", 6, 6), ("Other", 6, 0), ("Old", 5, 5), ("Other", 5, 0)])
    func aDeletionHasNotSeenAnotherHistory(_ name: String, _ version: Int, _ base: Int) throws {
        let item = try #require(rig.library.catalog.items.first)
        try rig.library.perform([.delete(item)], rig.authorship)
        try rig.library.commit()
        try rig.engine.handle(.advanced, at: rig.now)
        try rig.refuse("POST /v1/push", 410, "expired")
        let entry = EngineRig.entry(50, name, version: version)
        try rig.answer("GET /v1/snapshot", EngineRig.snapshot(at: 9, mark: "c", [entry]))
        try rig.answer("GET /v1/account", EngineRig.account(1))
        #expect(try rig.pushed().map(\.base.rawValue) == [base])
    }

    /// The value that lost is kept beside the one that stood, and neither takes the other's place.
    @Test func aLostConflictIsKeptBesideItsItem() throws {
        try learn(EngineRig.entry(51, "Theirs", version: 7))
        try learn(EngineRig.conflict(90, about: 51, version: 8))
        #expect(try restore().map(\.action) == [.create])
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(before: 6, ack: 1, [EngineRig.applied(1, version: 7)]))
        #expect(try rig.names() == ["Old", "Theirs"])
        #expect(try describe(EngineRig.id(51)).fields.map(\.name) == ["description"])
        #expect(try rig.library.outbox.problems().map(\.operation.fields) == [#"{"name":"Mine"}"#])
        #expect(try rig.names() == ["Old", "Theirs"])
    }

    /// `queue retry` chooses it. Another device may have set the value that stands, so its base is
    /// 0.
    @Test func aLostConflictIsSentWhenTheUserRetriesIt() throws {
        try learn(EngineRig.conflict(90, about: 50, version: 7))
        #expect(try restore().isEmpty)
        try rig.answer("GET /v1/changes", EngineRig.changes(since: 6, next: 6, mark: "c"))
        let problems = try rig.library.outbox.problems()
        #expect(try rig.library.outbox.retry(problems, at: rig.now.time) == 1)
        #expect(try rig.names() == ["Mine"] && rig.library.outbox.problems().isEmpty)
        try rig.engine.handle(.advanced, at: rig.now)
        let pushed = try rig.pushed()
        #expect(pushed.map(\.base) == [0] && pushed.map(\.fields[0].value.text) == ["Mine"])
    }

    /// The user made a rejected change after the one that the server has lost.
    @Test func aRejectedChangeHidesWhatIsSentAgain() throws {
        try learn(EngineRig.entry(50, "New", version: 7))
        let item = try #require(rig.library.catalog.items.first)
        try change(item, 0, to: "Mine")
        try rig.answer(
            "POST /v1/push", EngineRig.pushReply(before: 7, ack: 1, [EngineRig.rejected(1)]))
        #expect(try restore().flatMap(\.fields).map(\.value.text) == ["New"])
        #expect(try rig.names() == ["Mine"])
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(before: 6, ack: 1, [EngineRig.applied(1, version: 7)]))
        _ = try describe(item.id)
        // The server's value of the description was on the screen, so it does not wait for the
        // name.
        #expect(try rig.pushed().map { $0.fields.map(\.value.text) } == [["red"], ["Mine"]])
        #expect(try rig.library.outbox.problems().isEmpty)
    }

    /// A rejected change was made to a version of the lost history, which says nothing about the
    /// versions that the server has given since.
    @Test(arguments: [("Old", 6, 6), ("Other", 7, 0)])
    func aRejectedChangeHasNotSeenAnotherHistory(
        _ name: String, _ version: Int, _ base: Int
    ) throws {
        try learn(EngineRig.entry(50, "New", version: 7))
        let item = try #require(rig.library.catalog.items.first)
        try change(item, 0, to: "Mine")
        try rig.answer(
            "POST /v1/push", EngineRig.pushReply(before: 7, ack: 1, [EngineRig.rejected(1)]))
        try rig.refuse("GET /v1/changes", 410, "rewound")
        try rig.realign(
            EngineRig.snapshot(
                at: 9, mark: "c", [EngineRig.entry(50, name, version: version)]),
            renewed: true, common: 6)
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(before: 9, ack: 1, [EngineRig.applied(1, version: 10)]))
        #expect(try describe(item.id).base.rawValue == base)
    }

    /// Changes the description of an item. Returns the operation that the device pushes then.
    private func describe(_ id: ItemID) throws -> PushOperation {
        let item = try #require(rig.library.catalog.items.first { $0.id == id })
        let field = try #require(
            rig.library.catalog.kinds[EngineRig.gem].index(ofField: "description"))
        try change(item, field, to: "red")
        return try #require(try rig.pushed().last)
    }

    private func change(_ item: Item, _ field: FieldIndex, to text: String) throws {
        let update = Change.FieldChange(
            field: field, before: item.values[field], after: .text(text))
        try rig.library.perform(
            [
                Change(
                    kind: item.kind, number: item.number, id: item.id, action: .update([update]))
            ], rig.authorship)
        try rig.library.commit()
        try rig.engine.handle(.advanced, at: rig.now)
    }

    /// The server may have carried it out before it lost its history, and other devices may know.
    @Test(arguments: [(409, "epoch"), (410, "rewound")])
    func aCommandStaysUnconfirmed(_ status: Int, _ code: String) throws {
        try rig.add("Opal", isAsked: true)
        let push = try #require(
            try rig.engine.startCommandPush(within: .seconds(2), at: rig.now))
        let body = Array(#"{"error":{"code":"\#(code)","message":"no"}}"#.utf8)
        let answer = try rig.engine.finish(
            push, .success(HTTPReply(status: status, headers: [], body: body)),
            mayHaveArrived: true, at: rig.now)
        guard case .unknown = answer else {
            Issue.record("\(answer)")
            return
        }
    }
}
