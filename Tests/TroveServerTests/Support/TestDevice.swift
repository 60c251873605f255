import TroveCodecs
import TroveModel
import TroveServer
import TroveWire

/// A device that sends requests to the server and numbers its operations.
final class TestDevice {
    let server: TestServer
    var token: String
    var id: String
    let name: String
    let user: User
    /// The cursor that it sends with a push.
    var cursor: Cursor
    /// The number of the last operation.
    var number = 0

    init(_ server: TestServer, _ reply: LoginReply, name: String) {
        self.server = server
        self.name = name
        token = reply.token
        id = reply.device
        user = reply.user
        cursor = .start(of: reply.epoch)
    }

    /// Creates the same device, connected to another server.
    init(at server: TestServer, like other: TestDevice) {
        self.server = server
        name = other.name
        token = other.token
        id = other.id
        user = other.user
        cursor = other.cursor
        number = other.number
    }

    func ask(
        _ method: String, _ path: String, query: [String: String] = [:], format: Int = 1,
        body: [UInt8] = [], isLast: Bool = false
    ) -> TestServer.Answer {
        server.ask(
            method, path, query: query, token: token, format: format, body: body, isLast: isLast)
    }

    var epoch: String {
        get { cursor.epoch }
        set { cursor.epoch = newValue }
    }

    // MARK: Operations

    /// Creates an operation on an item, by default a book.
    func operation(
        _ action: PushOperation.Action, _ id: ItemID, kind: String, base: Version,
        _ fields: [(String, JSON)]
    ) -> PushOperation {
        number += 1
        return PushOperation(
            number: number, action: action, kind: kind, id: id, base: base,
            fields: fields.map { JSON.Member($0.0, $0.1) }, at: server.now)
    }

    func create(
        _ id: ItemID, kind: String = "book", _ fields: (String, JSON)...
    ) -> PushOperation {
        operation(.create, id, kind: kind, base: 0, fields)
    }

    func update(
        _ id: ItemID, kind: String = "book", base: Version, _ fields: (String, JSON)...
    ) -> PushOperation {
        operation(.update, id, kind: kind, base: base, fields)
    }

    func delete(_ id: ItemID, kind: String = "book", base: Version) -> PushOperation {
        operation(.delete, id, kind: kind, base: base, [])
    }

    func skip() -> PushOperation {
        number += 1
        return .skip(number)
    }

    // MARK: Requests

    func tryPush(_ operations: [PushOperation]) -> TestServer.Answer {
        ask("POST", "/v1/push", body: PushRequest(cursor: cursor, operations: operations).bytes)
    }

    func push(_ operations: PushOperation...) throws -> PushReply {
        try tryPush(operations).message(PushReply.init)
    }

    /// Pushes one operation and returns its result.
    func run(_ operation: PushOperation) throws -> PushResult {
        try push(operation).results[0]
    }

    /// Requests the changes after a cursor; `at` is a later point that the device knows too.
    func askChanges(
        since cursor: Cursor? = nil, at reached: Cursor? = nil, limit: Int? = nil,
        wait: Int? = nil, isLast: Bool = false
    ) -> TestServer.Answer {
        let cursor = cursor ?? .start(of: epoch)
        var query = [
            "epoch": cursor.epoch, "since": "\(cursor.sequence)",
            "mark": String((reached ?? cursor).mark, radix: 16),
        ]
        if let reached { query["at"] = "\(reached.sequence)" }
        if let limit { query["limit"] = "\(limit)" }
        if let wait { query["wait"] = "\(wait)" }
        return ask("GET", "/v1/changes", query: query, isLast: isLast)
    }

    func changes(since cursor: Cursor? = nil, limit: Int? = nil) throws -> ChangesReply {
        try askChanges(since: cursor, limit: limit).message(ChangesReply.init)
    }

    func snapshot(after id: ItemID? = nil, limit: Int? = nil) throws -> SnapshotReply {
        var query: [String: String] = [:]
        if let id { query["after"] = "\(id)" }
        if let limit { query["limit"] = "\(limit)" }
        return try ask("GET", "/v1/snapshot", query: query).message(SnapshotReply.init)
    }

    /// Returns the mark of an entry's last operation, from the page that ends there.
    func mark(at sequence: Version) throws -> UInt64 {
        var page = try changes(limit: 1)
        while page.next.sequence < sequence { page = try changes(since: page.next, limit: 1) }
        return page.next.mark
    }

    /// Returns all live entries, ordered by id.
    func everything() throws -> [Entry] {
        var entries: [Entry] = []
        var page = try snapshot()
        entries += page.entries
        while page.hasMore {
            page = try snapshot(after: entries.last?.id)
            entries += page.entries
        }
        return entries
    }

    /// Returns the listed conflicts.
    func conflicts() throws -> [Conflict] {
        try everything().filter { $0.kind == Conflict.kind }.map { entry throws(WireError) in
            try Conflict(fields: entry.fields)
        }
    }

    /// Returns a live entry by its id.
    func entry(_ id: ItemID) throws -> Entry? {
        try everything().first { $0.id == id }
    }
}

extension Entry {
    subscript(name: String) -> JSON? {
        JSON.object(fields)[name]
    }
}

/// Returns an id that is easy to recognize.
func id(_ number: UInt64) -> ItemID {
    ItemID(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0000 | number)
}
