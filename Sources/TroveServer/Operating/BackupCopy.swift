import Glibc
import TroveSQLite
import TroveSystem

/// A checked copy of a backup, made to be restored.
///
/// Paths passed to the system live until the call returns, and it keeps none of them.
struct BackupCopy {
    /// The backup, possibly with its write-ahead log beside it.
    let source: String
    let path: String

    private var files: DatabaseFiles { DatabaseFiles(path: path) }

    /// Copies the backup with its log applied and its generation removed. A file at `path` is
    /// overwritten, and stays the same file: the caller may hold its lock.
    ///
    /// - Parameter isCurrent: whether to convert the copy to the current format.
    /// - Throws: `StoreError` for the backup; `DatabaseFiles.Failure`.
    func make(isCurrent: Bool = false) throws {
        guard FilePath.isFile(source) else {
            throw StoreError.noBackup(source)
        }
        let source = DatabaseFiles(path: source)
        // Copy the log only if it belongs to the backup.
        do throws(LogGuard.Failure) {
            try LogGuard(of: source, makes: false)?.checkLog()
        } catch {
            throw StoreError(error, path: source.path)
        }
        removeLogs()
        try copy(source.path, to: files.path)
        if let size = FileStatus(of: source.log)?.size, size > 0 {
            try copy(source.log, to: files.log)
        }
        do throws(StoreError) {
            let opener = StoreOpener(path: path)
            try opener.visit { connection in
                try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                try connection.execute("PRAGMA journal_mode = DELETE")
                try LogGuard.removeGeneration(from: connection)
                if isCurrent { try opener.format.migrate(connection) }
            }
        } catch {
            throw error.about(source.path)
        }
        try DatabaseFiles.flush(path)
    }

    private func copy(_ from: String, to path: String) throws(DatabaseFiles.Failure) {
        let input = SystemCall.open(from, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw .init(path: from, number: errno) }
        defer { close(input) }
        // A symbolic link in its place could make a command of root write to any file.
        let flags = O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
        let output = SystemCall.open(path, flags, 0o600)
        guard output >= 0 else { throw .init(path: path, number: errno) }
        defer { close(output) }
        while true {
            // Copies in the kernel; each descriptor advances its own position.
            let count = sendfile(output, input, nil, 1 << 24)
            if count == 0 { return }
            guard count > 0 || errno == EINTR else { throw .init(path: path, number: errno) }
        }
    }

    /// Removes the copy with all that belongs to it.
    func remove() {
        SystemCall.unlink(path)
        removeLogs()
    }

    /// Removes what SQLite may have left beside the copy.
    func removeLogs() {
        for path in [files.log, files.sharedMemory, files.journal] { SystemCall.unlink(path) }
    }
}
