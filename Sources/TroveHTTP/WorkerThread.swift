import Glibc
import TroveSystem

/// A worker on its thread, from its start to its end, which comes with the end of the process at the
/// latest.
final class WorkerThread: Sendable {
    let mailbox: Mailbox
    private let thread: SystemThread

    /// Those that run.
    private static let running = Locked<[ObjectIdentifier: WorkerThread]>([:])
    /// Done once, when the first one starts: libcurl is there by then, and `exit` calls last what was
    /// asked for first. TLS tidies up there, and nothing may use it after that.
    private static let stopsAtExit: Void = {
        // The function captures nothing, and the system keeps a pointer to it only.
        _ = atexit { WorkerThread.stopAll() }
    }()

    /// Starts a worker, which takes its orders from the mailbox.
    ///
    /// - Throws: `HTTPUnavailable` when the system has no thread left.
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

    /// Closes the mailbox and waits until the worker has ended, which is soon.
    func stop() {
        mailbox.close()
        thread.join()
        Self.running.withLock { $0[ObjectIdentifier(self)] = nil }
    }

    private static func stopAll() {
        for worker in running.withLock({ Array($0.values) }) { worker.stop() }
    }
}
