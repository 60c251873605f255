import Glibc
import Testing
import TroveServer
import TroveTesting

/// Slow clients.
@Suite struct SlowClientTests {
    /// Sends a byte repeatedly until the other end closes. Returns how long that took.
    private func drip(
        _ client: RawExchange, _ byte: String, within limit: Duration = .seconds(20)
    ) throws -> Duration {
        let start = ContinuousClock.now
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

    @Test func heads() throws {
        let server = try TestDaemon { $0.patience = .milliseconds(400) }
        let client = try server.connect()
        try client.send("GET /hello HTTP/1.1\r\nHost: a\r\nX: ")
        let time = try drip(client, "y")
        #expect(time >= .milliseconds(350) && time < .seconds(10), "\(time)")
        #expect(try server.records(1).first?.isComplete == false)
        #expect(server.waitFor(connections: 0))
    }

    @Test func firstLines() throws {
        let server = try TestDaemon { $0.patience = .milliseconds(400) }
        let client = try server.connect()
        let time = try drip(client, "G")
        #expect(time >= .milliseconds(350) && time < .seconds(10), "\(time)")
    }

    @Test func silence() throws {
        let server = try TestDaemon { $0.patience = .milliseconds(400) }
        let client = try server.connect()
        #expect(try client.readToEnd(within: .seconds(10)) == [])
    }

    @Test func bodies() throws {
        let server = try TestDaemon {
            $0.patience = .milliseconds(400)
            $0.bytesPerSecond = 1000
        }
        let client = try server.connect()
        try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 999\r\n\r\n")
        let time = try drip(client, "y")
        #expect(time >= .milliseconds(350) && time < .seconds(10), "\(time)")
        #expect(server.handler.questions("/echo") == 0)
    }

    /// A client that keeps sending is not cut off.
    @Test func steadyBodiesAreAccepted() throws {
        let server = try TestDaemon {
            $0.patience = .seconds(1)
            $0.bytesPerSecond = 5000
        }
        let client = try server.connect()
        try client.send("PUT /large HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
        let start = ContinuousClock.now
        for _ in 0..<100 {
            try client.send([UInt8](repeating: 120, count: 1000))
            // A pause in which nothing arrives.
            #expect(throws: SystemCallError.self) {
                try client.readToEnd(within: .milliseconds(20))
            }
        }
        #expect(start.duration(to: .now) > .milliseconds(1900))
        #expect(try client.readReply().text == "100000")
    }

    @Test func rejectedBodies() throws {
        let server = try TestDaemon { $0.patience = .milliseconds(400) }
        let client = try server.connect()
        try client.send("POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 999999\r\n\r\n")
        let time = try drip(client, "y")
        #expect(time >= .milliseconds(350) && time < .seconds(10), "\(time)")
    }

    /// A connection may idle between two requests, but only for a limited time.
    @Test func pauses() throws {
        let server = try TestDaemon {
            $0.patience = .seconds(30)
            $0.idle = .seconds(1)
        }
        let client = try server.connect()
        try client.send(TestDaemon.request("GET /hello"))
        _ = try client.readReply()
        let start = ContinuousClock.now
        #expect(try client.readToEnd(within: .seconds(10)) == [])
        #expect(start.duration(to: .now) >= .milliseconds(900))
    }

    /// A reply that the client does not read does not hold a connection forever.
    @Test func unreadReplies() throws {
        let server = try TestDaemon {
            $0.patience = .milliseconds(400)
            $0.bytesPerSecond = 1 << 30
        }
        let client = try server.connect()
        // More replies than the buffers of both ends can hold.
        let requests = String(repeating: TestDaemon.request("GET /many"), count: 20)
        try client.send(requests)
        #expect(server.waitFor(connections: 1))
        #expect(server.waitFor(connections: 0))
        let cut = try server.records(1)
        #expect(!cut.isEmpty)
    }

    /// A device is answered while a thousand clients have requests that never end, and after each
    /// has sent another byte.
    @Test func aThousandBesideADevice() throws {
        FileLimit.raise(to: 4096)
        let server = try TestDaemon { $0.patience = .seconds(600) }
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
        #expect(server.daemon.load.connections == slow.count + 1)
        #expect(try server.records(slow.count / 10).allSatisfy { $0.path == "/echo" })
    }
}
