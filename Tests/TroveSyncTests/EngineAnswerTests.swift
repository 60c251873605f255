import Testing
import TroveCodecs
import TroveHTTP
import TroveModel
import TroveStore
import TroveSync
import TroveTesting
import TroveWire

/// Every row of "answer → what the device does" in Documentation/sync-protocol.md.
@Suite struct EngineAnswerTests {
    // MARK: 400, 413

    @Test(arguments: [400, 413])
    func aRejectedBatchIsHalved(_ status: Int) throws {
        let rig = try EngineRig()
        for name in 0...4 { try rig.add("\(name)") }
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(1, version: 6)]))
        var sizes: [Int] = []
        while try rig.pushed().count > 1 {
            sizes.append(try rig.pushed().count)
            try rig.refuse("POST /v1/push", status, "bad_request")
            #expect(
                rig.takeEvents().isEmpty, "nothing is refused as long as there is more than one")
        }
        #expect(sizes == [4, 2])
        // A single operation becomes a problem, and a skip uses up its number.
        #expect(try rig.pushed().map(\.number) == [2])
        try rig.refuse("POST /v1/push", status, "bad_request")
        #expect(rig.takeEvents() == [.refused(1, titles: [])])
        let problems = try rig.library.outbox.problems()
        #expect(problems.map(\.operation.item) == [2])
        #expect(problems.map(\.rejection.code) == [status == 413 ? .tooLarge : .invalid])
        #expect(try rig.pushed() == [.skip(2)])
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(before: 6, ack: 2, [EngineRig.applied(2, version: 0)]))
        // The others are sent, in growing batches.
        #expect(try rig.pushed().map(\.number) == [3, 4])
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(
                before: 7, ack: 4,
                [EngineRig.applied(3, version: 8), EngineRig.applied(4, version: 9)]))
        #expect(try rig.pushed().map(\.number) == [5])
        #expect(rig.engine.state == .online)
        #expect(try rig.names() == ["0", "1", "2", "3", "4"])
    }

    /// The answers to many operations on large entries may exceed what a device reads.
    @Test func aReplyThatIsTooLargeHalvesTheBatch() throws {
        let rig = try EngineRig()
        for name in 0...4 { try rig.add("\(name)") }
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(1, version: 6)]))
        #expect(try rig.pushed().map(\.number) == [2, 3, 4, 5])
        try rig.fail("POST /v1/push", .tooLarge, mayHaveArrived: true)
        #expect(try rig.pushed().map(\.number) == [2, 3])
        #expect(rig.engine.state == .online)
        try rig.fail("POST /v1/push", .tooLarge, mayHaveArrived: true)
        #expect(try rig.pushed().map(\.number) == [2])
        try rig.fail("POST /v1/push", .tooLarge, mayHaveArrived: true)
        #expect(rig.takeEvents() == [.offline(.invalidResponse(.tooLarge))])
    }

    // MARK: 401

    @Test func anInvalidTokenIsForgotten() throws {
        let rig = try EngineRig()
        try rig.add("Opal")
        try rig.refuse("POST /v1/push", 401, "bad_token")
        #expect(rig.engine.state == .signedOut)
        #expect(rig.takeEvents() == [.signedOut])
        #expect(rig.library.account?.token == nil)
        #expect(rig.asked.isEmpty)
        // Everything is kept, and no more requests are sent.
        #expect(try rig.library.outbox.entries(limit: 9).map(\.number.rawValue) == [1])
        try rig.add("Ruby")
        #expect(rig.asked.isEmpty)
        // The same device continues with its numbers.
        try rig.library.accountStore.keep(token: "trv_2")
        try rig.engine.handle(.advanced, at: rig.now)
        #expect(try rig.pushed().map(\.number) == [1, 2])
    }

    // MARK: 409 epoch, 410

    @Test func anotherHistoryIsRealigned() throws {
        let rig = try EngineRig()
        try rig.learn(EngineRig.entry(50, "Known", version: 6), at: 6)
        try rig.add("Opal")
        try rig.refuse("POST /v1/push", 409, "epoch")
        try rig.realign(EngineRig.snapshot(at: 2, epoch: "e2", mark: "c"), renewed: true)
        #expect(
            rig.takeEvents().contains(.realigned(.rewound, returned: 1)), "what it lost is returned"
        )
        let account = try #require(rig.library.account)
        #expect(account.cursor == Cursor(epoch: "e2", sequence: 2, mark: 0xC))
        #expect(account.device == "d2")
        let pushed = try rig.pushed()
        #expect(pushed.map(\.number) == [1, 2])
        #expect(Set(pushed.map(\.action)) == [.create])
        #expect(Set(try rig.names()) == ["Known", "Opal"])
    }

    @Test func aRewoundHistoryIsRealigned() throws {
        let rig = try EngineRig()
        try rig.learn(EngineRig.entry(50, "New", version: 6), at: 6)
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        try rig.refuse("GET /v1/changes", 410, "rewound")
        let older = EngineRig.entry(50, "Old", version: 3)
        try rig.realign(EngineRig.snapshot(at: 5, mark: "a", [older]), renewed: true, common: 5)
        #expect(rig.takeEvents().contains(.realigned(.rewound, returned: 1)))
        // The newer value is pushed again, based on the older one.
        let pushed = try rig.pushed()
        #expect(pushed.map(\.action) == [.update])
        #expect(pushed.map(\.base) == [3])
        #expect(try rig.names() == ["New"])
    }

    /// After garbage collection the server is right: what it lacks was deleted.
    @Test func anExpiredCursorIsRealigned() throws {
        let rig = try EngineRig()
        try rig.learn(EngineRig.entry(50, "Gone", version: 6), at: 6)
        try rig.add("Opal")
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(before: 6, ack: 1, [EngineRig.applied(1, version: 7)]))
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        try rig.refuse("GET /v1/changes", 410, "expired")
        let opal = EngineRig.entry(2, "Opal", version: 7)
        try rig.realign(EngineRig.snapshot(at: 900, mark: "c", [opal]), renewed: false)
        #expect(rig.takeEvents() == [.realigned(.expired, returned: 0)])
        #expect(try rig.names() == ["Opal"])
        #expect(rig.library.account?.device == "d1")
        try rig.answer(
            "GET /v1/changes", EngineRig.changes(since: 900, next: 900, mark: "c", ack: 1))
        #expect(rig.asked.isEmpty)
        #expect(rig.engine.isSettled)
    }

    /// While the snapshot is read page by page, no other request is sent.
    @Test func theWholeSnapshotIsReadFirst() throws {
        let rig = try EngineRig()
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        try rig.refuse("GET /v1/changes", 410, "expired")
        for page in 1...3 {
            let request = try rig.request("GET /v1/snapshot")
            #expect(rig.asked == ["GET /v1/snapshot"])
            let after = page == 1 ? "" : "&after=\(EngineRig.id(ItemNumber(page + 49)))"
            #expect(request.path == "/v1/snapshot?limit=1000\(after)")
            let entry = EngineRig.entry(ItemNumber(page + 50), "\(page)", version: page)
            try rig.answer(
                "GET /v1/snapshot",
                // Later changes are read afterwards.
                EngineRig.snapshot(at: 40 + page, mark: "\(page)", [entry], more: page < 3))
            #expect(try rig.names() == [])
        }
        try rig.answer("GET /v1/account", EngineRig.account(3))
        #expect(try rig.names() == ["1", "2", "3"])
        #expect(rig.library.account?.cursor == Cursor(epoch: "e1", sequence: 41, mark: 1))
        #expect(try rig.request("GET /v1/changes").path.contains("since=41&mark=1"))
    }

    // MARK: 409 gap and fork, ack above n

    @Test(arguments: ["gap", "fork"])
    func aDuplicatedDeviceBecomesANewOne(_ code: String) throws {
        let rig = try EngineRig()
        try rig.push("First", version: 6)
        try rig.add("Opal")
        try rig.add("Ruby")
        #expect(try rig.pushed().map(\.number) == [2])
        try rig.refuse("POST /v1/push", 409, code)
        let renewal = try rig.request("POST /v1/devices")
        #expect(String(decoding: renewal.request.body, as: UTF8.self) == #"{"name":"laptop"}"#)
        try rig.answer("POST /v1/devices", #"{"token":"trv_2","device":"d2"}"#)
        #expect(rig.takeEvents() == [.renewed])
        #expect(rig.library.account?.token == "trv_2")
        #expect(rig.library.account?.device == "d2")
        let push = try rig.request("POST /v1/push")
        #expect(push.request.headers.contains { $0.value == "Bearer trv_2" })
        // The queue is renumbered from 1, in its order.
        #expect(try rig.pushed().map(\.number) == [1, 2])
        #expect(try rig.pushed().map(\.fields.first?.value.text) == ["Opal", "Ruby"])
    }

    /// A library restored from an old backup: the server knows later operation numbers.
    @Test func aServerThatKnowsMoreNumbersIsRight() throws {
        let rig = try EngineRig()
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        try rig.answer("GET /v1/changes", EngineRig.changes(since: 5, next: 5, ack: 3))
        #expect(rig.asked == ["POST /v1/devices"])
        #expect(!rig.engine.isUpToDate)
    }

    /// Repairs that do not help are not repeated without pause.
    @Test func repeatedRepairsArePaused() throws {
        let rig = try EngineRig()
        try rig.add("Opal")
        var count = 0
        while rig.engine.wakeAt == nil, count < 50 {
            count += 1
            switch rig.asked.first {
            case "POST /v1/push"?: try rig.refuse("POST /v1/push", 409, "fork")
            case "POST /v1/devices"?:
                try rig.answer("POST /v1/devices", #"{"token":"trv_2","device":"d\#(count)"}"#)
            default:
                try rig.answer("GET /v1/changes", EngineRig.changes(since: 5, next: 5))
            }
        }
        #expect(count < 20, "after a few times it waits")
        #expect(rig.asked.isEmpty)
        #expect(try rig.passPause() > .zero)
        #expect(rig.asked.count == 1)
    }

    // MARK: 426

    @Test func anOutdatedProgramKeepsItsQueue() throws {
        let rig = try EngineRig(isPolling: true)
        try rig.add("Opal")
        try rig.refuse("POST /v1/push", 426, "outdated")
        #expect(rig.engine.state == .outdated)
        #expect(rig.takeEvents() == [.outdated])
        #expect(rig.engine.wakeAt == nil)
        #expect(rig.asked.isEmpty)
        try rig.add("Ruby")
        #expect(rig.asked.isEmpty)
        #expect(try rig.library.outbox.entries(limit: 9).count == 2)
        #expect(rig.library.account?.token == "trv_1")
    }

    // MARK: Versions

    /// A newer server is told to the user, and syncing goes on.
    @Test(arguments: [(2, false), (99, true)])
    func aNewerServerIsReported(_ format: Int, _ isNewer: Bool) throws {
        let rig = try EngineRig(isReady: false, serverID: "s")
        try rig.engine.handle(.advanced, at: rig.now)
        try rig.answer(
            "GET /v1/hello", #"{"server":"s","protocols":[1],"format":\#(format)}"#)
        #expect(rig.takeEvents().contains(.newerServer) == isNewer)
        try rig.answer("GET /v1/snapshot", EngineRig.snapshot(at: 5, []))
        try rig.answer("GET /v1/changes", EngineRig.changes(since: 5, next: 5))
        #expect(rig.engine.state == .online)
    }

    /// After a failure another server may answer. `net off` is none.
    @Test(arguments: [(OfflineReason.timedOut, true), (.switchedOff, false)])
    func theServerIsIdentifiedAgainAfterAFailure(
        _ reason: OfflineReason, _ isAsked: Bool
    ) throws {
        let rig = try EngineRig(isReady: false, serverID: "s")
        try rig.engine.handle(.advanced, at: rig.now)
        let hello = #"{"server":"s","protocols":[1],"format":2}"#
        try rig.answer("GET /v1/hello", hello)
        try rig.answer("GET /v1/snapshot", EngineRig.snapshot(at: 5, []))
        try rig.answer("GET /v1/changes", EngineRig.changes(since: 5, next: 5))
        try rig.engine.handle(.disconnected(reason), at: rig.now)
        try rig.engine.handle(.refresh(isRequested: true), at: rig.now)
        if isAsked { try rig.answer("GET /v1/hello", hello) }
        try rig.answer("GET /v1/changes", EngineRig.changes(since: 5, next: 5))
        #expect(rig.engine.state == .online)
    }

    // MARK: 429, 503

    @Test(arguments: [429, 503])
    func aBusyServerIsLeftAlone(_ status: Int) throws {
        let rig = try EngineRig()
        try rig.add("Opal")
        try rig.refuse("POST /v1/push", status, "too_many", headers: [("retry-after", "17")])
        #expect(rig.engine.state == .offline(since: rig.now.time, .busy))
        #expect(rig.takeEvents() == [.offline(.busy)])
        #expect(rig.asked.isEmpty)
        #expect(rig.engine.wakeAt == rig.uptime + .seconds(17))
        // Not a millisecond earlier.
        rig.uptime += .milliseconds(16_999)
        try rig.engine.handle(.advanced, at: rig.now)
        #expect(rig.asked.isEmpty)
        try rig.passPause()
        #expect(try rig.pushed().map(\.number) == [1])
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(1, version: 6)]))
        #expect(rig.takeEvents() == [.online, .sent(1, titles: ["Opal"])])
    }

    /// A server whose database is down says so. Its words are shown, and it gets the pause.
    @Test func aServerWithoutItsDatabaseIsLeftAlone() throws {
        let rig = try EngineRig()
        try rig.add("Opal")
        try rig.refuse("POST /v1/push", 503, "trouble", headers: [("retry-after", "17")])
        #expect(
            rig.engine.state == .offline(since: rig.now.time, .trouble(status: 503, message: "no")))
        #expect(rig.engine.wakeAt == rig.uptime + .seconds(17))
    }

    /// A server that could not be reached for long is tried again soon after a change.
    @Test func aChangeShortensALongPause() throws {
        let rig = try EngineRig()
        try rig.add("Opal")
        // Without a change, the pauses grow to a minute.
        for _ in 0..<12 {
            try rig.fail("POST /v1/push", .refused)
            try rig.passPause()
        }
        try rig.fail("POST /v1/push", .refused)
        let pause = try #require(rig.engine.wakeAt) - rig.uptime
        try #require(pause > .seconds(2), "the pause is \(pause)")
        try rig.add("Ruby")
        #expect(rig.engine.wakeAt == rig.uptime + .seconds(2))
        try rig.passPause()
        #expect(try rig.pushed().map(\.number) == [1, 2])
        // A server that asks for a pause gets it.
        try rig.refuse("POST /v1/push", 503, "too_many", headers: [("retry-after", "300")])
        let asked = try #require(rig.engine.wakeAt)
        try rig.add("Beryl")
        #expect(rig.engine.wakeAt == asked)
    }

    @Test(arguments: [429, 503])
    func aBusyServerWithoutRetryAfterIsLeftAlone(_ status: Int) throws {
        let rig = try EngineRig()
        try rig.add("Opal")
        try rig.refuse("POST /v1/push", status, "too_many")
        let pause = try rig.passPause()
        #expect(pause > .zero && pause <= .milliseconds(500))
    }

    // MARK: Invalid answers

    /// What may come instead of an answer.
    enum Failure: Sendable, CaseIterable {
        case trouble500, trouble502, trouble504, noJSON, otherJSON, refused, unreachable, cutOff,
            timedOut, notFound, forbidden, redirection
    }

    @Test(arguments: Failure.allCases)
    func transientFailuresAreRetriedForever(_ failure: Failure) throws {
        let rig = try EngineRig()
        try rig.add("Opal")
        let body = try rig.request("POST /v1/push").request.body
        var pauses: [Duration] = []
        try rig.simulate(failure, to: "POST /v1/push")
        guard case .offline(since: rig.now.time, _) = rig.engine.state else {
            Issue.record("\(rig.engine.state)")
            return
        }
        #expect(rig.takeEvents().count == 1)
        for _ in 0..<12 {
            #expect(rig.asked.isEmpty)
            pauses.append(try rig.passPause())
            #expect(try rig.request("POST /v1/push").request.body == body, "byte for byte")
            try rig.simulate(failure, to: "POST /v1/push")
            #expect(rig.takeEvents().isEmpty, "it is told once")
        }
        for (index, pause) in pauses.enumerated() {
            let limit = min(Duration.milliseconds(500) * (1 << index), .seconds(60))
            #expect(pause <= limit && pause >= limit / 20, "pause \(index): \(pause)")
        }
        try rig.passPause()
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(1, version: 6)]))
        #expect(rig.takeEvents() == [.online, .sent(1, titles: ["Opal"])])
        // After a success, the pauses start over.
        try rig.add("Ruby")
        try rig.simulate(failure, to: "POST /v1/push")
        #expect(try rig.passPause() <= .milliseconds(500))
    }

    /// The start of the offline period stays, even if the reason changes.
    @Test func theStartOfTheOfflinePeriodIsKept() throws {
        let rig = try EngineRig()
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        rig.uptime = .seconds(7)
        try rig.fail("GET /v1/changes", .refused)
        #expect(
            rig.engine.state == .offline(since: Timestamp(milliseconds: 7000), .refused))
        try rig.passPause()
        try rig.fail("GET /v1/changes", .timedOut, mayHaveArrived: true)
        #expect(
            rig.engine.state == .offline(since: Timestamp(milliseconds: 7000), .timedOut))
        #expect(rig.takeEvents() == [.offline(.refused)])
        #expect(rig.library.account?.lastContact == Timestamp(milliseconds: 0))
    }
}

