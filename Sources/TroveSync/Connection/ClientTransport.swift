package import TroveHTTP

/// The real network: an HTTP client that is made when the first request is.
package final class ClientTransport: Transport {
    private let userAgent: String
    private let caFile: String?
    private var client: HTTPClient?
    /// What could not even be started.
    private var failed: [HTTPEvent] = []

    /// Keeps the arguments for the client; libcurl is not loaded yet.
    package init(userAgent: String, caFile: String?) {
        self.userAgent = userAgent
        self.caFile = caFile
    }

    /// Begins a request; the first one loads libcurl and starts the network's thread.
    /// If that fails, the request fails, too, with the reason.
    package func start(_ request: HTTPRequest, id: Int) {
        do throws(HTTPUnavailable) {
            if client == nil { client = try HTTPClient(userAgent: userAgent, caFile: caFile) }
            client?.start(request, id: id)
        } catch {
            let words =
                switch error {
                case .cannotLoad(let package, let reason): "\(reason): install \(package)"
                case .noResources(let code): "the system has no resources left (error \(code))"
                }
            failed.append(.finished(id: id, .failure(.other(words)), mayHaveArrived: false))
        }
    }

    /// Gives a request up; its event comes all the same.
    package func cancel(_ id: Int) { client?.cancel(id) }

    /// Readable while events wait; nil before the first request.
    package var descriptor: Int32? { client?.descriptor }

    /// Takes the events that have happened; requests that could not be started come first.
    package func takeEvents() -> [HTTPEvent] {
        defer { failed = [] }
        return failed + (client?.takeEvents() ?? [])
    }

    /// Whether there is something to take, after waiting for it no longer than this.
    package func wait(atMost time: Duration) -> Bool {
        guard failed.isEmpty, let client else { return true }
        return client.wait(atMost: time)
    }

    /// Posts an event after some time, so that the descriptor is readable then.
    package func wake(after time: Duration) {
        // A shell that has to wait for another one asks nothing, and must be woken all the same.
        if client == nil { client = try? HTTPClient(userAgent: userAgent, caFile: caFile) }
        client?.wake(after: time)
    }

    /// Ends the client's thread.
    package func close() {
        client?.close()
        client = nil
    }
}
