import Glibc
import TroveSystem

/// A worker on its own thread. It ends at exit at the latest.
final class WorkerThread: Sendable {
    let mailbox: Mailbox
    private let thread: SystemThread

    private static let running = Locked<[ObjectIdentifier: WorkerThread]>([:])
    /// Registered when the first worker starts: libcurl is loaded by then, and `exit` runs the last
    /// registered handler first. TLS cleans up in a handler of its own, and nothing may use it
    /// after that.
    private static let stopsAtExit: Void = {
        // The function captures nothing, and the system keeps only its address.
        _ = atexit { WorkerThread.stopAll() }
    }()

    /// Starts a worker, which takes its orders from the mailbox.
    ///
    /// - Throws: `HTTPUnavailable` when the system refuses a thread.
    init(_ worker: sending Worker, mailbox: Mailbox) throws(HTTPUnavailable) {
        _ = Self.stopsAtExit
        self.mailbox = mailbox
        do {
            thread = try SystemThread { worker.run() }
        } catch {
            throw .noResources(code: error.code)
        }
        Self.running.withLock { $0[ObjectIdentifier(self)] = self }
    }

    /// Closes the mailbox and joins the thread.
    func stop() {
        mailbox.close()
        thread.join()
        Self.running.withLock { $0[ObjectIdentifier(self)] = nil }
    }

    private static func stopAll() {
        for worker in running.withLock({ Array($0.values) }) { worker.stop() }
    }
}
