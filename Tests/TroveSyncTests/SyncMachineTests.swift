import Testing
import TroveHTTP
import TroveModel
import TroveStore
import TroveSync
import TroveTesting
import TroveWire

/// The actions that follow from inputs, without a network.
@Suite struct SyncMachineTests {
    @Test func inputsBecomeActions() throws {
        let library = try Library(.memory, kinds: .standard)
        try library.accountStore.connect(to: EngineRig.server)
        try library.accountStore.logIn(
            LoginReply(
                token: "trv_1", device: "d1", user: User(id: 1, name: "Ann", email: "a@b"),
                epoch: "e1"), as: "laptop", at: Timestamp(milliseconds: 0))
        var machine = SyncMachine(
            library: library, deviceName: "laptop", isPolling: false,
            random: SeededRandom(seed: 1))
        func handle(_ input: SyncInput) -> [String] {
            machine.handle(
                input, at: ClockReading(uptime: .zero, time: Timestamp(milliseconds: 0))
            ).map(\.description)
        }
        func reply(_ body: String) -> Result<HTTPReply, HTTPFailure> {
            .success(HTTPReply(status: 200, headers: [], body: Array(body.utf8)))
        }
        #expect(handle(.advanced) == ["take the lease for requests"])
        #expect(handle(.leaseTaken(.requests)) == ["start 1 GET http://server/v1/snapshot"])
        #expect(handle(.advanced).isEmpty, "one request at a time")
        let empty = reply(EngineRig.snapshot(at: 0, mark: "0"))
        #expect(
            handle(.finished(id: 1, empty, mayHaveArrived: true))
                == ["announce online", "release the lease for requests"])
        // A reply that nothing waits for changes nothing.
        #expect(handle(.finished(id: 1, empty, mayHaveArrived: true)).isEmpty)
        #expect(handle(.refresh(isRequested: false)) == ["take the lease for requests"])
        #expect(handle(.leaseBusy(.requests)).isEmpty)
        #expect(machine.isWaitingForLease && machine.wakeAt == .milliseconds(50))
        #expect(handle(.timedOut) == ["announce offline(TroveSync.OfflineReason.otherShell)"])
        // Without the lock, changes are queued as on a device that is offline.
        #expect(handle(.leaseFailed(.cannotLock("a.lock", detail: "no"))).isEmpty)
        guard case .offline(_, .cannotLock) = machine.connectivity else {
            Issue.record("it is \(machine.connectivity)")
            return
        }
    }
}
