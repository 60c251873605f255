import Glibc
import Testing
import TroveHTTP

/// A client with an environment without proxies, and its events in order.
final class TestClient {
    /// The time limit for an event.
    static let limit = Duration.seconds(30)

    let client: HTTPClient
    private var events: ArraySlice<HTTPEvent> = []
    private var lastID = 0

    init(caFile: String? = nil, environment: [String: String] = [:]) throws {
        client = try HTTPClient(userAgent: "trove-test/1", caFile: caFile) { environment[$0] }
    }

    /// Starts a request and returns its number.
    func start(_ request: HTTPRequest) -> Int {
        lastID += 1
        client.start(request, id: lastID)
        return lastID
    }

    /// Returns the next event.
    ///
    /// - Throws: `NoEvent` when none comes in time.
    func next() throws -> HTTPEvent {
        let deadline = ContinuousClock.now.advanced(by: Self.limit)
        while events.isEmpty {
            guard ContinuousClock.now < deadline else { throw NoEvent() }
            if client.wait(atMost: Self.limit) { events = client.takeEvents()[...] }
        }
        return events.removeFirst()
    }

    /// Returns the next event, the end of a request.
    ///
    /// - Throws: `NoEvent` when none comes in time, or another one.
    func nextEnd() throws -> End {
        guard case .finished(let id, let result, let mayHaveArrived) = try next() else {
            throw NoEvent()
        }
        return End(id: id, result: result, mayHaveArrived: mayHaveArrived)
    }

    /// Makes a request and returns how it ended.
    ///
    /// - Throws: `NoEvent` when it does not end in time.
    func end(of request: HTTPRequest) throws -> End {
        let id = start(request)
        let end = try nextEnd()
        #expect(end.id == id)
        return end
    }

    /// Makes a request that must have a reply.
    ///
    /// - Throws: `HTTPFailure` when it has none; `NoEvent` when it does not end in time.
    func reply(to request: HTTPRequest) throws -> HTTPReply {
        try end(of: request).result.get()
    }
}

/// How a request ended.
struct End {
    let id: Int
    let result: Result<HTTPReply, HTTPFailure>
    let mayHaveArrived: Bool

    var failure: HTTPFailure? {
        if case .failure(let failure) = result { failure } else { nil }
    }
}

/// The client had no event, or an unexpected one.
struct NoEvent: Error {}

extension HTTPReply {
    var text: String { String(decoding: body, as: UTF8.self) }
}
