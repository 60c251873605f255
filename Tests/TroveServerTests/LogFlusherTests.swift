import Glibc
import Testing
import TroveSQLite
import TroveSystem
import TroveTesting

/// When a commit counts as flushed.
struct LogFlusherTests {
    private let folder: ScratchDirectory
    private let files: DatabaseFiles

    init() throws {
        folder = try ScratchDirectory(name: "trove-log-flusher")
        files = DatabaseFiles(path: folder.path("a.db"))
        try folder.write("", to: "a.db-wal")
    }

    @Test func withoutCommitsNothingIsAwaited() throws {
        try LogFlusher(of: files, isShared: false).wait()
    }

    /// Other connections may see a commit before the call returns that makes it.
    @Test func aCommitThatHasBegunIsAwaited() throws {
        let flusher = try LogFlusher(of: files, isShared: false)
        let order = Monitor<[String]>([])
        @Sendable func note(_ step: String) {
            order.withLock { $0.append(step) }
            order.notify()
        }
        let committing = try Background {
            flusher.committing {
                note("begun")
                // Until the other thread waits, or has not waited.
                order.wait { steps in steps.contains("waiting") ? () : nil }
                let limit = MonotonicClock.uptime + .milliseconds(50)
                _ = order.wait(until: limit) { steps, _ in
                    steps.contains("flushed") ? true : nil
                }
                note("committed")
            }
        }
        order.wait { steps in steps.contains("begun") ? () : nil }
        note("waiting")
        try flusher.wait()
        note("flushed")
        try committing.result()
        #expect(order.withLock { $0 } == ["begun", "waiting", "committed", "flushed"])
    }

    /// The system may have dropped what it could not write, so a later flush proves nothing.
    @Test func afterAFailureNothingIsDurable() throws {
        folder.remove("a.db-wal")
        // A file that cannot be flushed.
        #expect(SystemCall.symlink("/proc/version", files.log) == 0)
        let flusher = try LogFlusher(of: files, isShared: false)
        try flusher.wait()
        for _ in 0..<2 {
            flusher.committing {}
            let error = #expect(throws: SQLiteError.self) { try flusher.wait() }
            #expect(error?.reason == .inputOutput)
        }
    }

    /// Another process writes commits that are not counted here.
    @Test func aSharedLogIsAlwaysFlushed() throws {
        folder.remove("a.db-wal")
        #expect(SystemCall.symlink("/proc/version", files.log) == 0)
        let flusher = try LogFlusher(of: files, isShared: true)
        #expect(throws: SQLiteError.self) { try flusher.wait() }
    }

    @Test func manyThreadsWaitForTheirCommits() throws {
        let flusher = try LogFlusher(of: files, isShared: false)
        // One connection writes.
        let commits = Locked(0)
        let threads = try (0..<8).map { _ in
            try Background {
                for _ in 0..<50 {
                    commits.withLock { count in flusher.committing { count += 1 } }
                    try flusher.wait()
                }
            }
        }
        for thread in threads { try thread.result() }
        #expect(commits.withLock { $0 } == 400)
    }
}
