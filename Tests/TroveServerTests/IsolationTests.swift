import Testing
import TroveCodecs
import TroveModel
import TroveServer
import TroveTesting
import TroveWire

/// A user's data does not exist for other users, whatever they request.
struct IsolationTests {
    let server: TestServer
    let ann: TestDevice
    let bea: TestDevice
    let blob = Array("a picture".utf8)

    init() throws {
        server = TestServer(store: try .forTest())
        ann = try server.signUp("ann@example.org")
        bea = try server.signUp("bea@example.org", device: "desk")
        _ = try ann.push(
            ann.create(id(1), ("title", "Dune")), ann.create(id(2), kind: "gem", ("name", "Ruby")),
            ann.create(id(3), ("title", "Emma")), ann.delete(id(3), base: 3))
    }

    @Test func changesAndSnapshotsArePrivate() throws {
        #expect(try bea.changes().entries.isEmpty && bea.changes().next.sequence == 0)
        #expect(try bea.snapshot().entries.isEmpty)
        #expect(try bea.push(bea.create(id(9), ("title", "Ida"))).cursor.sequence == 1)
        #expect(try ann.changes().entries.map(\.id) == [id(1), id(2), id(3)])
    }

    @Test func theSameIdIsAnotherEntry() throws {
        let results = try bea.push(
            bea.create(id(1), ("title", "Mine")), bea.update(id(2), base: 2, ("name", "x")),
            bea.create(id(2), kind: "gem", ("name", "Ruby")),
            bea.delete(id(2), kind: "gem", base: 3),
            bea.update(id(3), base: 3, ("pages", 7)), bea.delete(id(3), base: 3)
        ).results
        #expect(
            results.map(\.status) == [.applied, .rejected, .applied, .applied, .rejected, .applied])
        #expect(try ann.entry(id(1))?["title"] == "Dune" && ann.entry(id(2))?["name"] == "Ruby")
        #expect(try ann.conflicts().isEmpty && bea.conflicts().isEmpty)
    }

    @Test func anotherHistoryIsRejected() throws {
        let cursor = try ann.changes().next
        #expect(bea.askChanges(since: cursor).code == "epoch")
        bea.epoch = ann.epoch
        #expect(bea.tryPush([bea.skip()]).code == "epoch")
        // Even with the right epoch, another user's cursor gives no access.
        let mine = try server.logIn("bea@example.org")
        let stolen = Cursor(epoch: mine.epoch, sequence: cursor.sequence, mark: cursor.mark)
        #expect(mine.askChanges(since: stolen).code == "rewound")
    }

    @Test func devicesArePrivate() throws {
        let list = try bea.ask("GET", "/v1/devices").message(Device.list)
        #expect(list.map(\.id) == [bea.id])
        #expect(bea.ask("DELETE", "/v1/devices/\(ann.id)").status == 404)
        #expect(ann.ask("GET", "/v1/account").status == 200)
    }

    @Test func theAccountIsPrivate() throws {
        let account = try bea.ask("GET", "/v1/account").message { $0 }
        #expect(account["entries"] == 0 && account["user"]?["email"] == "bea@example.org")
        let body = JSON.object([
            JSON.Member("old", "a good password"), JSON.Member("new", "a better password"),
        ]).bytes
        #expect(bea.ask("POST", "/v1/password", body: body).status == 200)
        #expect(ann.ask("GET", "/v1/account").status == 200)
        #expect(try server.logIn("ann@example.org").user == ann.user)
        #expect(bea.ask("POST", "/v1/logout").status == 401)
    }

    @Test func blobsArePrivate() throws {
        let path = "/v1/blobs/\(TestBlob.hash(of: blob))"
        #expect(ann.ask("PUT", path, body: blob).status == 204)
        #expect(bea.ask("GET", path).status == 404)
        #expect(bea.ask("PUT", path, body: blob).status == 204)
        #expect(bea.ask("GET", path).reply.body == blob)
    }

    @Test func cleanupAffectsOnlyItsUser() throws {
        let first = try ann.changes().next
        _ = try ann.changes(since: first)
        try server.core.collectGarbage(days: 0)
        #expect(try ann.changes(since: first).entries.isEmpty)
        #expect(ann.askChanges().code == "expired")
        _ = try bea.push(bea.skip())
        #expect(try bea.changes().next.sequence == 1)
    }

    /// Sends requests to every route that takes a token, and checks the replies to another user's
    /// token.
    @Test func everyRouteChecksItsToken() throws {
        for route in Route.allCases where route.needsToken {
            for token in [nil, "trv_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"] as [String?] {
                let answer = server.ask(
                    route.method, route.path, token: token,
                    body: Array("{}".utf8.prefix(route.bodyLimit)))
                #expect(answer.status == 401 && answer.code == "bad_token", "\(route.path)")
            }
        }
    }

    /// No statement of a request reads or writes rows without naming their user, so a database can
    /// be distributed by user. What has no user yet is looked up by a key of its own.
    @Test func everyStatementNamesTheUser() throws {
        for route in Route.allCases {
            _ = ann.ask(route.method, route.path, body: Array("{}".utf8))
        }
        _ = try ann.push(
            ann.create(id(1), kind: "gem", ("name", "Ruby")),
            ann.update(id(1), kind: "gem", base: 0, ("name", "Rubin")),
            ann.delete(id(1), kind: "gem", base: 0), ann.update(id(9), base: 0, ("title", "x")))
        _ = ann.ask("PUT", "/v1/blobs/\(TestBlob.hash(of: [1]))", body: [1])
        _ = try server.logIn()
        let statements = try server.core.withStore { $0.prepared }
        #expect(statements.count > 25)
        let keys = [
            "emails WHERE email = ", "tokens WHERE hash = ", "failures",
            "invitations WHERE hash = ",
        ]
        let named = #/user_id = [?$]1\b|\(user_id, .*VALUES \([?$]1,|^INSERT INTO emails /#
        for sql in statements where !sql.contains(named) {
            let isFound = keys.contains { sql.contains($0) }
            let isAboutNobody =
                sql.hasPrefix("BEGIN") || sql.hasPrefix("SET LOCAL") || sql == "COMMIT"
                || sql == "SELECT id FROM server"
            #expect(isFound || isAboutNobody, "\(sql)")
        }
    }

    /// Random requests of three users, each compared with a model of only that user.
    @Test func noUserSeesAnothersData() throws {
        try SeededRandom.run { random in
            let users = [ann, bea, try server.signUp("cem@example.org")]
            var seen: [Set<String>] = [["Dune", "Ruby"], [], []]
            for step in 0..<300 {
                let index = Int.random(in: 0..<3, using: &random)
                let user = users[index]
                let entry = id(UInt64.random(in: 1...6, using: &random))
                let title = "\(index) \(step)"
                let operation: PushOperation
                switch Int.random(in: 0..<4, using: &random) {
                case 0, 1:
                    operation = user.create(entry, ("title", .string(title)))
                    seen[index].insert(title)
                case 2:
                    operation = user.update(entry, base: 0, ("title", .string(title)))
                    seen[index].insert(title)
                default: operation = user.delete(entry, base: Version(rawValue: 1 << 40))
                }
                _ = try user.push(operation)
                for entry in try user.everything() {
                    // A conflict contains the title in the losing value: these users have one
                    // device each, which can lose only changes to an item it deleted.
                    let title = entry["title"] ?? entry["name"] ?? entry["mine"]?["title"]
                    #expect(seen[index].contains(title?.text ?? ""), "\(random.hint)")
                }
            }
        }
    }
}
