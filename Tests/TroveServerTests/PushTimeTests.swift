import Testing
import TroveServer
import TroveTesting
import TroveWire

/// Pushes that take long, for which the pushes of others would wait.
struct PushTimeTests {
    @Test func noFurtherOperationBeginsAfterTheTime() throws {
        let server = TestServer(store: try .forTest()) { $0.pushTime = .zero }
        let laptop = try server.signUp()
        let answer = laptop.tryPush([laptop.skip(), laptop.skip()])
        #expect(answer.status == 413 && answer.code == "too_large")
        #expect(try laptop.changes().acknowledged == 0)
        // A single operation always runs, so a device that sends fewer makes progress.
        laptop.number -= 2
        #expect(try laptop.run(laptop.skip()).status == .applied)
        #expect(try laptop.run(laptop.skip()).status == .applied)
    }

    @Test func unusualProcessorTimeIsCharged() throws {
        // Any time is unusual here, and a millisecond costs more than there is.
        let server = TestServer(store: try .forTest()) {
            $0.pushRate.burst = 1 << 20
            $0.pushRate.freeTime = .zero
            $0.pushRate.freeTimeOfOperation = .zero
            $0.pushRate.perProcessorSecond = 1 << 40
        }
        let laptop = try server.signUp()
        #expect(laptop.tryPush([laptop.skip()]).status == 200)
        #expect(laptop.tryPush([laptop.skip()]).status == 429)
        // Others are not affected.
        let other = try server.signUp("bea@example.org")
        #expect(try other.run(other.skip()).status == .applied)
    }
}
