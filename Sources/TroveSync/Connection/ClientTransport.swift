package import TroveHTTP

/// The real network: an HTTP client that is made with the first request.
package final class ClientTransport: Transport {
    private let userAgent: String
    private let caFile: String?
    private var client: HTTPClient?
    /// The ends of requests that could not be started.
    private var failed: [HTTPEvent] = []

    /// Stores the arguments of the client. libcurl is loaded with the first request.
    package init(userAgent: String, caFile: String?) {
        self.userAgent = userAgent
        self.caFile = caFile
    }

    /// Starts a request; the first one loads libcurl and starts the network's thread. If that fails,
    /// the request fails with the reason.
    package func start(_ request: HTTPRequest, id: Int) {
        do throws(HTTPUnavailable) {
            if client == nil { client = try HTTPClient(userAgent: userAgent, caFile: caFile) }
            client?.start(request, id: id)
        } catch {
            failed.append(.finished(id: id, .failure(.unavailable(error)), mayHaveArrived: false))
        }
    }

    /// Cancels a request; its `finished` event still arrives.
    package func cancel(_ id: Int) { client?.cancel(id) }

    /// Readable while events wait; nil before the first request.
    package var descriptor: Int32? { client?.descriptor }

    /// Returns the events since the last call; requests that could not be started come first.
    package func takeEvents() -> [HTTPEvent] {
        defer { failed = [] }
        return failed + (client?.takeEvents() ?? [])
    }

    /// Waits for events for at most a time, and returns whether there are any.
    package func wait(atMost time: Duration) -> Bool {
        guard failed.isEmpty, let client else { return true }
        return client.wait(atMost: time)
    }

    /// Posts an event after a time, so that the descriptor is readable then.
    package func wake(after time: Duration) {
        // A shell that waits for another one has no request, but must be woken as well.
        if client == nil { client = try? HTTPClient(userAgent: userAgent, caFile: caFile) }
        client?.wake(after: time)
    }

    /// Ends the client's thread.
    package func close() {
        client?.close()
        client = nil
    }
}
