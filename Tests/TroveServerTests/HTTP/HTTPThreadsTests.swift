import Testing
import TroveLoopback
import TroveServer
import TroveTesting

/// How connections come to the threads that serve them.
@Suite struct HTTPThreadsTests {
    /// Connections that come one right after the other are served by different threads.
    @Test(arguments: 0..<10) func connectionsGetDifferentThreads(_: Int) throws {
        let server = try TestDaemon()
        let clients = [try server.connect(), try server.connect()]
        for client in clients { try client.send(TestDaemon.request("GET /meet")) }
        for client in clients { #expect(try client.readReply().text == "true") }
    }

    /// A connection that is one too many waits until another one ends.
    @Test func tooManyConnectionsWait() throws {
        let server = try TestDaemon { $0.connections = 2 }
        let clients = [try server.connect(), try server.connect()]
        for client in clients {
            try client.send(TestDaemon.request("GET /hello"))
            #expect(try client.readReply().status == 200)
        }
        let late = try server.connect()
        try late.send(TestDaemon.request("GET /hello"))
        #expect(throws: SystemCallError.self) {
            _ = try late.readReply(within: .milliseconds(200))
        }
        clients[0].close()
        #expect(try late.readReply().status == 200)
    }
}
