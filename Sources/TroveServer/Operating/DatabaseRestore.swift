import Glibc
import TroveCodecs
import TroveSQLite
import TroveSystem

/// Replaces everything in a database with a backup, all or nothing.
///
/// The servers must be stopped, because each knows the identity of its store. A server that is not
/// noticed, for example behind a PgBouncer that hides its name, reads and writes either the former
/// content or the restored one.
struct DatabaseRestore {
    /// The backup, possibly with its write-ahead log beside it.
    let source: String
    let target: PostgresStore

    /// Restores the backup, from a checked copy of it in `TMPDIR` or `/var/tmp`.
    ///
    /// - Returns: what was copied.
    /// - Throws: `StoreError` for the backup and the database; `ServerFailure.isInUse` if a server
    ///   is connected, `ServerFailure.cannotMake` if the copy cannot be made.
    func run() throws -> StoreCopy.Outcome {
        let folder = try Self.makeFolder()
        // While another restore uses it, it is not empty, and stays.
        defer { SystemCall.rmdir(folder) }
        return try restore(in: folder)
    }

    private func restore(in folder: String) throws -> StoreCopy.Outcome {
        // The name is the same for every restore to this database, so a copy that a killed program
        // left is replaced; restores to other databases have other names.
        let name = "\(SHA256(of: Array(target.address.utf8)))".prefix(16)
        let file = try PartialFile(of: "\(folder)/\(name).db")
        let copy = BackupCopy(source: source, path: file.path)
        // `file` removes the copy itself while it holds the lock.
        defer { copy.removeLogs() }
        do {
            try copy.make(isCurrent: true)
        } catch let failure as DatabaseFiles.Failure {
            throw ServerFailure.cannotMake(failure.path, failure.number)
        }
        defer { withExtendedLifetime(file) {} }
        return try DatabaseFill(source: StoreOpener(path: copy.path), target: target).run { _ in }
    }

    /// Returns a folder that only this user can enter: the same each time, unless another user has
    /// taken its name.
    private static func makeFolder() throws(ServerFailure) -> String {
        let named = SystemCall.getenv("TMPDIR") ?? ""
        let parent = named.isEmpty ? "/var/tmp" : named
        let name = "trove-restore-\(geteuid())"
        let folder = "\(parent)/\(name)"
        guard SystemCall.mkdir(folder, 0o700) == 0 || errno == EEXIST,
            let status = FileStatus(of: folder, followsLink: false)
        else { throw .cannotMake(folder, errno) }
        if status.type == .folder, status.permissions == 0o700, status.owner == geteuid() {
            return folder
        }
        do throws(WholeFile.Failure) {
            return try Folder.makeNew(in: parent, named: name)
        } catch {
            throw .cannotMake("\(folder)-XXXXXX", error.number)
        }
    }
}
