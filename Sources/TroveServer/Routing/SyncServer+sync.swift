import TroveModel
import TroveSystem
import TroveWire

extension SyncServer {
    func push(_ request: ServerRequest) throws -> ServerAnswer {
        // Authenticate before parsing the body.
        let device = try askingDevice(of: request)
        let wait = pushes.withLock { $0.take(request.body.count, of: device.user, at: now()) }
        if let wait { throw ServerRefusal.tooManyPushes(seconds: wait) }
        var count = 0
        let began = ThreadClock.processorTime
        defer {
            let time = ThreadClock.processorTime - began
            pushes.withLock { [count] in
                $0.charge(time, operations: count, of: device.user, at: now())
            }
        }
        let message = try message(request, PushRequest.init)
        count = message.operations.count
        guard count <= Limits.operations else {
            throw ServerRefusal.tooLarge("a push has at most \(Limits.operations) operations")
        }
        let push = CheckedPush(message, kinds: kinds)
        // The push can run again: operations that have already run are recognized by their numbers.
        let reply = try asPushingDevice(device) { scope in
            try scope.proving {
                try PushTransaction.run(
                    push, in: scope,
                    limits: .init(
                        entries: options.entries, stored: options.stored,
                        reserve: options.storedReserve, time: options.pushTime),
                    isTokenOld: isOld(device.token),
                    at: now(), policy: policy)
            }
        }
        if reply.isNew { noteChange(device.user) }
        return .reply(
            ServerReply(status: 200, body: reply.bytes, user: device.user),
            wakes: reply.isNew ? device.user : nil)
    }

    func changes(_ request: ServerRequest, isLast: Bool) throws -> ServerAnswer {
        let device = try askingDevice(of: request)
        let asked = try ChangesRequest(request.query)
        let page = try asReadingDevice(device) { scope in try scope.changes(asked, policy) }
        if page.passed != page.since {
            note(of: device) { scope in try scope.note(passed: page.since, at: now()) }
        }
        if page.entries.count == 0, page.next.sequence == asked.since, asked.wait > 0, !isLast {
            return .park(user: device.user, seconds: asked.wait, seen: page.next.sequence)
        }
        let bytes = page.bytes(isTokenOld: isOld(device.token))
        return .reply(ServerReply(status: 200, body: bytes, user: device.user), wakes: nil)
    }

    func snapshot(_ request: ServerRequest) throws -> ServerAnswer {
        let device = try askingDevice(of: request)
        let query = QueryReader(request.query)
        let limit = try query.number("limit", in: 1...Limits.page) ?? Limits.page
        let after = try query.id("after")
        let page = try asReadingDevice(device) { scope in
            try scope.snapshot(after: after, limit: limit, policy)
        }
        return .reply(ServerReply(status: 200, body: page.bytes, user: device.user), wakes: nil)
    }
}

extension PushReply {
    /// Whether the push brought changes.
    fileprivate var isNew: Bool { cursor.sequence > before }
}

extension ChangesRequest {
    /// The page size for a request without a limit.
    private static let usualLimit = 500

    fileprivate init(_ query: [String: String]) throws {
        let query = QueryReader(query)
        guard let epoch = query.text("epoch") else { throw QueryReader.bad("epoch") }
        since = Version(rawValue: try query.number("since", in: 0...(1 << 53)) ?? 0)
        reached = Cursor(
            epoch: epoch,
            sequence: try query.number("at", in: since.rawValue...(1 << 53)).map(
                Version.init(rawValue:))
                ?? since,
            mark: try query.mark("mark") ?? 0)
        limit = try query.number("limit", in: 1...Limits.page) ?? Self.usualLimit
        wait = try query.number("wait", in: 0...Limits.wait) ?? 0
    }
}
