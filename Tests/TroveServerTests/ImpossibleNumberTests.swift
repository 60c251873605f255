import Testing
import TroveModel
import TroveSQLite
import TroveServer
import TroveTesting
import TroveWire

/// Numbers in the store that no server writes. They may fail the requests of their user, but never
/// the process, which serves others too.
@Suite struct ImpossibleNumberTests {
    static let values = [Int.max, Int.max - 1, 1 << 53, -1, Int.min, Int.min + 1]

    /// A server's store with two users who have all types of data, and its numeric columns as
    /// `table.column`.
    private struct Prepared {
        let folder: ScratchDirectory
        let ann: TestDevice
        let phone: TestDevice
        let bea: TestDevice
        let columns: [String]
    }

    private func prepare() throws -> Prepared {
        let folder = try ScratchDirectory(name: "trove-numbers")
        let server = TestServer(store: try .open(folder.path("server.db"))) { $0.signup = .open }
        let ann = try server.signUp()
        let phone = try server.logIn()
        let bea = try server.signUp("bea@example.org")
        _ = try ann.push(
            ann.create(id(1), kind: "gem", ("name", "Ruby")), ann.create(id(2), ("title", "Dune")),
            ann.update(id(2), base: 2, ("pages", 3)), ann.delete(id(1), kind: "gem", base: 1))
        _ = try phone.push(phone.update(id(2), base: 0, ("pages", 9)))
        _ = ann.ask("PUT", "/v1/blobs/\(TestBlob.hash(of: [1]))", body: [1])
        #expect(server.ask("POST", "/v1/login", body: Self.wrong).status == 401)
        let connection = try Connection(path: folder.path("server.db"), access: .readOnly)
        let columns = try connection.texts(
            """
            SELECT t.name || '.' || c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
            WHERE t.type = 'table' AND c.type = 'INTEGER' AND t.name <> 'generation'
            AND c.name NOT IN ('user_id', 'number', 'device')
            """)
        server.core.close()
        return Prepared(folder: folder, ann: ann, phone: phone, bea: bea, columns: columns)
    }

    private static let wrong = Credentials(
        email: "ann@example.org", password: "a wrong password", device: "x"
    ).bytes

    @Test func affectOnlyTheirUser() throws {
        let prepared = try prepare()
        #expect(prepared.columns.count > 15)
        let file = try prepared.folder.readBytes("server.db")
        for column in prepared.columns {
            for value in Self.values { try check(prepared, file, column, value) }
        }
    }

    private func check(
        _ prepared: Prepared, _ file: [UInt8], _ column: String, _ value: Int
    ) throws {
        let folder = try ScratchDirectory(name: "trove-number")
        try folder.write(file, to: "server.db")
        let parts = column.split(separator: ".")
        let isOfUser = !["failures", "invitations", "leases"].contains(parts[0])
        do {
            let connection = try Connection(path: folder.path("server.db"), access: .readWrite)
            // Rows whose keys would collide stay as they are.
            try connection.execute(
                "UPDATE OR IGNORE \(parts[0]) SET \(parts[1]) = \(value)"
                    + (isOfUser ? " WHERE user_id = \(prepared.ann.user.id)" : ""))
        }
        // The values of the file are in the replies to its user.
        let server = TestServer(
            store: try .open(folder.path("server.db")), seed: 2, isChecked: false)
        server.pass(seconds: 100)
        for device in [prepared.ann, prepared.phone] {
            let device = TestDevice(at: server, like: device)
            _ = device.askChanges()
            _ = device.askChanges(since: device.cursor)
            _ = device.ask("GET", "/v1/account")
            _ = device.ask("GET", "/v1/devices")
            _ = device.ask("GET", "/v1/snapshot")
            let number = device.number
            _ = device.tryPush([
                device.create(id(7), ("title", "Kim")), device.delete(id(7), base: 0),
            ])
            device.number = number - 1
            _ = device.tryPush([device.update(id(2), base: 0, ("pages", 5))])
            _ = device.ask("PUT", "/v1/blobs/\(TestBlob.hash(of: [2]))", body: [2])
        }
        _ = server.ask("POST", "/v1/login", body: Self.wrong)
        _ = try? server.logIn()
        _ = try? server.core.collectGarbage()
        let bea = TestDevice(at: server, like: prepared.bea)
        let answer = bea.tryPush([bea.create(id(9), ("title", "Emma"))])
        #expect(answer.status == 200, "\(column) = \(value)")
        #expect(try bea.everything().count == 1)
    }
}
