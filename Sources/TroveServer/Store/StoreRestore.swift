import Glibc
import TroveModel
import TroveSQLite

/// Puts a backup in the place of a store.
///
/// The new store is made whole beside the old one first. Then it takes the old one's name in one step;
/// the guard forbids the old log before that and until it is out of the way, so that a server that is
/// started in the midst of it says so and harms nothing.
///
/// Paths are handed to the system for the length of a call.
struct StoreRestore {
    /// The backup. It may have its log beside it.
    let source: String
    let store: StoreOpener
    let now: Timestamp

    private var old: DatabaseFiles { DatabaseFiles(path: store.path) }
    private var new: DatabaseFiles { DatabaseFiles(path: store.path + ".restoring") }

    /// Restores the backup.
    ///
    /// - Returns: the path that the old store has now; nil where there was none.
    /// - Throws: `StoreError` for the backup and the store; `ServerFailure`. The store is as it was,
    ///   unless `StoreError.isHalfRestored` says otherwise.
    func run() throws -> String? {
        guard DatabaseFiles.size(of: source) != nil else { throw StoreError.isMissing(source) }
        var kept: String?
        do {
            let logGuard = try LogGuard(replacing: old)
            defer { withExtendedLifetime(logGuard) {} }
            let isThere = DatabaseFiles.size(of: old.path) != nil
            if isThere, try old.isOpenElsewhere() { throw StoreError.isBusy(old.path) }
            defer { removeNew() }
            try prepare()
            try logGuard.forbidLog()
            if isThere { kept = try keepOld() }
            try replace(keptAs: kept)
        } catch let failure as LogGuard.Failure {
            throw StoreError(failure, path: old.path)
        } catch let failure as DatabaseFiles.Failure {
            throw StoreError(failure)
        }
        return kept
    }

    /// Makes the new store beside the old one: a copy of the backup, looked through, with its log in
    /// it and without a generation.
    private func prepare() throws {
        let source = DatabaseFiles(path: source)
        // Only a log that belongs to the backup is taken with it.
        do throws(LogGuard.Failure) {
            try LogGuard(of: source, makes: false)?.checkLog()
        } catch {
            throw StoreError(error, path: source.path)
        }
        removeNew()
        try copy(source.path, to: new.path)
        if let size = DatabaseFiles.size(of: source.log), size > 0 {
            try copy(source.log, to: new.log)
        }
        do throws(StoreError) {
            try StoreOpener(path: new.path).visit { connection in
                try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                try connection.execute("PRAGMA journal_mode = DELETE")
                try LogGuard.removeGeneration(from: connection)
            }
        } catch {
            throw error.about(source.path)
        }
        try DatabaseFiles.flush(new.path)
    }

    private func copy(_ from: String, to path: String) throws(DatabaseFiles.Failure) {
        let input = unsafe open(from, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw .init(path: from, number: errno) }
        defer { close(input) }
        let output = unsafe open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw .init(path: path, number: errno) }
        defer { close(output) }
        while true {
            // The system copies what is there, from one position to the other.
            let count = sendfile(output, input, nil, 1 << 24)
            if count == 0 { return }
            guard count > 0 || errno == EINTR else { throw .init(path: path, number: errno) }
        }
    }

    private func removeNew() {
        for path in [new.path, new.log, new.sharedMemory, new.journal] { unsafe unlink(path) }
    }

    /// Gives the old store a second name.
    private func keepOld() throws(DatabaseFiles.Failure) -> String {
        let moment = "\(now)".filter { $0 != ":" && $0 != "-" }
        var attempt = 0
        while true {
            attempt += 1
            let path = "\(old.path).before-\(moment)" + (attempt > 1 ? "-\(attempt)" : "")
            if unsafe link(old.path, path) == 0 {
                // Only a store whose making was cut off has a journal; the new one must not meet it.
                try move(old.journal, to: DatabaseFiles(path: path).journal)
                return path
            }
            guard errno == EEXIST else { throw .init(path: path, number: errno) }
        }
    }

    /// Lets the new store take the name, and puts the old one's log to the old one.
    private func replace(keptAs kept: String?) throws(DatabaseFiles.Failure) {
        guard unsafe rename(new.path, old.path) == 0 else {
            throw .init(path: old.path, number: errno)
        }
        try DatabaseFiles.flushFolder(of: old.path)
        if let kept {
            try move(old.log, to: DatabaseFiles(path: kept).log)
        } else {
            // Without a file they are nobody's.
            unsafe unlink(old.log)
        }
        unsafe unlink(old.sharedMemory)
        try DatabaseFiles.flushFolder(of: old.path)
    }

    private func move(_ path: String, to other: String) throws(DatabaseFiles.Failure) {
        guard unsafe rename(path, other) == 0 || errno == ENOENT else {
            throw .init(path: path, number: errno)
        }
    }
}
