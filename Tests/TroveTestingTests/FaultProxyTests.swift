import Glibc
import Testing
import TroveLoopback
import TroveSystem
import TroveTesting

/// A client, the proxy, and a server that answers each request with its number, its target and its
/// body.
@Suite(.timeLimit(.minutes(20))) struct FaultProxyTests {
    let server: LoopbackServer
    let proxy: FaultProxy

    init() throws {
        let count = Counter()
        server = try LoopbackServer { connection in
            while let request = try connection.readRequest() {
                let body = String(decoding: request.body, as: UTF8.self)
                let answer = "\(count.next()) \(request.target) \(body)."
                try connection.reply(200, body: Array(answer.utf8))
            }
        }
        proxy = try FaultProxy(to: server.port)
    }

    private func client() throws -> PlainClient { try PlainClient(port: proxy.port) }

    /// The targets that the server received, in order.
    private var targets: [String] { server.requests.map(\.target) }

    // MARK: - Forwarding

    @Test func forwardsRequestsAndReplies() throws {
        let client = try client()
        #expect(try client.ask("POST", "/v1/push", body: "one") == "1 /v1/push one.")
        #expect(try client.ask("GET", "/v1/changes?since=1") == "2 /v1/changes?since=1 .")
        #expect(try client.ask("GET", "/v1/changes?since=2") == "3 /v1/changes?since=2 .")
        #expect(server.connectionCount == 1)
        let traffic = proxy.traffic
        #expect(traffic.requests == ["POST /v1/push": 1, "GET /v1/changes": 2])
        #expect(traffic.requestCount == 3)
        #expect(traffic.connections == 1)
        #expect(traffic.faults == [:])
        #expect(traffic.bytesSent > 100)
        try proxy.wait(for: "three answers") { $0.answered == $0.requests }
        #expect(proxy.traffic.bytesReceived > 100)
    }

    @Test func forwardsSplitRequests() throws {
        let client = try client()
        for piece in ["POST /a HT", "TP/1.1\r\nContent-Length", ": 4\r\n", "\r", "\nab", "c"] {
            try client.socket.write(Array(piece.utf8))
            // Without an answer yet, the proxy has time to read the parts one by one.
            #expect(client.end(within: .milliseconds(5)) == ETIMEDOUT)
        }
        try client.socket.write([UInt8(ascii: "d")])
        #expect(try client.read(until: ".").hasSuffix("\r\n\r\n1 /a abcd."))
    }

    @Test func forwardsChunksBothWays() throws {
        let chunked = try LoopbackServer { connection in
            guard try connection.readHead() != nil else { return }
            let expected = "3\r\nabc\r\n0\r\n\r\n"
            #expect(try connection.readBytes(expected.utf8.count) == Array(expected.utf8))
            try connection.write("HTTP/1.1 100 Continue\r\n\r\n")
            try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            try connection.write("4;x=y\r\nwxyz\r\n")
            try connection.write("1\r\n.\r\n0\r\n\r\n")
            connection.stall()
        }
        let proxy = try FaultProxy(to: chunked.port)
        let client = try PlainClient(port: proxy.port)
        let head = "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
        try client.socket.write(Array("\(head)3\r\nabc\r\n0\r\n\r\n".utf8))
        let reply = try client.read(until: "0\r\n\r\n")
        #expect(reply.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(reply.hasSuffix("\r\n\r\n4;x=y\r\nwxyz\r\n1\r\n.\r\n0\r\n\r\n"))
        try proxy.wait(for: "the answer") { $0.answered == ["POST /a": 1] }
    }

    @Test(arguments: ["204 No Content", "304 Not Modified"])
    func forwardsRepliesWithoutBodies(_ status: String) throws {
        let bare = try LoopbackServer { connection in
            while try connection.readRequest() != nil {
                try connection.write("HTTP/1.1 \(status)\r\n\r\n")
            }
        }
        let proxy = try FaultProxy(to: bare.port)
        let client = try PlainClient(port: proxy.port)
        for _ in 0..<2 {
            try client.send("POST", "/a")
            #expect(try client.read(until: "\r\n\r\n") == "HTTP/1.1 \(status)\r\n\r\n")
        }
    }

    @Test func forwardsBodiesThatEndWithTheConnection() throws {
        let old = try LoopbackServer { connection in
            guard try connection.readRequest() != nil else { return }
            try connection.write("HTTP/1.1 200 OK\r\n\r\nto the end")
        }
        let proxy = try FaultProxy(to: old.port)
        let client = try PlainClient(port: proxy.port)
        try client.send("GET", "/a")
        #expect(try client.read(until: "never") == "HTTP/1.1 200 OK\r\n\r\nto the end")
    }

    @Test func forwardsAMegabyteBothWays() throws {
        let long = String(repeating: "0123456789", count: 200_000)
        #expect(try client().ask("PUT", "/v1/blobs/a", body: long) == "1 /v1/blobs/a \(long).")
    }

    @Test func endsTheConnectionsTogether() throws {
        let client = try client()
        _ = try client.ask("GET", "/a")
        server.stop()
        #expect(client.end() == 0)
        let late = try self.client()
        try late.send("GET", "/b")
        #expect(late.end() == ECONNRESET)
    }

    @Test func followsTheServerToAnotherPort() throws {
        let second = try LoopbackServer { connection in
            guard try connection.readRequest() != nil else { return }
            try connection.reply(200, body: Array("second.".utf8))
        }
        _ = try client().ask("GET", "/a")
        proxy.serverPort = second.port
        #expect(try client().ask("GET", "/a") == "second.")
    }

    @Test func abandonsAGetWithItsClient() throws {
        let ended = Counter()
        let parking = try LoopbackServer { connection in
            guard try connection.readRequest() != nil else { return }
            connection.stall()
            _ = ended.next()
        }
        let proxy = try FaultProxy(to: parking.port)
        let client = try PlainClient(port: proxy.port)
        try client.send("GET", "/v1/changes?wait=20")
        try proxy.wait(forRequests: 1, "GET /v1/changes")
        client.socket.close()
        try proxy.wait(for: "the end") { _ in ended.count == 1 }
    }

    // MARK: - Faults

    @Test func resets() throws {
        proxy.schedule = .next("POST /a", .reset)
        let client = try client()
        try client.send("POST", "/a")
        #expect(client.end() == ECONNRESET)
        #expect(targets == [])
        #expect(try self.client().ask("POST", "/a") == "1 /a .")
        #expect(proxy.traffic.faults == ["reset": 1])
    }

    @Test func refuses() throws {
        proxy.schedule = .next("POST /a", .refuse(.seconds(3)))
        let client = try client()
        let start = ContinuousClock.now
        try client.send("POST", "/a")
        #expect(client.end() == ECONNRESET)
        #expect { try self.client() } throws: { ($0 as? SystemCallError)?.code == ECONNREFUSED }
        try proxy.wait(for: "the end") { _ in (try? self.client()) != nil }
        #expect(start.duration(to: .now) >= .seconds(3))
        #expect(try self.client().ask("POST", "/a") == "1 /a .")
    }

    @Test func swallows() throws {
        proxy.schedule = .next("POST /a", .swallow(.seconds(3)))
        let client = try client()
        try client.send("POST", "/a")
        #expect(client.end(within: .milliseconds(150)) == ETIMEDOUT)
        #expect(client.end() == ECONNRESET)
        #expect(targets == [])
    }

    @Test func losesAReply() throws {
        proxy.schedule = .next("POST /a", .loseReply)
        let client = try client()
        try client.send("POST", "/a", body: "x")
        #expect(client.end() == ECONNRESET)
        #expect(targets == ["/a"])
    }

    @Test func losesAReplyOnlyWhenThereIsOne() throws {
        let slow = try LoopbackServer { connection in
            guard let request = try connection.readRequest() else { return }
            _ = try connection.readRequest()
            try connection.reply(200, body: request.body)
        }
        let proxy = try FaultProxy(to: slow.port, schedule: .next("POST /a", .loseReply))
        let client = try PlainClient(port: proxy.port)
        try client.send("POST", "/a", body: "x")
        // The server does not answer before its connection ends.
        #expect(client.end(within: .milliseconds(100)) == ETIMEDOUT)
        slow.stop()
        #expect(client.end() == ECONNRESET)
    }

    @Test func cutsAReply() throws {
        proxy.schedule = .next("POST /a", .cutReply, .cutReply)
        for body in ["x", String(repeating: "x", count: 300_000)] {
            let client = try client()
            try client.send("POST", "/a", body: body)
            let reply = try client.read(until: "never")
            #expect(reply.hasPrefix("HTTP/1.1 200"))
            #expect(!reply.hasSuffix("."))
        }
        #expect(targets == ["/a", "/a"])
        #expect(proxy.traffic.answered == [:])
    }

    @Test func repeatsARequest() throws {
        proxy.schedule = .next("POST /a", .repeatRequest)
        let client = try client()
        #expect(try client.ask("POST", "/a", body: "x") == "2 /a x.")
        #expect(try client.ask("POST", "/b", body: "y") == "3 /b y.")
        #expect(targets == ["/a", "/a", "/b"])
    }

    @Test func repeatsARequestLater() throws {
        proxy.schedule = .next("POST /a", .repeatLater(after: 2))
        let client = try client()
        #expect(try client.ask("POST", "/a", body: "x") == "1 /a x.")
        #expect(try client.ask("POST", "/b") == "2 /b .")
        #expect(try self.client().ask("POST", "/c") == "4 /c .")
        #expect(targets == ["/a", "/b", "/a", "/c"])
        #expect(server.requests.map { $0.body.count } == [1, 0, 1, 0])
    }

    @Test func delays() throws {
        proxy.schedule = .next("POST /a", .delay(.milliseconds(200)))
        let start = ContinuousClock.now
        #expect(try client().ask("POST", "/a") == "1 /a .")
        #expect(start.duration(to: .now) >= .milliseconds(200))
    }

    @Test func drips() throws {
        proxy.schedule = .next("POST /a", .drip(.seconds(3)))
        let client = try client()
        let start = ContinuousClock.now
        try client.send("POST", "/a", body: String(repeating: "x", count: 1_000))
        var pieces = 0
        var received: [UInt8] = []
        while received.last != UInt8(ascii: ".") {
            received += try client.socket.read()
            pieces += 1
        }
        #expect(start.duration(to: .now) >= .seconds(3))
        #expect(pieces > 4)
        #expect(String(decoding: received, as: UTF8.self).hasSuffix("xxx."))
    }

    // MARK: - Partitions

    @Test func canBeDown() throws {
        let client = try client()
        _ = try client.ask("GET", "/a")
        proxy.isDown = true
        #expect(client.end() == ECONNRESET)
        for _ in 0..<100 {
            #expect { try self.client() } throws: { ($0 as? SystemCallError)?.code == ECONNREFUSED }
        }
        proxy.isDown = false
        #expect(try self.client().ask("GET", "/b") == "2 /b .")
    }

    @Test func endsConnectionsEvenWhenDownForAMoment() throws {
        let client = try client()
        _ = try client.ask("GET", "/a")
        for isDown in [true, false] { proxy.isDown = isDown }
        #expect(client.end() == ECONNRESET)
    }

    @Test func canBeSilent() throws {
        proxy.partition = .silent
        let client = try client()
        try client.send("POST", "/a")
        #expect(client.end(within: .milliseconds(100)) == ETIMEDOUT)
        #expect(targets == [])
        proxy.partition = .none
        #expect(try client.read(until: ".").hasSuffix("1 /a ."))
    }

    @Test func deliversTheRequestsOfDisconnectedClients() throws {
        proxy.partition = .silent
        let client = try client()
        try client.send("POST", "/a")
        try proxy.wait(forRequests: 1, "POST /a")
        client.socket.close()
        #expect(try self.client().end(within: .milliseconds(50)) == ETIMEDOUT)
        #expect(targets == [])
        proxy.heal()
        #expect(try self.client().ask("POST", "/b").hasSuffix(" /b ."))
        try proxy.wait(for: "the end") { _ in targets.contains("/a") }
    }

    @Test func canHoldReplies() throws {
        proxy.partition = .withoutReplies
        let client = try client()
        try client.send("POST", "/a")
        try proxy.wait(for: "the request") { _ in targets == ["/a"] }
        #expect(client.end(within: .milliseconds(100)) == ETIMEDOUT)
        proxy.heal()
        #expect(try client.read(until: ".").hasSuffix("1 /a ."))
    }

    @Test func resetsEveryConnection() throws {
        let clients = try (0..<3).map { _ in try client() }
        for client in clients { _ = try client.ask("GET", "/a") }
        proxy.resetConnections()
        #expect(clients.map { $0.end() } == [ECONNRESET, ECONNRESET, ECONNRESET])
        #expect(try client().ask("GET", "/b") == "4 /b .")
    }

    @Test func healingEndsEverything() throws {
        proxy.schedule = .next("POST /a", .repeatLater(after: 1), .reset)
        _ = try client().ask("POST", "/a")
        proxy.isDown = true
        proxy.heal()
        #expect(try client().ask("POST", "/a") == "2 /a .")
        #expect(targets == ["/a", "/a"])
    }

    @Test func healingEndsARefusal() throws {
        proxy.schedule = .next("POST /a", .refuse(.seconds(20)))
        let client = try client()
        try client.send("POST", "/a")
        #expect(client.end() == ECONNRESET)
        proxy.heal()
        #expect(try self.client().ask("POST", "/a") == "1 /a .")
    }

    @Test func stopsWithItsOwner() throws {
        var proxy: FaultProxy? = try FaultProxy(to: server.port)
        let port = try #require(proxy?.port)
        let client = try PlainClient(port: port)
        _ = try client.ask("GET", "/a")
        proxy = nil
        #expect(client.end() == ECONNRESET)
        #expect { try PlainClient(port: port) } throws: {
            ($0 as? SystemCallError)?.code == ECONNREFUSED
        }
    }

    // MARK: - Evidence

    @Test func tracesItsActions() throws {
        proxy.schedule = .next("POST /a", .loseReply)
        let client = try client()
        try client.send("POST", "/a?x=1")
        #expect(client.end() == ECONNRESET)
        _ = try self.client().ask("GET", "/b")
        try proxy.wait(for: "the answer") { $0.answered["GET /b"] == 1 }
        let lines = proxy.trace.split(separator: "\n").map { line in
            line.split(separator: " ").dropFirst(2).joined(separator: " ")
        }
        #expect(
            lines == [
                "#1 POST /a?x=1, 36 bytes: loseReply", "#1 reply lost",
                "#2 GET /b, 31 bytes: pass", "#2 answered 200, 48 bytes",
            ])
    }

    @Test func waitsTimeOut() throws {
        _ = try client().ask("GET", "/b")
        let limit = Duration.milliseconds(50)
        #expect {
            try proxy.wait(forRequests: 2, "GET /b", timeLimit: limit)
        } throws: { error in
            let text = "\(error)"
            return text.contains("request 2 of GET /b")
                && text.contains("#1 GET /b, 31 bytes: pass")
        }
    }

    // MARK: - Random faults

    @Test func randomFaultsAreReproducible() {
        let requests = (1...3_000).map { request($0, query: $0 % 2 == 0 ? "wait=20" : "wait=0") }
        func faults(_ seed: UInt64, percent: Int) -> [Fault] {
            let schedule = FaultSchedule.seeded(seed, percent: percent, longest: .seconds(2))
            return requests.map(schedule.decide)
        }
        let first = faults(7, percent: 50)
        #expect(first == faults(7, percent: 50))
        #expect(first != faults(8, percent: 50))
        #expect(faults(7, percent: 0).allSatisfy { $0 == .pass })
        let share = first.count { $0 != .pass }
        #expect((1_200..<1_800).contains(share))
        #expect(Set(first.map(\.name)).count == 10)
        // The second answer to a long poll may take as long as the first.
        for (request, fault) in zip(requests, first) where request.isLongPoll {
            #expect(fault.name != "repeatRequest" && fault.name != "repeatLater")
        }
    }

    private func request(_ number: Int, query: String) -> ProxiedRequest {
        ProxiedRequest(
            number: number, method: "GET", path: "/v1/changes", query: query, size: 100)
    }

    @Test func repliesMatchTheirRequests() throws {
        var random = SeededRandom.fromEnvironment()
        let longest = Duration.milliseconds(10)
        proxy.schedule = .seeded(random.next(), percent: 60, longest: longest)
        var answered = 0
        for number in 0..<150 {
            var made: PlainClient?
            try proxy.wait(for: "the end of a refusal") { _ in
                made = try? self.client()
                return made != nil
            }
            // A connection can be reused while it lasts.
            let client = try #require(made)
            for part in 0..<3 {
                let target = "/\(number)/\(part)"
                guard let answer = try? client.ask("POST", target, body: "body of \(target)"),
                    answer.hasSuffix(".")
                else { break }
                #expect(answer.hasSuffix(" \(target) body of \(target)."), "\(random.hint)")
                answered += 1
            }
        }
        #expect(answered > 50, "\(random.hint)")
        #expect(proxy.traffic.faults.count == 9, "\(random.hint)")
        proxy.heal()
        #expect(try client().ask("GET", "/end").hasSuffix(" /end ."))
    }
}

/// Numbers from 1.
private final class Counter: Sendable {
    private let last = Locked(0)

    var count: Int { last.withLock { $0 } }

    func next() -> Int {
        last.withLock { number in
            number += 1
            return number
        }
    }
}
