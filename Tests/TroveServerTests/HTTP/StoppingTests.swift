import Glibc
import Testing
import TroveLoopback
import TroveServer
import TroveSystem
import TroveTesting

/// Stopping a daemon.
@Suite struct StoppingTests {
    @Test(arguments: TestDaemon.waitingThreads) func parkedPollsAreAnswered(
        _ waitingThreads: Int
    ) throws {
        let server = try TestDaemon { $0.waitingThreads = waitingThreads }
        var clients: [RawExchange] = []
        for user in 1...20 {
            let client = try server.connect()
            try client.send(TestDaemon.request("GET /wait?user=\(user)&since=0&seconds=20"))
            clients.append(client)
        }
        #expect(server.waitFor(polls: 20))
        // False if the polls had not ended within the limit for stopping.
        #expect(server.daemon.stop())
        for client in clients {
            let reply = try client.readReply()
            #expect(reply.text == "0")
            #expect(reply.field("Connection") == "close")
            #expect(try client.readToEnd() == [])
        }
    }

    /// Requests that arrived before the stop are answered, even unread ones: the first on its
    /// connection, one after another, and one after an answered one.
    @Test(arguments: TestDaemon.waitingThreads) func receivedRequestsAreAnswered(
        _ waitingThreads: Int
    ) throws {
        for _ in 0..<20 {
            let server = try TestDaemon { $0.waitingThreads = waitingThreads }
            let clients = try (0..<12).map { _ in try server.connect() }
            let hello = TestDaemon.request("GET /hello")
            for (number, client) in clients.enumerated() where number % 3 > 0 {
                try client.send(hello)
                _ = try client.readReply()
            }
            #expect(server.waitFor(connections: clients.count))
            for (number, client) in clients.enumerated() {
                try client.send(hello + (number % 3 == 2 ? hello : ""))
            }
            #expect(server.daemon.stop())
            for client in clients {
                let reply = try client.readReply()
                #expect(reply.status == 200)
            }
        }
    }

    @Test func slowWorkIsAnswered() throws {
        let server = try TestDaemon()
        let client = try server.connect()
        try client.send(TestDaemon.request("POST /slow"))
        try server.handler.waitForSlowWork(1)
        let stopper = try Background { server.daemon.stop() }
        try Waiting.until("no new connection is accepted") { (try? server.connect()) == nil }
        server.handler.letSlowGo()
        #expect(try client.readReply().text == "slow 0")
        #expect(try stopper.result())
    }

    /// Work that does not finish is answered without its result, and the daemon still stops.
    @Test func endlessWorkIsAbandoned() throws {
        let server = try TestDaemon { $0.stopLimit = .milliseconds(300) }
        let client = try server.connect()
        try client.send(TestDaemon.request("POST /slow"))
        try server.handler.waitForSlowWork(1)
        #expect(!server.daemon.stop())
        #expect(server.waitFor(connections: 0))
        #expect(try server.records(1).count == 1)
        server.handler.letSlowGo()
    }

    /// Half a request does not delay the stop beyond the grace period.
    @Test func incompleteRequestsAreAbandoned() throws {
        let server = try TestDaemon { $0.stopLimit = .milliseconds(300) }
        let client = try server.connect()
        try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc")
        let other = try server.connect()
        try other.send(TestDaemon.request("GET /hello"))
        _ = try other.readReply()
        // Whether the daemon had started reading does not matter, only that it stops.
        _ = server.daemon.stop()
        #expect(try client.readToEnd() == [])
        #expect(try other.readToEnd() == [])
    }

    @Test func newConnectionsAreRejected() throws {
        let server = try TestDaemon()
        let port = server.daemon.address.port
        #expect(server.daemon.stop())
        #expect(throws: SystemCallError.self) { try RawExchange(port: port) }
        #expect(server.daemon.stop())
        // The port is free again.
        let next = try HTTPDaemon(
            ListeningSocket(ListenAddress(host: "127.0.0.1", port: port)), handler: server.handler)
        #expect(next.stop())
    }

    /// Under load, every request sent before a stop gets an answer or the end of its connection.
    @Test(arguments: TestDaemon.waitingThreads) func stopsUnderLoad(
        _ waitingThreads: Int
    ) throws {
        for _ in 0..<5 {
            let server = try TestDaemon { $0.waitingThreads = waitingThreads }
            let port = server.daemon.address.port
            // By client.
            let answered = Monitor([0, 0, 0, 0])
            let clients = try (0..<4).map { number in
                try Background {
                    while true {
                        do {
                            let client = try RawExchange(port: port)
                            while true {
                                try client.send(
                                    TestDaemon.request("POST /news?user=\(number)")
                                        + TestDaemon.request(
                                            "GET /wait?user=\(number)&since=999999&seconds=0"))
                                _ = try client.readReply()
                                _ = try client.readReply()
                                answered.withLock { $0[number] += 1 }
                                answered.notify()
                            }
                        } catch let error as SystemCallError where error.code != ECONNREFUSED {
                            continue
                        } catch is RawExchange.NoReply {
                            continue
                        } catch {
                            return
                        }
                    }
                }
            }
            try server.handler.waitForQuestions("/news", 100)
            let deadline = MonotonicClock.uptime + .seconds(60)
            let areAllAnswered = answered.wait(until: deadline) { counts, _ in
                counts.allSatisfy { $0 > 0 } ? true : nil
            }
            #expect(areAllAnswered == true)
            #expect(server.daemon.stop())
            for client in clients { try client.result() }
        }
    }
}
