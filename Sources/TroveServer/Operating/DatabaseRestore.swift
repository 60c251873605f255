import Glibc
import TroveSQLite

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
    /// - Throws: `StoreError` for the backup and the database; `ServerFailure.isInUse` if a server is
    ///   connected, `ServerFailure.cannotMake` if the copy cannot be made.
    func run() throws -> StoreCopy.Outcome {
        let folder = try Self.makeFolder()
        // The C string lives until the call returns.
        defer { _ = unsafe rmdir(folder) }
        let copy = BackupCopy(source: source, path: folder + "/backup.db")
        defer { copy.remove() }
        do {
            try copy.make(isCurrent: true)
        } catch let failure as DatabaseFiles.Failure {
            throw ServerFailure.cannotMake(failure.path, failure.number)
        }
        return try DatabaseFill(source: StoreOpener(path: copy.path), target: target).run { _ in }
    }

    /// Makes a folder that only this user can enter.
    private static func makeFolder() throws(ServerFailure) -> String {
        // The program never changes its environment, and the value is copied at once.
        let named = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
        let parent = named.isEmpty ? "/var/tmp" : named
        var template = Array("\(parent)/trove-server-XXXXXX".utf8CString)
        // `mkdtemp` overwrites the six letters before the terminating zero.
        guard unsafe mkdtemp(&template) != nil else { throw .cannotMake(parent, errno) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
