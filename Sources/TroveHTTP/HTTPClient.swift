import Glibc

/// Speaks HTTP in the background: requests go in, events come out, and a descriptor says when.
///
/// One thread of its own runs all transfers. Connections stay open, so that a request after another
/// one does not connect anew. Proxies are those that the environment names, but never for this
/// machine. The thread is deaf to signals.
///
/// A client that is still open when the process ends is closed then.
package final class HTTPClient: Sendable {
    private let worker: WorkerThread
    private let events: EventQueue

    /// Makes a client and starts its thread. The first one of a process loads libcurl, which takes
    /// some four milliseconds.
    ///
    /// - Parameters:
    ///   - userAgent: How the client calls itself, as in `trove/1.0`.
    ///   - caFile: A PEM file with the authorities that servers' certificates may come from, in the
    ///     place of the system's. One that cannot be read shows as `notSecure`.
    /// - Throws: `HTTPUnavailable` when libcurl is not installed, or the system refuses a thread.
    package convenience init(userAgent: String, caFile: String?) throws(HTTPUnavailable) {
        try self.init(userAgent: userAgent, caFile: caFile) { name in
            // The value is copied at once; nothing changes the environment while the program runs.
            unsafe getenv(name).map { unsafe String(cString: $0) }
        }
    }

    /// The same with another environment, which is asked for the proxies' variables.
    ///
    /// - Throws: `HTTPUnavailable` when libcurl is not installed, or the system refuses a thread.
    package init(
        userAgent: String, caFile: String?, environment: (String) -> String?
    ) throws(HTTPUnavailable) {
        let curl = try CurlLibrary.shared.get()
        guard let multi = MultiHandle(curl: curl) else { throw .noResources(code: ENOMEM) }
        let events = try EventQueue()
        let mailbox = unsafe Mailbox(curl: curl, multi: multi.pointer)
        let settings = ClientSettings(
            userAgent: userAgent, caFile: caFile, proxies: HTTPProxies(environment: environment))
        // The multi handle goes over to the thread; here only the mailbox's use of it is left.
        let worker = Worker(
            curl: curl, multi: multi, settings: settings, mailbox: mailbox, events: events)
        self.worker = try WorkerThread(worker, mailbox: mailbox)
        self.events = events
    }

    deinit {
        close()
    }

    /// Starts a request, from any thread. Its one event carries the number, which the caller chooses
    /// and which should differ from those of the requests that run.
    package func start(_ request: HTTPRequest, id: Int) {
        if !worker.mailbox.post(.start(request, id: id)) {
            events.post(.finished(id: id, .failure(.cancelled), mayHaveArrived: false))
        }
    }

    /// Ends a request: its event comes with `.cancelled`, unless it has come already.
    package func cancel(_ id: Int) {
        _ = worker.mailbox.post(.cancel(id: id))
    }

    /// Posts `.woken` after some time. A later call takes the place of an earlier one whose time has
    /// not come.
    package func wake(after time: Duration) {
        _ = worker.mailbox.post(.wake(at: .now.advanced(by: time)))
    }

    /// Takes the events that have happened, the oldest first.
    package func takeEvents() -> [HTTPEvent] {
        events.take()
    }

    /// Readable while events wait; open as long as the client lives.
    package var descriptor: Int32 { events.descriptor }

    /// Waits for an event; false when none has come in that time, or a signal has come.
    package func wait(atMost time: Duration) -> Bool {
        events.wait(milliseconds: time.pollMilliseconds)
    }

    /// Ends all requests, closes all connections and waits for the thread, which takes no longer
    /// than a moment. The events can still be taken. A second call does nothing.
    package func close() {
        worker.stop()
    }
}
