import Synchronization
import Testing
import TroveCodecs
import TroveModel
import TroveServer
import TroveSystem
import TroveTesting
import TroveWire

/// Requests on many threads at once.
struct ManyAtOnceTests {
    /// Runs the work on separate threads, all at once, and waits for them.
    private func run(_ count: Int, _ work: @escaping @Sendable (Int) throws -> Void) throws {
        let threads = try (0..<count).map { index in try Background { try work(index) } }
        for thread in threads { try thread.result() }
    }

    @Test func devicesOfAUserShareOneOrder() throws {
        let folder = try ScratchDirectory(name: "trove-threads")
        let server = TestServer(store: try .open(folder.path("server.db")))
        let laptop = try server.signUp()
        let tokens = try (0..<4).map { try server.logIn(device: "\($0)").token }
        let (epoch, user) = (laptop.epoch, laptop.user)
        let cursors = Locked<[Cursor]>([])
        try run(4) { index in
            let login = LoginReply(token: tokens[index], device: "", user: user, epoch: epoch)
            let device = TestDevice(server, login, name: "\(index)")
            for step in 0..<25 {
                let entry = id(UInt64(index * 100 + step))
                let reply = try device.push(
                    device.create(entry, ("title", .string("\(index)"))),
                    device.create(id(9999), ("title", "x")))
                #expect(reply.cursor.sequence.distance(from: reply.before) == 2)
                cursors.withLock { $0.append(reply.cursor) }
                _ = try device.changes(limit: 3)
            }
        }
        let all = cursors.withLock { $0 }
        #expect(Set(all.map(\.sequence.rawValue)) == Set((1...100).map { $0 * 2 }))
        #expect(try laptop.everything().count == 101)
        // Each has a mark of the same history.
        for cursor in all { #expect(laptop.askChanges(since: cursor).status == 200) }
    }

    /// Creates 8 users with a device each.
    private func makeUsers(_ server: TestServer) throws -> [LoginReply] {
        try (0..<8).map { index in
            let device = try server.signUp("\(index)@example.org")
            return LoginReply(
                token: device.token, device: device.id, user: device.user, epoch: device.epoch)
        }
    }

    /// A push that fails takes back its own changes, and those of no other device.
    @Test func aFullFileKeepsWhatWasAcknowledged() throws {
        let folder = try ScratchDirectory(name: "trove-threads")
        let server = TestServer(store: try .open(folder.path("server.db")))
        let users = try makeUsers(server)
        let kept = Locked([Int](repeating: 0, count: users.count))
        let note = JSON.string(String(repeating: "x", count: 3000))
        try server.core.withStore { store in
            if let file = store.file { try file.limit(pages: try file.pages + 400) }
        }
        try run(8) { index in
            let device = TestDevice(server, users[index], name: "\(index)")
            for step in 1...1000 {
                let creation = device.create(id(UInt64(step)), ("title", "x"), ("note", note))
                let answer = device.tryPush([creation])
                guard answer.status == 200 else {
                    #expect(answer.status == 507)
                    break
                }
                kept.withLock { $0[index] = step }
            }
        }
        try server.core.withStore { store in try store.file?.limit(pages: nil) }
        let counts = kept.withLock { $0 }
        #expect(counts.reduce(0, +) > 0 && counts.allSatisfy { $0 < 1000 })
        for (user, count) in zip(users, counts) {
            let device = TestDevice(server, user, name: "")
            #expect(try device.everything().count == count)
        }
    }

    /// A refused push has written the entries before a definition, which asks for them in the
    /// store.
    @Test func aRefusedPushLeavesNothing() throws {
        let folder = try ScratchDirectory(name: "trove-threads")
        let server = TestServer(store: try .open(folder.path("server.db")))
        let users = try makeUsers(server)
        try run(8) { index in
            let device = TestDevice(server, users[index], name: "\(index)")
            for step in 1...20 {
                _ = try device.push(device.create(id(UInt64(step)), ("title", "x")))
                let last = device.number
                let definition = Definition(
                    subject: "vinyl", text: "kind vinyl\nfield title text unique:yes")
                let operations = [
                    device.create(id(UInt64(1000 + step)), ("title", "y")),
                    device.create(
                        definition.id, kind: "definition",
                        ("subject", .string(definition.subject)), ("text", .string(definition.text))
                    ),
                ]
                device.number += 1
                let late = device.create(id(UInt64(2000 + step)), ("title", "z"))
                #expect(device.tryPush(operations + [late]).code == "gap")
                device.number = last
            }
        }
        for user in users {
            let entries = try TestDevice(server, user, name: "").everything()
            #expect(entries.count == 20 && entries.allSatisfy { $0.kind == "book" })
        }
    }

    @Test func anEmailIsTakenOnce() throws {
        let server = TestServer(store: try .forTest())
        let made = Atomic(0)
        try run(8) { index in
            let credentials = Credentials(
                name: "\(index)", email: "ann@example.org", password: "a good password", device: "x"
            )
            let status = server.ask("POST", "/v1/signup", body: credentials.bytes).status
            #expect(status == 201 || status == 409)
            if status == 201 { made.add(1, ordering: .relaxed) }
        }
        #expect(made.load(ordering: .relaxed) == 1)
    }

    @Test func anInvitationIsUsedOnce() throws {
        let folder = try ScratchDirectory(name: "trove-threads")
        let server = TestServer(store: try .open(folder.path("server.db"))) { $0.signup = .invite }
        let invitation = try ServerStore.open(folder.path("server.db")).invite(at: server.now)
        let made = Atomic(0)
        try run(8) { index in
            let credentials = Credentials(
                name: "\(index)", email: "\(index)@example.org", password: "a good password",
                device: "x", invitation: invitation)
            let status = server.ask("POST", "/v1/signup", body: credentials.bytes).status
            #expect(status == 201 || status == 403)
            if status == 201 { made.add(1, ordering: .relaxed) }
        }
        #expect(made.load(ordering: .relaxed) == 1)
    }

    @Test func twoServersOnOneFileShareOneOrder() throws {
        let folder = try ScratchDirectory(name: "trove-threads")
        let path = folder.path("server.db")
        let servers = [
            TestServer(store: try .open(path)), TestServer(store: try .open(path), seed: 2),
        ]
        let laptop = try servers[0].signUp()
        let phone = try servers[1].logIn()
        let tokens = [laptop.token, phone.token]
        let (epoch, user) = (laptop.epoch, laptop.user)
        try run(2) { index in
            let login = LoginReply(token: tokens[index], device: "", user: user, epoch: epoch)
            let device = TestDevice(servers[index], login, name: "\(index)")
            for step in 0..<50 {
                _ = try device.push(device.create(id(UInt64(index * 100 + step)), ("title", "x")))
            }
        }
        let page = try phone.changes()
        #expect(page.next.sequence == 100 && page.entries.map(\.version.rawValue) == Array(1...100))
        #expect(try laptop.askChanges(since: page.next).message(ChangesReply.init).entries.isEmpty)
    }

    /// A thread that is about to use the store when the server closes it finds it closed. It never
    /// uses a connection that is being closed.
    @Test func upkeepEndsWithTheStore() throws {
        let folder = try ScratchDirectory(name: "trove-threads")
        for round in 0..<20 {
            let server = TestServer(store: try .open(folder.path("\(round).db")))
            _ = try server.signUp()
            let begun = Monitor(0)
            let isOver = Atomic(false)
            let threads = try (0..<2).map { _ in
                try Background {
                    while !isOver.load(ordering: .relaxed) {
                        try server.core.collectGarbage()
                        begun.withLock { $0 += 1 }
                        begun.notify()
                    }
                }
            }
            begun.wait { count in count > 2 ? () : nil }
            server.core.close()
            isOver.store(true, ordering: .relaxed)
            for thread in threads { try thread.result() }
        }
    }
}
