package import TroveHTTP

/// The real network: an HTTP client, created for the first request.
package final class ClientTransport: Transport {
    private let userAgent: String
    private let caFile: String?
    private var client: HTTPClient?
    /// The failures of requests that could not be started.
    private var failed: [HTTPEvent] = []

    /// Stores the arguments of the client. libcurl is loaded with the first request.
    package init(userAgent: String, caFile: String?) {
        self.userAgent = userAgent
        self.caFile = caFile
    }

    /// Starts a request. The first one loads libcurl and starts the network thread; if that fails,
    /// the request fails with the reason.
    package func start(_ request: HTTPRequest, id: Int) {
        do throws(HTTPUnavailable) {
            if client == nil { client = try HTTPClient(userAgent: userAgent, caFile: caFile) }
            client?.start(request, id: id)
        } catch {
            failed.append(.finished(id: id, .failure(.unavailable(error)), mayHaveArrived: false))
        }
    }

    /// Cancels a request. Its `finished` event still follows.
    package func cancel(_ id: Int) { client?.cancel(id) }

    /// Readable while events are pending; nil before the first request.
    package var descriptor: Int32? { client?.descriptor }

    /// Returns the events since the last call; requests that could not be started come first.
    package func takeEvents() -> [HTTPEvent] {
        defer { failed = [] }
        return failed + (client?.takeEvents() ?? [])
    }

    /// Blocks until there are events or the timeout ends. Returns whether there are any.
    package func wait(atMost time: Duration) -> Bool {
        guard failed.isEmpty, let client else { return true }
        return client.wait(atMost: time)
    }

    /// Makes the descriptor readable after a delay.
    package func wake(after time: Duration) {
        // A shell that waits for another shell has sent no request, but needs the timer too.
        if client == nil { client = try? HTTPClient(userAgent: userAgent, caFile: caFile) }
        client?.wake(after: time)
    }

    /// Stops the network thread.
    package func close() {
        client?.close()
        client = nil
    }
}
