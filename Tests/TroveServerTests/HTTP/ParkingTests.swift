import Testing
import TroveModel
import TroveServer
import TroveTesting
import TroveWire

/// Polls that wait for changes.
@Suite struct ParkingTests {
    /// Returns a poll. Without `seconds`, it ends only when it is woken, however slow the machine
    /// is.
    private static func poll(_ user: Int, since: Int = 0, seconds: Int = 600) -> String {
        TestDaemon.request("GET /wait?user=\(user)&since=\(since)&seconds=\(seconds)")
    }

    private func sendNews(_ user: Int, to server: TestDaemon) throws {
        let client = try server.connect()
        try client.send(TestDaemon.request("POST /news?user=\(user)"))
        #expect(try client.readReply().status == 204)
    }

    @Test(arguments: TestDaemon.waitingThreads) func newsWakeTheUsersPolls(
        _ waitingThreads: Int
    ) throws {
        let server = try TestDaemon { $0.waitingThreads = waitingThreads }
        let first = try server.connect()
        let second = try server.connect()
        let other = try server.connect()
        try first.send(Self.poll(1))
        try second.send(Self.poll(1))
        try other.send(Self.poll(2))
        #expect(server.waitFor(polls: 3))
        try sendNews(1, to: server)
        #expect(try first.readReply().text == "1")
        #expect(try second.readReply().text == "1")
        #expect(server.waitFor(polls: 1))
        #expect(server.handler.questions("/wait") == 5)
        try sendNews(2, to: server)
        #expect(try other.readReply().text == "1")
    }

    @Test func pollsWithNewsReturnAtOnce() throws {
        let server = try TestDaemon()
        try sendNews(1, to: server)
        let client = try server.connect()
        try client.send(Self.poll(1))
        #expect(try client.readReply().text == "1")
        #expect(server.handler.questions("/wait") == 1)
    }

    /// The connection remains usable after a poll.
    @Test(arguments: TestDaemon.waitingThreads) func pollsFollowEachOther(
        _ waitingThreads: Int
    ) throws {
        let server = try TestDaemon { $0.waitingThreads = waitingThreads }
        let client = try server.connect()
        for round in 0..<5 {
            try client.send(Self.poll(1, since: round))
            #expect(server.waitFor(polls: 1))
            try sendNews(1, to: server)
            #expect(try client.readReply().text == "\(round + 1)")
        }
    }

    /// No poll waits for changes that already exist: each is answered long before its deadline.
    @Test(arguments: TestDaemon.waitingThreads) func noNewsIsMissed(
        _ waitingThreads: Int
    ) throws {
        let server = try TestDaemon { $0.waitingThreads = waitingThreads }
        let client = try server.connect()
        let sender = try server.connect()
        for round in 0..<500 {
            try client.send(Self.poll(1, since: round))
            try sender.send(TestDaemon.request("POST /news?user=1"))
            #expect(try sender.readReply().status == 204)
            #expect(try client.readReply(within: .seconds(60)).text == "\(round + 1)")
        }
    }

    @Test func deadlinesAreMet() throws {
        let server = try TestDaemon()
        let long = try server.connect()
        let short = try server.connect()
        try long.send(Self.poll(1))
        #expect(server.waitFor(polls: 1))
        let start = ContinuousClock.now
        try short.send(Self.poll(2, seconds: 1))
        #expect(try short.readReply().text == "0")
        #expect(start.duration(to: .now) >= .milliseconds(900))
        // A poll is asked when it comes and at its deadline: the long one still waits.
        #expect(server.handler.questions("/wait") == 3)
    }

    @Test func deadlinesAreLimited() throws {
        let server = try TestDaemon { $0.parkedSeconds = 1 }
        let client = try server.connect()
        try client.send(Self.poll(1, seconds: 1_000_000))
        #expect(try client.readReply(within: .seconds(10)).text == "0")
    }

    @Test(arguments: [0, -5]) func pollsCanEndWithoutNews(_ seconds: Int) throws {
        let server = try TestDaemon()
        let client = try server.connect()
        try client.send(Self.poll(1, seconds: seconds))
        #expect(try client.readReply(within: .seconds(10)).text == "0")
    }

    @Test(arguments: TestDaemon.waitingThreads) func aFifthPollEndsTheFirst(
        _ waitingThreads: Int
    ) throws {
        let server = try TestDaemon { $0.waitingThreads = waitingThreads }
        var clients: [RawExchange] = []
        for count in 1...4 {
            let client = try server.connect()
            try client.send(Self.poll(1))
            #expect(server.waitFor(polls: count))
            clients.append(client)
        }
        let other = try server.connect()
        try other.send(Self.poll(2))
        #expect(server.waitFor(polls: 5))
        let fifth = try server.connect()
        try fifth.send(Self.poll(1))
        #expect(try clients[0].readReply().text == "0")
        #expect(server.waitFor(polls: 5))
        try sendNews(1, to: server)
        for client in clients.dropFirst() + [fifth] {
            #expect(try client.readReply().text == "1")
        }
    }

    /// A client that disconnects while its poll is parked uses no resources after the deadline.
    @Test(arguments: TestDaemon.waitingThreads) func clientsCanDisconnect(
        _ waitingThreads: Int
    ) throws {
        let server = try TestDaemon { $0.waitingThreads = waitingThreads }
        let closed = try server.connect()
        try closed.send(Self.poll(1, seconds: 1))
        #expect(server.waitForPoll(orRequests: 1))
        closed.close()
        #expect(try server.records(1).count == 1)
        let broken = try server.connect()
        try broken.send(Self.poll(2, seconds: 1))
        #expect(server.waitForPoll(orRequests: 2))
        broken.reset()
        #expect(try server.records(2).count == 2)
        #expect(server.waitFor(polls: 0))
        #expect(server.waitFor(connections: 0))
    }

    /// Data after a parked poll is processed after it.
    @Test func requestsBehindAPollWait() throws {
        let server = try TestDaemon()
        let client = try server.connect()
        try client.send(Self.poll(1) + TestDaemon.request("GET /hello"))
        #expect(server.waitFor(polls: 1))
        #expect(server.handler.questions("/hello") == 0)
        try sendNews(1, to: server)
        #expect(try client.readReply().text == "1")
        #expect(try client.readReply().text == #"{"ok":true}"#)
    }

    @Test func theRecordNamesThePollsUser() throws {
        let server = try TestDaemon()
        let client = try server.connect()
        try client.send(Self.poll(3, seconds: 1))
        _ = try client.readReply()
        let record = try #require(try server.records(1).first)
        #expect(record.user == 3)
        #expect(record.microseconds >= 1_000_000)
    }

    /// A thousand parked polls, one woken alone, then all of them.
    @Test func aThousandPollsWait() throws {
        let server = try TestDaemon { $0.connections = 4000 }
        // Other tests open as many at the same time.
        FileLimit.raise(to: 16384)
        var clients: [RawExchange] = []
        for user in 1...1000 {
            let client = try server.connect()
            try client.send(Self.poll(user))
            clients.append(client)
        }
        #expect(server.waitFor(polls: 1000))
        try sendNews(500, to: server)
        #expect(try clients[499].readReply().text == "1")
        #expect(server.waitFor(polls: 999))
        #expect(server.daemon.stop())
        for (index, client) in clients.enumerated() where index != 499 {
            #expect(try client.readReply().text == "0")
        }
    }
}
