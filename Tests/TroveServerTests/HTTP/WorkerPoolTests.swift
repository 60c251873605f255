import Testing
import TroveServer
import TroveTesting

/// Work on separate threads.
@Suite struct WorkerPoolTests {
    @Test func twoRunSixteenWaitAndMoreAreRejected() throws {
        let server = try TestDaemon()
        var clients: [RawExchange] = []
        for _ in 0..<18 {
            let client = try server.connect()
            try client.send(TestDaemon.request("POST /slow", body: "abc"))
            clients.append(client)
        }
        #expect(server.waitFor(slow: 18))
        try server.handler.waitForSlowWork(2)
        // Two run, sixteen wait, and all others are refused at once.
        for _ in 0..<3 {
            let client = try server.connect()
            try client.send(TestDaemon.request("POST /slow"))
            let reply = try client.readReply()
            #expect(reply.status == 429)
            #expect(reply.field("Retry-After") == "1")
            #expect(reply.text.hasPrefix(#"{"error":{"code":"too_many""#))
        }
        // Other requests are served meanwhile.
        let other = try server.connect()
        try other.send(TestDaemon.request("GET /hello"))
        #expect(try other.readReply().status == 200)
        server.handler.letSlowGo()
        for client in clients { #expect(try client.readReply().text == "slow 3") }
        #expect(server.handler.mostSlow == 2)
        // There is room again.
        try other.send(TestDaemon.request("POST /slow"))
        #expect(try other.readReply().text == "slow 0")
    }

    @Test func clientsCanDisconnect() throws {
        let server = try TestDaemon()
        for count in 1...4 {
            let client = try server.connect()
            try client.send(TestDaemon.request("POST /slow"))
            try server.handler.waitForQuestions("/slow", count)
            client.reset()
        }
        try server.handler.waitForQuestions("/slow", 4)
        server.handler.letSlowGo()
        #expect(try server.records(4).count == 4)
        #expect(server.waitFor(connections: 0))
    }
}
