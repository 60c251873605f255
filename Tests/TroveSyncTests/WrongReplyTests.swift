import Testing
import TroveHTTP
import TroveModel
import TroveStore
import TroveSync
import TroveTesting
import TroveWire

/// A reply that does not match its request is treated like none: the server counts as unreachable,
/// and the library does not change.
@Suite struct WrongReplyTests {
    struct WrongReply: Sendable, CustomStringConvertible {
        let description: String
        let body: String

        init(_ description: String, _ body: String) {
            self.description = description
            self.body = body
        }
    }

    /// Checks that the library and its engine are unchanged, except for being offline, and that the
    /// request is repeated after a pause.
    private func checkUnharmed(_ rig: EngineRig, _ names: [String], at cursor: Int) throws {
        guard case .offline(_, .invalidResponse) = rig.engine.state else {
            Issue.record("\(rig.engine.state)")
            return
        }
        #expect(rig.asked.isEmpty)
        #expect(rig.engine.wakeAt != nil)
        #expect(try rig.names() == names)
        #expect(rig.library.account?.cursor?.sequence.rawValue == cursor)
        #expect(try rig.library.outbox.problems().isEmpty)
    }

    // MARK: Pushes

    static let pushes: [WrongReply] = [
        WrongReply(
            "another number",
            EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(2, version: 6)])),
        WrongReply("no result", EngineRig.pushReply(before: 5, ack: 1, [])),
        WrongReply(
            "no version", EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(1, version: 0)])
        ),
        WrongReply(
            "one result too many",
            EngineRig.pushReply(
                before: 5, ack: 1,
                [EngineRig.applied(1, version: 6), EngineRig.applied(2, version: 7)])),
        WrongReply(
            "another history",
            EngineRig.pushReply(before: 5, ack: 1, epoch: "e9", [EngineRig.applied(1, version: 6)])),
        WrongReply(
            "before the cursor",
            EngineRig.pushReply(before: 3, ack: 1, [EngineRig.applied(1, version: 4)])),
        WrongReply(
            "a version from the future",
            EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(1, version: 99)])),
        WrongReply(
            "not acknowledged",
            EngineRig.pushReply(before: 5, ack: 0, [EngineRig.applied(1, version: 6)])),
        WrongReply(
            "another entry",
            EngineRig.pushReply(
                before: 5, ack: 1,
                [
                    #"{"n":1,"status":"merged","ver":6,"entry":\#(EngineRig.tombstone(50, version: 6))}"#
                ])),
        WrongReply(
            "an entry of another kind",
            EngineRig.pushReply(
                before: 5, ack: 1,
                [
                    #"{"n":1,"status":"merged","ver":6,"entry":\#(EngineRig.entry(2, "x", version: 6).replacing("gem", with: "book"))}"#
                ])),
        WrongReply(
            "merged with nothing to show",
            EngineRig.pushReply(before: 5, ack: 1, [#"{"n":1,"status":"merged","ver":6}"#])),
        WrongReply(
            "the history went on by itself",
            EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(1, version: 6)])
                .replacing("\"seq\":6", with: "\"seq\":600")),
    ]

    @Test(arguments: pushes)
    func aPushReplyMustMatch(_ lie: WrongReply) throws {
        let rig = try EngineRig(known: [EngineRig.entry(50, "Known", version: 5)])
        try rig.add("Opal")
        let body = try rig.request("POST /v1/push").request.body
        try rig.answer("POST /v1/push", lie.body)
        try checkUnharmed(rig, ["Known", "Opal"], at: 5)
        #expect(try rig.library.outbox.entries(limit: 9).map(\.number.rawValue) == [1])
        try rig.passPause()
        #expect(try rig.request("POST /v1/push").request.body == body)
    }

    /// While a command waits for the reply, a wrong one leaves the outcome unknown.
    @Test(arguments: pushes)
    func anAwaitedReplyMustMatch(_ lie: WrongReply) throws {
        let rig = try EngineRig()
        try rig.add("Opal", isAsked: true)
        let push = try #require(try rig.engine.startCommandPush(within: .seconds(2), at: rig.now))
        rig.transport.take(push.id)
        let reply = HTTPReply(status: 200, body: Array(lie.body.utf8))
        guard
            case .unknown = try rig.engine.finish(
                push, .success(reply), mayHaveArrived: true, at: rig.now)
        else {
            Issue.record("it was believed")
            return
        }
        try rig.library.outbox.keepUnconfirmed(rig.library.outbox.asked)
        try rig.library.commit()
        try rig.engine.handle(.transactionEnded, at: rig.now)
        try checkUnharmed(rig, ["Opal"], at: 5)
    }

    // MARK: Changes

    static let pages: [WrongReply] = [
        WrongReply("begins elsewhere", EngineRig.changes(since: 3, next: 6, mark: "f")),
        WrongReply("begins behind", EngineRig.changes(since: 6, next: 7, mark: "f")),
        WrongReply("goes back", EngineRig.changes(since: 5, next: 4, mark: "f")),
        WrongReply("another history", EngineRig.changes(since: 5, next: 6, epoch: "e9", mark: "f")),
        WrongReply(
            "the same point with another mark", EngineRig.changes(since: 5, next: 5, mark: "f")),
        WrongReply(
            "more without anything", EngineRig.changes(since: 5, next: 9, mark: "f", more: true)),
        WrongReply(
            "a version before the page",
            EngineRig.changes(
                since: 5, next: 9, mark: "f", [EngineRig.tombstone(50, version: 4)])),
        WrongReply(
            "a version behind the page",
            EngineRig.changes(
                since: 5, next: 9, mark: "f", [EngineRig.tombstone(50, version: 10)])),
        WrongReply(
            "not in order",
            EngineRig.changes(
                since: 5, next: 9, mark: "f",
                [EngineRig.entry(60, "A", version: 8), EngineRig.entry(61, "B", version: 7)])),
        WrongReply(
            "one id twice",
            EngineRig.changes(
                since: 5, next: 9, mark: "f",
                [EngineRig.entry(60, "A", version: 6), EngineRig.entry(60, "B", version: 7)])),
    ]

    @Test(arguments: pages)
    func aPageMustMatch(_ lie: WrongReply) throws {
        let rig = try EngineRig(known: [EngineRig.entry(50, "Known", version: 5)])
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        try rig.answer("GET /v1/changes", lie.body)
        try checkUnharmed(rig, ["Known"], at: 5)
    }

    @Test(arguments: pages)
    func aPolledPageMustMatch(_ lie: WrongReply) throws {
        let rig = try EngineRig(isPolling: true)
        try rig.answer("GET /v1/changes", lie.body)
        try checkUnharmed(rig, [], at: 5)
    }

    // MARK: Snapshots

    static let snapshots: [WrongReply] = [
        WrongReply("another history", EngineRig.snapshot(at: 900, epoch: "e9", mark: "c")),
        WrongReply("before the cursor", EngineRig.snapshot(at: 4, mark: "c")),
        WrongReply("more without anything", EngineRig.snapshot(at: 900, mark: "c", more: true)),
        WrongReply(
            "a version from the future",
            EngineRig.snapshot(at: 900, mark: "c", [EngineRig.entry(60, "A", version: 901)])),
        WrongReply(
            "a tombstone",
            EngineRig.snapshot(at: 900, mark: "c", [EngineRig.tombstone(50, version: 7)])),
        WrongReply(
            "not in order",
            EngineRig.snapshot(
                at: 900, mark: "c",
                [EngineRig.entry(61, "A", version: 6), EngineRig.entry(60, "B", version: 7)])),
        WrongReply(
            "one id twice",
            EngineRig.snapshot(
                at: 900, mark: "c",
                [EngineRig.entry(60, "A", version: 6), EngineRig.entry(60, "B", version: 7)])),
    ]

    @Test(arguments: snapshots)
    func aSnapshotMustMatch(_ lie: WrongReply) throws {
        let rig = try EngineRig(known: [EngineRig.entry(50, "Known", version: 5)])
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        try rig.refuse("GET /v1/changes", 410, "expired")
        try rig.answer("GET /v1/snapshot", lie.body)
        try checkUnharmed(rig, ["Known"], at: 5)
        // The server says again whether the cursor is valid.
        try rig.passPause()
        #expect(rig.asked == ["GET /v1/changes"])
    }

    /// A snapshot that lacks some of the account's items deletes nothing.
    @Test func aSnapshotMustBeComplete() throws {
        let rig = try EngineRig(known: [EngineRig.entry(50, "Known", version: 5)])
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        try rig.refuse("GET /v1/changes", 410, "expired")
        try rig.answer("GET /v1/snapshot", EngineRig.snapshot(at: 900, mark: "c"))
        #expect(rig.asked == ["GET /v1/account"])
        try rig.answer("GET /v1/account", EngineRig.account(1))
        try checkUnharmed(rig, ["Known"], at: 5)
    }

    /// The second page must follow the first.
    @Test(arguments: [
        WrongReply(
            "an id again",
            EngineRig.snapshot(at: 900, mark: "c", [EngineRig.entry(60, "B", version: 7)])),
        WrongReply("an earlier time", EngineRig.snapshot(at: 899, mark: "c")),
        WrongReply("the same time with another mark", EngineRig.snapshot(at: 900, mark: "d")),
        WrongReply("another history", EngineRig.snapshot(at: 900, epoch: "e9", mark: "c")),
    ])
    func aSecondPageMustMatch(_ lie: WrongReply) throws {
        let rig = try EngineRig()
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        try rig.refuse("GET /v1/changes", 410, "expired")
        try rig.answer(
            "GET /v1/snapshot",
            EngineRig.snapshot(
                at: 900, mark: "c", [EngineRig.entry(60, "A", version: 6)], more: true))
        try rig.answer("GET /v1/snapshot", lie.body)
        try checkUnharmed(rig, [], at: 5)
    }

    // MARK: New devices

    @Test(arguments: [
        WrongReply("the same device", #"{"token":"trv_2","device":"d1"}"#),
        WrongReply("the same token", #"{"token":"trv_1","device":"d2"}"#),
        WrongReply("nothing", "{}"),
    ])
    func aNewDeviceMustBeNew(_ lie: WrongReply) throws {
        let rig = try EngineRig()
        try rig.add("Opal")
        try rig.refuse("POST /v1/push", 409, "fork")
        try rig.answer("POST /v1/devices", lie.body)
        try checkUnharmed(rig, ["Opal"], at: 5)
        #expect(rig.library.account?.device == "d1")
        #expect(rig.library.account?.token == "trv_1")
    }
}

extension WrongReplyTests {
    /// A version that the library should already know, but does not: the user's additions stay.
    @Test func aVersionBeforeTheCursorRemovesNothing() throws {
        let rig = try EngineRig()
        try rig.add("Opal")
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(1, version: 2)]))
        #expect(try rig.names() == ["Opal"])
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        #expect(try rig.names() == ["Opal"])
    }
}
