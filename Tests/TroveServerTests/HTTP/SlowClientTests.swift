import Glibc
import Testing
import TroveLoopback
import TroveServer
import TroveTesting

/// Slow clients.
@Suite struct SlowClientTests {
    /// Sends a byte repeatedly until the other end closes. Returns how long that took since
    /// `start`, which is before the connection: the server's time starts with that.
    private func drip(
        _ client: RawExchange, _ byte: String, since start: ContinuousClock.Instant,
        within limit: Duration = .seconds(60)
    ) throws -> Duration {
        while start.duration(to: .now) < limit {
            do {
                try client.send(byte)
                // Pauses between two bytes, unless the end comes.
                let rest = try client.readToEnd(within: .milliseconds(20))
                #expect(rest == [])
                return start.duration(to: .now)
            } catch let error as SystemCallError {
                if error.code != ETIMEDOUT { return start.duration(to: .now) }
            }
        }
        return limit
    }

    @Test func slowHeadsAreCutOff() throws {
        // The first line must come in this time.
        let server = try TestDaemon { $0.timeout = .seconds(3) }
        let start = ContinuousClock.now
        let client = try server.connect()
        try client.send("GET /hello HTTP/1.1\r\nHost: a\r\nX: ")
        let time = try drip(client, "y", since: start)
        #expect(time >= .milliseconds(2950) && time < .seconds(60), "\(time)")
        #expect(try server.records(1).first?.isComplete == false)
        #expect(server.waitFor(connections: 0))
    }

    @Test func firstLines() throws {
        let server = try TestDaemon { $0.timeout = .milliseconds(400) }
        let start = ContinuousClock.now
        let client = try server.connect()
        let time = try drip(client, "G", since: start)
        #expect(time >= .milliseconds(350) && time < .seconds(60), "\(time)")
    }

    @Test func silentClientsAreCutOff() throws {
        let server = try TestDaemon { $0.timeout = .milliseconds(400) }
        let client = try server.connect()
        #expect(try client.readToEnd(within: .seconds(60)) == [])
    }

    @Test func slowBodiesAreCutOff() throws {
        let server = try TestDaemon {
            $0.timeout = .milliseconds(400)
            $0.bytesPerSecond = 1000
        }
        let start = ContinuousClock.now
        let client = try server.connect()
        try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 999\r\n\r\n")
        let time = try drip(client, "y", since: start)
        #expect(time >= .milliseconds(350) && time < .seconds(60), "\(time)")
        #expect(server.handler.questions("/echo") == 0)
    }

    /// A client that keeps sending is not cut off.
    @Test func steadyBodiesAreAccepted() throws {
        let server = try TestDaemon {
            $0.timeout = .seconds(2)
            // Each part gives the client 20 seconds more.
            $0.bytesPerSecond = 50
        }
        let client = try server.connect()
        let part = String(repeating: "x", count: 1000)
        try client.send(
            "PUT /large HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n" + part)
        let start = ContinuousClock.now
        for _ in 1..<100 {
            // A pause in which nothing arrives.
            #expect(throws: SystemCallError.self) {
                try client.readToEnd(within: .milliseconds(40))
            }
            try client.send(part)
        }
        // Longer than the timeout, and half a second for the server to notice.
        #expect(start.duration(to: .now) > .milliseconds(3900))
        #expect(try client.readReply().text == "100000")
    }

    @Test func rejectedBodies() throws {
        let server = try TestDaemon { $0.timeout = .milliseconds(400) }
        let start = ContinuousClock.now
        let client = try server.connect()
        try client.send("POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 999999\r\n\r\n")
        let time = try drip(client, "y", since: start)
        #expect(time >= .milliseconds(350) && time < .seconds(60), "\(time)")
    }

    /// A connection may idle between two requests, but only for a limited time.
    @Test func pauses() throws {
        let server = try TestDaemon {
            $0.timeout = .seconds(30)
            $0.idle = .seconds(1)
        }
        let client = try server.connect()
        let start = ContinuousClock.now
        try client.send(TestDaemon.request("GET /hello"))
        _ = try client.readReply()
        #expect(try client.readToEnd(within: .seconds(60)) == [])
        #expect(start.duration(to: .now) >= .milliseconds(900))
    }

    /// A reply that the client does not read does not hold a connection forever.
    @Test func unreadRepliesAreCutOff() throws {
        let server = try TestDaemon {
            // The requests must come in this time.
            $0.timeout = .seconds(3)
            $0.bytesPerSecond = 1 << 30
        }
        let client = try server.connect()
        // More replies than the buffers of both ends can hold.
        let requests = String(repeating: TestDaemon.request("GET /many"), count: 20)
        try client.send(requests)
        #expect(try server.records(1).count == 1)
        #expect(server.waitFor(connections: 0))
    }

    /// A device is answered while a thousand clients have requests that never end, and after each
    /// has sent another byte.
    @Test func aThousandBesideADevice() throws {
        // Other tests open as many at the same time.
        FileLimit.raise(to: 16384)
        let server = try TestDaemon { $0.timeout = .seconds(600) }
        let starts = [
            "", "GET /hel", "GET /hello HTTP/1.1\r\nHost: a\r\nX: ",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 999\r\n\r\n",
        ]
        let slow = try (0..<1000).map { number in
            let client = try server.connect()
            try client.send(starts[number % starts.count])
            return client
        }
        let device = try server.connect()
        for (number, client) in slow.enumerated() {
            try client.send("y")
            guard number % 10 == 0 else { continue }
            try device.send(TestDaemon.request("POST /echo", body: "\(number)"))
            #expect(try device.readReply().text == "\(number)")
        }
        #expect(server.waitFor(connections: slow.count + 1))
        #expect(try server.records(slow.count / 10).allSatisfy { $0.path == "/echo" })
    }
}
