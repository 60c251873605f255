import Testing
import TroveHTTP
import TroveModel
import TroveStore
import TroveSync
import TroveTesting
import TroveWire

/// A shell that makes requests while another shell of the same library connects it to another
/// account, or wants to make requests itself.
@Suite(.timeLimit(.minutes(5))) struct FormerAccountTests {
    private let scratch: ScratchDirectory
    private let rig: EngineRig
    private let other: Library

    init() throws {
        scratch = try ScratchDirectory()
        let location = Library.Location.file(scratch.path("library.db"))
        rig = try EngineRig(isReady: false, location: location)
        other = try Library(location, kinds: .standard)
    }

    /// Answers the first requests, so that the device is online.
    private func goOnline() throws {
        try rig.engine.handle(.advanced, at: rig.now)
        try rig.answer("GET /v1/snapshot", EngineRig.snapshot(at: 5))
        try rig.answer("GET /v1/changes", EngineRig.changes(since: 5, next: 5))
        try #require(rig.engine.state == .online)
    }

    /// Connects the library to another account in the other shell.
    private func changeAccount() throws {
        try other.accountStore.disconnect()
        try other.accountStore.connect(to: EngineRig.server)
        try other.accountStore.logIn(
            LoginReply(
                token: "trv_2", device: "d2", user: User(id: 2, name: "Bob", email: "b@b"),
                epoch: "e1"), as: "laptop", at: rig.now.time)
    }

    /// Both devices number their operations from 1.
    @Test func anAnswerToAPushOfAnotherDeviceIsIgnored() throws {
        try goOnline()
        try rig.add("Opal")
        try changeAccount()
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(1, version: 6)]))
        #expect(try rig.library.outbox.counts().waiting == 1)
        #expect(rig.library.account?.device == "d2")
        #expect(rig.library.account?.cursor?.sequence == 0)
        // The session begins again, with the other account.
        #expect(rig.asked == ["GET /v1/snapshot"])
        let request = try rig.request("GET /v1/snapshot").request
        #expect(request.headers.contains { $0.value == "Bearer trv_2" })
    }

    @Test func aSnapshotOfAnotherAccountIsIgnored() throws {
        try rig.engine.handle(.advanced, at: rig.now)
        try changeAccount()
        try rig.answer(
            "GET /v1/snapshot", EngineRig.snapshot(at: 5, [EngineRig.entry(50, "Opal", version: 3)])
        )
        #expect(try rig.names() == [])
        #expect(rig.library.account?.cursor?.sequence == 0)
    }

    @Test func aNewDeviceOfAnotherAccountIsNotUsed() throws {
        try goOnline()
        try rig.add("Opal")
        try rig.refuse("POST /v1/push", 409, "gap")
        try changeAccount()
        try rig.answer("POST /v1/devices", #"{"device":"d3","token":"trv_3"}"#)
        #expect(rig.library.account?.device == "d2")
        #expect(rig.library.account?.token == "trv_2")
    }

    @Test func aRefusalOfAnotherAccountIsIgnored() throws {
        try goOnline()
        try rig.add("Opal")
        try changeAccount()
        try rig.refuse("POST /v1/push", 413, "too_large")
        #expect(
            try rig.library.outbox.counts() == QueueCounts(waiting: 1, problems: 0, conflicts: 0))
    }

    /// The token may belong to another server.
    @Test func aCommandDoesNotSendTheFormerToken() throws {
        try goOnline()
        try changeAccount()
        try rig.add("Opal", isAsked: true)
        #expect(rig.engine.isOfFormerAccount)
        #expect(rig.engine.endpoints == nil)
        #expect(try rig.engine.startCommandPush(within: .seconds(2), at: rig.now) == nil)
        #expect(rig.asked == [])
        try rig.library.outbox.takeBack(
            rig.library.outbox.asked, areUsedUp: false, at: rig.now.time)
        try rig.library.commit()
        try rig.engine.handle(.accountChanged, at: rig.now)
        #expect(!rig.engine.isOfFormerAccount)
    }

    // MARK: The lease

    /// A shell that waits for its user lets other shells make requests.
    @Test func aShellThatRestsReleasesTheLease() throws {
        try goOnline()
        try rig.add("Opal")
        let lease = SyncLease(of: other)
        #expect(try !lease.take(.requests))
        try rig.engine.handle(.resting, at: rig.now)
        #expect(rig.asked == [] && rig.engine.state == .online)
        #expect(try lease.take(.requests))
        lease.release(.requests)
        try rig.engine.handle(.advanced, at: rig.now)
        #expect(rig.asked == ["POST /v1/push"])
    }

    @Test func aShellThatRestsInAFirstSnapshotReleasesTheLease() throws {
        try rig.engine.handle(.advanced, at: rig.now)
        #expect(rig.asked == ["GET /v1/snapshot"])
        try rig.engine.handle(.resting, at: rig.now)
        let lease = SyncLease(of: other)
        #expect(try lease.take(.requests))
        lease.release(.requests)
        try rig.engine.handle(.advanced, at: rig.now)
        #expect(rig.asked == ["GET /v1/snapshot"])
    }

    /// A shell that is offline has not tried again while another one makes requests.
    @Test func aRetryWaitsForTheOtherShell() throws {
        try goOnline()
        try rig.add("Opal")
        try rig.fail("POST /v1/push", .refused)
        #expect(rig.engine.isSettled)
        let lease = SyncLease(of: other)
        try #require(try lease.take(.requests))
        try rig.engine.handle(.retry, at: rig.now)
        #expect(!rig.engine.isSettled && rig.engine.isWaitingForLease)
        try rig.engine.handle(.timedOut, at: rig.now)
        guard case .offline(_, .otherShell) = rig.engine.state else {
            Issue.record("\(rig.engine.state)")
            return
        }
    }
}
