import Testing
import TroveCodecs
import TroveModel
import TroveServer
import TroveWire

struct PushTests {
    @Test func aCreatedBookReachesAnotherDevice() throws {
        let server = TestServer(store: try .forTest())
        let laptop = try server.signUp()
        let phone = try server.logIn()
        let reply = try laptop.push(laptop.create(id(1), ("title", "Dune"), ("pages", 412)))
        #expect(reply.before == 0 && reply.cursor.sequence == 1 && reply.acknowledged == 1)
        #expect(reply.results == [PushResult(number: 1, status: .applied, version: 1)])
        let page = try phone.changes()
        #expect(page.next == reply.cursor && !page.hasMore && page.acknowledged == 0)
        #expect(
            page.entries == [
                Entry(
                    kind: "book", id: id(1), version: 1, isDeleted: false,
                    fields: [.init("title", "Dune"), .init("pages", 412)], by: "laptop")
            ])
        #expect(try phone.snapshot().entries == page.entries)
    }
}
