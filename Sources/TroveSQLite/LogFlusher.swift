import CSQLite
import Glibc
import TroveSystem

// With `synchronous = NORMAL`, SQLite appends a commit to the write-ahead log and does not wait for
// the disk. Other connections see the commit at once. Until the log is flushed, a power failure
// loses the last commits, each as a whole and none before an earlier one. A checkpoint flushes the
// log first.

/// Makes the commits to a file durable: one flush of its write-ahead log for all threads that wait,
/// while others go on writing.
///
/// Every thread that has used the file waits here before it tells anyone what it wrote or read. See
/// `LogGuard.leaveFlushing`.
package final class LogFlusher: Sendable {
    private struct State {
        /// The number of commits that have begun: other connections may see all of them.
        var begun = 0
        /// The number of those that are in the log, if they did not fail.
        var written = 0
        /// The number of those that are on the disk.
        var flushed = 0
        var isFlushing = false
        /// Why a flush failed. The data may be lost even if a later flush succeeds, so nothing is
        /// durable from then on.
        var failure: SQLiteError?
    }

    private let state = Monitor(State())
    /// Open from `init` to `deinit`. SQLite has no locks on the log, which closing would release.
    private let descriptor: Int32
    /// Whether another process, whose commits are not counted, may write to the file.
    private let isShared: Bool

    /// Opens the write-ahead log of a database that is open.
    ///
    /// - Parameters:
    ///   - files: the paths of the database.
    ///   - isShared: whether another process may leave commits in the log that are not flushed.
    /// - Throws: `Failure` if the log cannot be opened.
    package init(of files: DatabaseFiles, isShared: Bool) throws(DatabaseFiles.Failure) {
        descriptor = SystemCall.open(files.log, O_RDONLY | O_CLOEXEC)
        self.isShared = isShared
        guard descriptor >= 0 else {
            throw DatabaseFiles.Failure(path: files.log, number: errno)
        }
    }

    deinit { close(descriptor) }

    /// Runs `commit`, and registers the transaction for the next flush, which `wait` awaits. One
    /// thread at a time may commit.
    package func committing<Failure>(
        _ commit: () throws(Failure) -> Void
    ) throws(Failure) {
        state.withLock { $0.begun += 1 }
        defer {
            state.withLock { $0.written = $0.begun }
            state.notify()
        }
        try commit()
    }

    /// Blocks until all commits that have begun so far are on the disk. Returns at once if they
    /// are.
    ///
    /// - Throws: why the log could not be flushed. The file must then be opened again.
    package func wait() throws(SQLiteError) {
        let ticket = state.withLock { state in
            if isShared {
                state.begun += 1
                state.written = state.begun
            }
            return state.begun
        }
        while true {
            let next = state.wait { state -> Step? in
                if let failure = state.failure { return .failed(failure) }
                if state.flushed >= ticket { return .done }
                guard !state.isFlushing, state.written >= ticket else { return nil }
                state.isFlushing = true
                return .flush(state.written)
            }
            switch next {
            case .flush(let count): flush(count)
            case .failed(let failure): throw failure
            case .done: return
            }
        }
    }

    private enum Step {
        case done
        case failed(SQLiteError)
        /// Flush the log, which holds this many commits.
        case flush(Int)
    }

    private func flush(_ count: Int) {
        let failure = fdatasync(descriptor) == 0 ? nil : Self.failure(number: errno)
        state.withLock { state in
            state.isFlushing = false
            state.failure = state.failure ?? failure
            if failure == nil { state.flushed = max(state.flushed, count) }
        }
        state.notify()
    }

    private static func failure(number: Int32) -> SQLiteError {
        SQLiteError(
            code: number == ENOSPC || number == EDQUOT ? SQLITE_FULL : SQLITE_IOERR,
            message: "the write-ahead log cannot be flushed, system error \(number)")
    }
}
