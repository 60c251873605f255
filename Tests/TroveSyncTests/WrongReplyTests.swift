import Testing
import TroveHTTP
import TroveModel
import TroveStore
import TroveSync
import TroveTesting
import TroveWire

/// An answer that does not belong to its request is as good as none: the server counts as out of
/// reach, and nothing in the library changes.
@Suite struct WrongReplyTests {
    struct Lie: Sendable, CustomStringConvertible {
        let description: String
        let body: String

        init(_ description: String, _ body: String) {
            self.description = description
            self.body = body
        }
    }

    /// The library, and its engine, are as they were, but for being offline; what was said is asked
    /// again after a pause.
    private func checkUnharmed(_ rig: EngineRig, _ names: [String], at cursor: Int) throws {
        guard case .offline(_, .invalidResponse) = rig.engine.state else {
            Issue.record("\(rig.engine.state)")
            return
        }
        #expect(rig.asked.isEmpty)
        #expect(rig.engine.wakeAt != nil)
        #expect(try rig.names() == names)
        #expect(rig.library.account?.cursor?.sequence == cursor)
        #expect(try rig.library.problems().isEmpty)
    }

    // MARK: Pushes

    static let pushes: [Lie] = [
        Lie(
            "another number",
            EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(2, version: 6)])),
        Lie("no result", EngineRig.pushReply(before: 5, ack: 1, [])),
        Lie(
            "no version", EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(1, version: 0)])
        ),
        Lie(
            "one result too many",
            EngineRig.pushReply(
                before: 5, ack: 1,
                [EngineRig.applied(1, version: 6), EngineRig.applied(2, version: 7)])),
        Lie(
            "another history",
            EngineRig.pushReply(before: 5, ack: 1, epoch: "e9", [EngineRig.applied(1, version: 6)])),
        Lie(
            "before the cursor",
            EngineRig.pushReply(before: 3, ack: 1, [EngineRig.applied(1, version: 4)])),
        Lie(
            "a version from the future",
            EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(1, version: 99)])),
        Lie(
            "not acknowledged",
            EngineRig.pushReply(before: 5, ack: 0, [EngineRig.applied(1, version: 6)])),
        Lie(
            "another entry",
            EngineRig.pushReply(
                before: 5, ack: 1,
                [
                    #"{"n":1,"status":"merged","ver":6,"entry":\#(EngineRig.tombstone(50, version: 6))}"#
                ])),
        Lie(
            "an entry of another kind",
            EngineRig.pushReply(
                before: 5, ack: 1,
                [
                    #"{"n":1,"status":"merged","ver":6,"entry":\#(EngineRig.entry(2, "x", version: 6).replacing("gem", with: "book"))}"#
                ])),
        Lie(
            "merged with nothing to show",
            EngineRig.pushReply(before: 5, ack: 1, [#"{"n":1,"status":"merged","ver":6}"#])),
        Lie(
            "the history went on by itself",
            EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(1, version: 6)])
                .replacing("\"seq\":6", with: "\"seq\":600")),
    ]

    @Test(arguments: pushes)
    func anAnswerToAPushMustFit(_ lie: Lie) throws {
        let rig = try EngineRig(known: [EngineRig.entry(50, "Known", version: 5)])
        try rig.add("Opal")
        let body = try rig.request("POST /v1/push").request.body
        try rig.answer("POST /v1/push", lie.body)
        try checkUnharmed(rig, ["Known", "Opal"], at: 5)
        #expect(try rig.library.outbox(limit: 9).map(\.number) == [1])
        try rig.passPause()
        #expect(try rig.request("POST /v1/push").request.body == body)
    }

    /// While somebody waits for the answer, a wrong one leaves the outcome unknown.
    @Test(arguments: pushes)
    func anAnswerThatSomebodyWaitsForMustFit(_ lie: Lie) throws {
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
        try rig.library.keepUnconfirmed(rig.library.asked)
        try rig.library.commit()
        try rig.engine.handle(.transactionEnded, at: rig.now)
        try checkUnharmed(rig, ["Opal"], at: 5)
    }

    // MARK: Changes

    static let pages: [Lie] = [
        Lie("begins elsewhere", EngineRig.changes(since: 3, next: 6, mark: "f")),
        Lie("begins behind", EngineRig.changes(since: 6, next: 7, mark: "f")),
        Lie("goes back", EngineRig.changes(since: 5, next: 4, mark: "f")),
        Lie("another history", EngineRig.changes(since: 5, next: 6, epoch: "e9", mark: "f")),
        Lie("the same point with another mark", EngineRig.changes(since: 5, next: 5, mark: "f")),
        Lie("more without anything", EngineRig.changes(since: 5, next: 9, mark: "f", more: true)),
        Lie(
            "a version before the page",
            EngineRig.changes(
                since: 5, next: 9, mark: "f", [EngineRig.tombstone(50, version: 4)])),
        Lie(
            "a version behind the page",
            EngineRig.changes(
                since: 5, next: 9, mark: "f", [EngineRig.tombstone(50, version: 10)])),
        Lie(
            "not in order",
            EngineRig.changes(
                since: 5, next: 9, mark: "f",
                [EngineRig.entry(60, "A", version: 8), EngineRig.entry(61, "B", version: 7)])),
        Lie(
            "one id twice",
            EngineRig.changes(
                since: 5, next: 9, mark: "f",
                [EngineRig.entry(60, "A", version: 6), EngineRig.entry(60, "B", version: 7)])),
    ]

    @Test(arguments: pages)
    func aPageMustFit(_ lie: Lie) throws {
        let rig = try EngineRig(known: [EngineRig.entry(50, "Known", version: 5)])
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        try rig.answer("GET /v1/changes", lie.body)
        try checkUnharmed(rig, ["Known"], at: 5)
    }

    @Test(arguments: pages)
    func aPageOfAPollMustFit(_ lie: Lie) throws {
        let rig = try EngineRig(isPolling: true)
        try rig.answer("GET /v1/changes", lie.body)
        try checkUnharmed(rig, [], at: 5)
    }

    // MARK: Snapshots

    static let snapshots: [Lie] = [
        Lie("another history", EngineRig.snapshot(at: 900, epoch: "e9", mark: "c")),
        Lie("before the cursor", EngineRig.snapshot(at: 4, mark: "c")),
        Lie("more without anything", EngineRig.snapshot(at: 900, mark: "c", more: true)),
        Lie(
            "a version from the future",
            EngineRig.snapshot(at: 900, mark: "c", [EngineRig.entry(60, "A", version: 901)])),
        Lie(
            "a tombstone",
            EngineRig.snapshot(at: 900, mark: "c", [EngineRig.tombstone(50, version: 7)])),
        Lie(
            "not in order",
            EngineRig.snapshot(
                at: 900, mark: "c",
                [EngineRig.entry(61, "A", version: 6), EngineRig.entry(60, "B", version: 7)])),
        Lie(
            "one id twice",
            EngineRig.snapshot(
                at: 900, mark: "c",
                [EngineRig.entry(60, "A", version: 6), EngineRig.entry(60, "B", version: 7)])),
    ]

    @Test(arguments: snapshots)
    func aSnapshotMustFit(_ lie: Lie) throws {
        let rig = try EngineRig(known: [EngineRig.entry(50, "Known", version: 5)])
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        try rig.refuse("GET /v1/changes", 410, "expired")
        try rig.answer("GET /v1/snapshot", lie.body)
        try checkUnharmed(rig, ["Known"], at: 5)
        // Whether the cursor is of no use, the server says once more.
        try rig.passPause()
        #expect(rig.asked == ["GET /v1/changes"])
    }

    /// A snapshot that lacks what the account holds deletes nothing.
    @Test func aSnapshotMustBeWhole() throws {
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
        Lie(
            "an id again",
            EngineRig.snapshot(at: 900, mark: "c", [EngineRig.entry(60, "B", version: 7)])),
        Lie("an earlier time", EngineRig.snapshot(at: 899, mark: "c")),
        Lie("the same time with another mark", EngineRig.snapshot(at: 900, mark: "d")),
        Lie("another history", EngineRig.snapshot(at: 900, epoch: "e9", mark: "c")),
    ])
    func aSecondPageMustFit(_ lie: Lie) throws {
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
        Lie("the same device", #"{"token":"trv_2","device":"d1"}"#),
        Lie("the same token", #"{"token":"trv_1","device":"d2"}"#),
        Lie("nothing", "{}"),
    ])
    func aNewDeviceMustBeNew(_ lie: Lie) throws {
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
    /// A version that the library should know already and does not: what the user has added stays.
    @Test func aVersionBehindTheCursorTakesNothingAway() throws {
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
