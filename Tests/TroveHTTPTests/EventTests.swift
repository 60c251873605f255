import Glibc
import Testing
import TroveHTTP
import TroveLoopback
import TroveSystem
import TroveTesting

@Suite struct EventTests {
    @Test func aHundredRequestsRunAtOnce() throws {
        let count = 100
        let arrived = Locked(0)
        let gate = try Socket.listen()
        // Each request is answered after all have arrived.
        let server = try LoopbackServer { connection in
            guard let request = try connection.readRequest() else { return }
            let isLast = arrived.withLock { arrived in
                arrived += 1
                return arrived == count
            }
            if isLast { gate.interrupt() }
            _ = try gate.accept()
            try connection.reply(body: Array(request.target.utf8))
        }
        let client = try TestClient()
        let ids = (0..<count).map { client.start(HTTPRequest(.get, server.url("/\($0)"))) }
        var replies: [Int: String] = [:]
        for _ in ids {
            let end = try client.nextEnd()
            replies[end.id] = try end.result.get().text
        }
        for (number, id) in ids.enumerated() { #expect(replies[id] == "/\(number)") }
        #expect(server.connectionCount == count)
    }

    @Test func requestsCanBeStartedOnAnyThread() async throws {
        let server = try LoopbackServer { connection in
            while try connection.readRequest() != nil { try connection.reply() }
        }
        let client = try TestClient()
        let url = server.url()
        let shared = client.client
        await withTaskGroup { group in
            for id in 0..<50 {
                group.addTask { shared.start(HTTPRequest(.get, url), id: id) }
            }
        }
        var ids: Set<Int> = []
        for _ in 0..<50 { ids.insert(try client.nextEnd().id) }
        #expect(ids == Set(0..<50))
    }

    @Test func aCancelledRequestEndsOnce() throws {
        let server = try LoopbackServer { connection in
            while let request = try connection.readRequest() {
                if request.target == "/stall" { return connection.stall() }
                try connection.reply()
            }
        }
        let client = try TestClient()
        let untouched = client.start(HTTPRequest(.get, server.url("/stall")))
        let stalled = client.start(HTTPRequest(.get, server.url("/stall")))
        let other = client.start(HTTPRequest(.get, server.url("/reply")))
        #expect(try client.nextEnd().id == other)
        client.client.cancel(other)
        client.client.cancel(1000)
        client.client.cancel(stalled)
        client.client.cancel(stalled)
        let end = try client.nextEnd()
        #expect(end.id == stalled)
        #expect(end.failure == .cancelled)
        // The other orders cause no events.
        client.client.wake(after: .zero)
        guard case .woken = try client.next() else {
            Issue.record("a second end")
            return
        }
        client.client.cancel(untouched)
        #expect(try client.nextEnd().id == untouched)
    }

    @Test func cancellationReportsWhetherTheRequestMayHaveArrived() throws {
        let port = try SilentPort()
        let server = try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 100 Continue\r\n\r\n")
            connection.stall()
        }
        let client = try TestClient()
        let waiting = client.start(HTTPRequest(.post, port.url, body: [1]))
        let sent = client.start(HTTPRequest(.post, server.url(), body: [1]))
        try Waiting.until("the request") { server.requests.count == 1 }
        client.client.cancel(waiting)
        var end = try client.nextEnd()
        #expect(end.id == waiting)
        #expect(!end.mayHaveArrived)
        client.client.cancel(sent)
        end = try client.nextEnd()
        #expect(end.id == sent)
        #expect(end.mayHaveArrived)
    }

    @Test func wakesInTime() throws {
        let client = try TestClient()
        let start = ContinuousClock.now
        client.client.wake(after: .milliseconds(50))
        guard case .woken = try client.next() else {
            Issue.record("not woken")
            return
        }
        #expect(start.duration(to: .now) >= .milliseconds(50))
        #expect(client.client.takeEvents().isEmpty)
    }

    @Test func aLaterWakeReplacesAnEarlierOne() throws {
        let server = try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.reply()
        }
        let client = try TestClient()
        client.client.wake(after: .milliseconds(500))
        client.client.wake(after: .seconds(3600))
        let start = ContinuousClock.now
        client.client.wake(after: .milliseconds(1500))
        guard case .woken = try client.next() else {
            Issue.record("not woken")
            return
        }
        #expect(start.duration(to: .now) >= .milliseconds(1500))
        // Without a second one, the next event is that of the request.
        _ = try client.reply(to: HTTPRequest(.get, server.url()))
    }

    @Test func theDescriptorIsReadableWhileEventsWait() throws {
        let client = try HTTPClient(userAgent: "test", caFile: nil) { _ in nil }
        #expect(!client.wait(atMost: .zero))
        #expect(client.takeEvents().isEmpty)
        client.start(HTTPRequest(.get, "nonsense:"), id: 7)
        client.wake(after: .zero)
        #expect(client.wait(atMost: .seconds(30)))
        var events: [HTTPEvent] = []
        while events.count < 2, client.wait(atMost: .seconds(30)) { events += client.takeEvents() }
        guard events.count == 2, case .finished(id: 7, _, _) = events[0], case .woken = events[1]
        else {
            Issue.record("\(events)")
            return
        }
        #expect(!client.wait(atMost: .zero))
        var request = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
        // One record, as the count says.
        #expect(unsafe poll(&request, 1, 0) == 0)
    }
}