extension EngineRig {
    /// Applies a page with one entry.
    func learn(_ entry: String, at sequence: Int) throws {
        try engine.handle(.refresh(isRequested: false), at: now)
        try answer("GET /v1/changes", Self.changes(since: 5, next: sequence, [entry]))
        _ = takeEvents()
    }

    /// Adds a gem and gets it acknowledged.
    func push(_ name: String, version: Int) throws {
        try add(name)
        try answer(
            "POST /v1/push",
            Self.pushReply(before: version - 1, ack: 1, [Self.applied(1, version: version)]))
    }

    /// Answers the first requests of a realignment: for a new device, for the common points of both
    /// histories, the last of which is `common`, and for the snapshot.
    func realign(_ snapshot: String, renewed: Bool, common: Int? = nil) throws {
        if renewed { try answer("POST /v1/devices", #"{"token":"trv_2","device":"d2"}"#) }
        while asked == ["GET /v1/changes"] {
            let path = try request("GET /v1/changes").path
            let since = path.matches(of: #/since=(\d+)&/#).first.flatMap { Int($0.1) } ?? 0
            if let common, since <= common {
                try answer("GET /v1/changes", Self.changes(since: since, next: since))
            } else {
                try refuse("GET /v1/changes", 410, "rewound")
            }
        }
        try answer("GET /v1/snapshot", snapshot)
        guard asked.contains("GET /v1/account") else { return }
        let page = try SnapshotReply(JSON(parsing: Array(snapshot.utf8)))
        try answer(
            "GET /v1/account", Self.account(page.entries.count, epoch: page.cursor.epoch))
    }

    func simulate(_ failure: EngineAnswerTests.Failure, to name: String) throws {
        switch failure {
        case .trouble500: try answer(name, status: 500, "{}")
        case .trouble502: try answer(name, status: 502, "<html>")
        case .trouble504: try answer(name, status: 504)
        case .noJSON: try answer(name, "<html>welcome to the hotel</html>")
        case .otherJSON: try answer(name, #"{"hello":"world"}"#)
        case .refused: try fail(name, .refused)
        case .unreachable: try fail(name, .unreachable)
        case .cutOff: try fail(name, .cutOff, mayHaveArrived: true)
        case .timedOut: try fail(name, .timedOut, mayHaveArrived: true)
        case .notFound: try refuse(name, 404, "not_found")
        case .forbidden: try answer(name, status: 403, "<html>")
        case .redirection: try answer(name, status: 302, headers: [("location", "http://evil")])
        }
    }
}

extension EngineAnswerTests {
    /// Another shell of the same library may have logged in meanwhile: its token is used.
    @Test func anotherShellsTokenIsUsed() throws {
        let rig = try EngineRig()
        try rig.add("Opal")
        try rig.library.accountStore.keep(token: "trv_9")
        try rig.refuse("POST /v1/push", 401, "bad_token")
        #expect(rig.library.account?.token == "trv_9")
        let push = try rig.request("POST /v1/push")
        #expect(push.request.headers.contains { $0.value == "Bearer trv_9" })
        #expect(rig.takeEvents().isEmpty)
    }
}
