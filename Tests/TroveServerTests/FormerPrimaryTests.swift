import Testing
import TroveModel
import TroveServer
import TroveTesting
import TroveWire

/// A database server that a standby has replaced still answers, with old data.
struct FormerPrimaryTests {
    private let server: TestServer
    private let laptop: TestDevice

    init() throws {
        let store = try ServerStore.inMemory()
        store.file?.role = .primary
        server = TestServer(store: store)
        laptop = try server.signUp()
    }

    /// A device would forget a new token that it believes to be refused.
    @Test(arguments: ["/v1/account", "/v1/changes", "/v1/snapshot", "/v1/devices"])
    func anUnknownTokenIsRefusedOnlyWithTheNewestData(_ path: String) throws {
        // Another server gave it, after the standby had taken over.
        let token = try TestServer(store: .inMemory(), seed: 2).signUp().token
        let query = ["epoch": laptop.epoch, "since": "0", "mark": "0"]
        #expect(server.ask("GET", path, query: query, token: token).status == 401)
        try server.core.withStore { store in store.file?.role = .formerPrimary }
        #expect(server.ask("GET", path, query: query, token: token).status == 503)
        #expect(server.ask("GET", path, query: query, token: laptop.token).status == 200)
    }

    @Test func aPushIsNotCommitted() throws {
        try server.core.withStore { store in store.file?.role = .formerPrimary }
        let creation = laptop.create(id(1), ("title", "Dune"))
        #expect(laptop.tryPush([creation]).status == 503)
        try server.core.withStore { store in store.file?.role = .primary }
        #expect(try laptop.everything().isEmpty)
        #expect(laptop.tryPush([creation]).status == 200)
    }

    /// The device knows more than the former primary, which must not make it repair anything.
    @Test func aLaterCursorIsNotRefused() throws {
        var later = laptop.cursor
        later.sequence = 5
        #expect(laptop.askChanges(since: later).status == 410)
        try server.core.withStore { store in store.file?.role = .formerPrimary }
        #expect(laptop.askChanges(since: later).status == 503)
    }
}
