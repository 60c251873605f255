import Testing
import TroveHTTP
import TroveSync
import TroveTesting

@Suite struct SimulatedNetworkTests {
    private let real = ScriptedTransport()
    private let network: SimulatedNetwork

    init() {
        network = SimulatedNetwork(over: real)
    }

    private func start(_ id: Int) {
        network.start(HTTPRequest(.get, "http://server/v1/hello"), id: id)
    }

    private func finished(_ id: Int) -> HTTPEvent {
        .finished(id: id, .success(HTTPReply(status: 200)), mayHaveArrived: true)
    }

    private func describe(_ event: HTTPEvent?) -> String? {
        guard case .finished(let id, let result, let arrived)? = event else {
            return event.map { _ in "woken" }
        }
        let what: String =
            switch result {
            case .success(let reply): "\(reply.status)"
            case .failure(let failure): "\(failure)"
            }
        return "\(id) \(what)\(arrived ? "" : " never sent")"
    }

    @Test func withoutFaultsEverythingPasses() {
        start(1)
        #expect(real.open.map(\.id) == [1])
        #expect(describe(network.received(finished(1), at: .zero)) == "1 200")
        #expect(describe(network.received(.woken, at: .zero)) == "woken")
        #expect(network.wakeAt == nil)
    }

    @Test func offSendsNothing() {
        network.set(.off)
        start(1)
        #expect(real.open.isEmpty)
        #expect(network.takeDue(at: .zero).map(describe) == ["1 unreachable never sent"])
        #expect(network.takeDue(at: .zero).isEmpty)
    }

    /// Requests in transit may have arrived, and their replies are lost.
    @Test func goingOffDropsRequestsInTransit() {
        start(1)
        start(2)
        network.set(.off)
        #expect(real.cancelled == [1, 2])
        #expect(network.takeDue(at: .zero).map(describe) == ["1 cutOff", "2 cutOff"])
        #expect(network.received(finished(1), at: .zero) == nil)
        network.set(.real)
        start(3)
        #expect(describe(network.received(finished(3), at: .zero)) == "3 200")
    }

    @Test func slowDelaysReplies() {
        network.set(.slow(.milliseconds(800)))
        start(1)
        start(2)
        #expect(real.open.count == 2)
        #expect(network.received(finished(1), at: .milliseconds(10)) == nil)
        #expect(network.received(finished(2), at: .milliseconds(20)) == nil)
        #expect(network.wakeAt == .milliseconds(810))
        #expect(network.takeDue(at: .milliseconds(809)).isEmpty)
        #expect(network.takeDue(at: .milliseconds(815)).map(describe) == ["1 200"])
        #expect(network.wakeAt == .milliseconds(820))
        #expect(network.takeDue(at: .milliseconds(820)).map(describe) == ["2 200"])
        #expect(network.wakeAt == nil)
    }

    /// Returns the fates of `count` exchanges: `.` passed, `q` the request was lost, `a` the reply
    /// was.
    private static func fates(_ percent: Int, seed: UInt64, _ count: Int) -> String {
        let test = SimulatedNetworkTests()
        test.network.set(.flaky(percent: percent, seed: seed))
        var fates = ""
        for id in 1...count {
            test.start(id)
            if test.real.open.contains(where: { $0.id == id }) {
                test.real.take(id)
                let event = test.network.received(test.finished(id), at: .zero)
                fates += test.describe(event) == "\(id) 200" ? "." : "a"
                if fates.last == "a" { #expect(test.describe(event) == "\(id) cutOff") }
            } else {
                fates += "q"
                #expect(
                    test.network.takeDue(at: .zero).map(test.describe)
                        == ["\(id) cutOff never sent"])
            }
        }
        return fates
    }

    @Test func theSameSeedLosesTheSame() {
        let first = Self.fates(30, seed: 7, 200)
        #expect(Self.fates(30, seed: 7, 200) == first)
        #expect(Self.fates(30, seed: 8, 200) != first)
        #expect(Self.fates(0, seed: 7, 200) == String(repeating: ".", count: 200))
        #expect(!Self.fates(100, seed: 7, 200).contains("."))
    }

    @Test func thePercentageIsLost() {
        let fates = Self.fates(30, seed: 7, 10_000)
        let requests = fates.count { $0 == "q" }
        let answers = fates.count { $0 == "a" }
        #expect((2800...3200).contains(requests + answers))
        #expect((1300...1700).contains(requests))
    }

    /// Setting it again restarts the sequence, so that a lesson can be repeated.
    @Test func settingItAgainRestartsTheSequence() {
        let test = SimulatedNetworkTests()
        var runs: [String] = []
        for run in 0..<2 {
            test.network.set(.flaky(percent: 50, seed: 3))
            var fates = ""
            for id in (run * 100 + 1)...(run * 100 + 40) {
                test.start(id)
                fates += test.real.open.contains { $0.id == id } ? "." : "q"
            }
            runs.append(fates)
            _ = test.network.takeDue(at: .zero)
        }
        #expect(runs[0] == runs[1])
    }
}
