import Glibc
import TroveSystem

/// An HTTP client that runs in the background: requests go in, events come out, and a descriptor
/// becomes readable when events wait.
///
/// One thread runs all transfers, with all signals blocked. Connections stay open, so consecutive
/// requests reuse them. Proxies come from the environment, but never apply to this machine, except
/// for requests for public hosts.
///
/// A client that is still open at exit is closed then.
package final class HTTPClient: Sendable {
    private let worker: WorkerThread
    private let events: HTTPEventQueue

    /// Creates a client and starts its thread. The first client of a process loads libcurl, which
    /// takes about 4 ms.
    ///
    /// - Parameters:
    ///   - userAgent: The value of `User-Agent`, such as `trove/1.0`.
    ///   - caFile: A PEM file of certificate authorities that replace the system's. An unreadable
    ///     file makes requests fail with `notSecure`.
    /// - Throws: `HTTPUnavailable` when libcurl is not installed, or the system refuses a thread.
    package convenience init(userAgent: String, caFile: String?) throws(HTTPUnavailable) {
        try self.init(userAgent: userAgent, caFile: caFile) { SystemCall.getenv($0) }
    }

    /// Creates a client that reads the proxy variables from the given environment.
    ///
    /// - Throws: `HTTPUnavailable` when libcurl is not installed, or the system refuses a thread.
    package init(
        userAgent: String, caFile: String?, environment: (String) -> String?
    ) throws(HTTPUnavailable) {
        let curl = try CurlLibrary.shared.get()
        guard let multi = MultiHandle(curl: curl) else { throw .noResources(code: ENOMEM) }
        let events = try HTTPEventQueue()
        let mailbox = unsafe Mailbox(curl: curl, multi: multi.pointer)
        let settings = ClientSettings(
            userAgent: userAgent, caFile: caFile, proxies: HTTPProxies(environment: environment))
        // The thread takes over the multi handle; from here on only the mailbox uses it, to wake
        // the thread.
        let worker = Worker(
            curl: curl, multi: multi, settings: settings, mailbox: mailbox, events: events)
        self.worker = try WorkerThread(worker, mailbox: mailbox)
        self.events = events
    }

    deinit {
        close()
    }

    /// Starts a request, on any thread. Its single event carries `id`, which the caller chooses and
    /// which should be unique among the running requests.
    package func start(_ request: HTTPRequest, id: Int) {
        if !worker.mailbox.post(.start(request, id: id)) {
            events.post(.finished(id: id, .failure(.cancelled), mayHaveArrived: false))
        }
    }

    /// Cancels a request. Its event arrives with `.cancelled`, unless it was posted already.
    package func cancel(_ id: Int) {
        _ = worker.mailbox.post(.cancel(id: id))
    }

    /// Posts `.woken` after some time. A later call replaces one whose time has not come.
    package func wake(after time: Duration) {
        _ = worker.mailbox.post(.wake(at: MonotonicClock.uptime + time))
    }

    /// Takes the posted events, oldest first.
    package func takeEvents() -> [HTTPEvent] {
        events.take()
    }

    /// Readable while events wait; open for the client's lifetime.
    package var descriptor: Int32 { events.descriptor }

    /// Blocks until an event waits. Returns false after the timeout or a signal.
    package func wait(atMost time: Duration) -> Bool {
        events.wait(milliseconds: time.pollMilliseconds)
    }

    /// Cancels all requests, closes all connections and joins the thread, which ends within
    /// moments. The events can still be taken. A second call does nothing.
    package func close() {
        worker.stop()
    }
}
