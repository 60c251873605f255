import Glibc
import TroveSQLite

/// Copies a store, which may be in use, to a new file.
///
/// Paths passed to the system live until the call returns, and it keeps none of them.
struct StoreBackup {
    let store: StoreOpener
    /// The new file.
    let target: String

    /// Makes the copy. When this returns, the copy is complete and on the disk; when it throws,
    /// there is no copy.
    ///
    /// - Throws: `StoreError` for the store, `ServerFailure.isThere` if the target exists,
    ///   `ServerFailure.cannotMake`.
    func make() throws {
        guard DatabaseFiles.size(of: target) == nil else { throw ServerFailure.isThere(target) }
        // Under another name until it is complete.
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
            // Unlike `rename`, `link` does not replace a file that was created in the meantime.
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
