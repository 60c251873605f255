import Glibc
import TroveSQLite

/// Copies a store, which may be in use, to a new file.
///
/// Paths are handed to the system for the length of a call.
struct StoreBackup {
    let store: StoreOpener
    /// The new file.
    let target: String

    /// Makes the copy: whole and on the disk when this returns, or not there.
    ///
    /// - Throws: `StoreError` for the store, `ServerFailure.isThere` where there is a file already,
    ///   `ServerFailure.cannotMake`.
    func make() throws {
        guard DatabaseFiles.size(of: target) == nil else { throw ServerFailure.isThere(target) }
        // A copy that was not finished has another name.
        let partial = target + ".partial"
        let descriptor = unsafe open(partial, O_CREAT | O_RDWR | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ServerFailure.cannotMake(target, errno) }
        close(descriptor)
        defer { unsafe unlink(partial) }
        try store.visit { connection in try connection.backup(to: partial) }
        do {
            let copy = try Connection(path: partial, access: .readWrite)
            try LogGuard.removeGeneration(from: copy)
            if let flaw = try copy.firstFlaw() {
                throw StoreError.isDamaged(store.path, detail: flaw)
            }
        } catch let error as SQLiteError {
            throw StoreError(error, path: target)
        }
        do throws(DatabaseFiles.Failure) {
            try DatabaseFiles.flush(partial)
            // Unlike a renaming, this does not replace what somebody else has put there meanwhile.
            guard unsafe link(partial, target) == 0 else {
                throw .init(path: target, number: errno)
            }
            unsafe unlink(partial)
            try DatabaseFiles.flushFolder(of: target)
        } catch {
            throw error.number == EEXIST
                ? ServerFailure.isThere(target) : .cannotMake(target, error.number)
        }
    }
}
