import Glibc
import TroveModel
import TroveSQLite
import TroveSystem

/// Replaces a store with a backup.
///
/// The new store is first built completely beside the old one, and then takes its name in one
/// rename. From before that rename until the old log is moved away, the guard forbids that log, so
/// a server started in between refuses to open the file and leaves it unchanged.
///
/// Paths passed to the system live until the call returns, and it keeps none of them.
struct StoreRestore {
    /// The backup, possibly with its write-ahead log beside it.
    let source: String
    let store: StoreOpener
    let now: Timestamp

    private var old: DatabaseFiles { DatabaseFiles(path: store.path) }
    private var new: DatabaseFiles { DatabaseFiles(path: store.path + ".restoring") }

    /// Restores the backup.
    ///
    /// - Returns: the new path of the old store; nil if there was none.
    /// - Throws: `StoreError` for the backup and the store; `ServerFailure`. The store is
    ///   unchanged, unless the error is `StoreError.isHalfRestored`.
    func run() throws -> String? {
        guard FilePath.isFile(source) else {
            throw StoreError.noBackup(source)
        }
        try store.checkForLostFile()
        var kept: String?
        let hadGuard = FileStatus(of: old.guardFile) != nil
        var isDone = false
        defer { if !isDone, !hadGuard { SystemCall.unlink(old.guardFile) } }
        do {
            let logGuard = try LogGuard(replacing: old)
            defer { withExtendedLifetime(logGuard) {} }
            let isThere = FileStatus(of: old.path) != nil
            if isThere, try old.isOpenElsewhere() { throw StoreError.isBusy(old.path) }
            let copy = BackupCopy(source: source, path: new.path)
            defer { copy.remove() }
            try copy.make()
            let owned = isThere ? old.path : FilePath.folder(of: old.path)
            for path in [new.path, old.guardFile] {
                try DatabaseFiles.give(path, toOwnerOf: owned)
            }
            // From here on, a server must refuse the file.
            isDone = true
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

    /// Links the old store to a second name.
    private func keepOld() throws(DatabaseFiles.Failure) -> String {
        for path in KeptPaths.all(beside: old.path, "before", at: now) {
            if SystemCall.link(old.path, path) == 0 {
                // Only an interrupted creation leaves a journal; SQLite must not apply it to the
                // new store.
                try move(old.journal, to: DatabaseFiles(path: path).journal)
                return path
            }
            guard errno == EEXIST else { throw .init(path: path, number: errno) }
        }
        throw .init(path: old.path, number: EEXIST)
    }

    /// Renames the new store into place, and moves the old log beside the old store.
    private func replace(keptAs kept: String?) throws(DatabaseFiles.Failure) {
        guard SystemCall.rename(new.path, old.path) == 0 else {
            throw .init(path: old.path, number: errno)
        }
        try DatabaseFiles.flushFolder(of: old.path)
        if let kept {
            try move(old.log, to: DatabaseFiles(path: kept).log)
        } else {
            // It is empty.
            SystemCall.unlink(old.log)
        }
        SystemCall.unlink(old.sharedMemory)
        try DatabaseFiles.flushFolder(of: old.path)
    }

    private func move(_ path: String, to other: String) throws(DatabaseFiles.Failure) {
        guard SystemCall.rename(path, other) == 0 || errno == ENOENT else {
            throw .init(path: path, number: errno)
        }
    }
}
