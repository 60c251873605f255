import CLinux
import Glibc
import TroveCodecs
import TroveSQLite
import TroveSystem

/// A new file that has another name, with the ending `.partial`, until it is complete. It is locked
/// until then, so that no other program writes to it, and removed if it is never completed.
///
/// Paths and structs that are passed to the system live until the call returns, and it keeps none
/// of them.
struct PartialFile: ~Copyable {
    /// The name until the file is complete.
    let path: String
    private let target: String
    private let descriptor: Int32

    /// Creates an empty file for `target` that only its owner can read.
    ///
    /// - Throws: `ServerFailure.isThere` if another file has the name, `isBeingMade` if another
    ///   program is making the file, `cannotMake`.
    init(of target: String) throws(ServerFailure) {
        self.target = target
        path = target + ".partial"
        while true {
            let flags = O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC
            let descriptor = SystemCall.open(path, flags, 0o600)
            if descriptor >= 0 {
                if flock(descriptor, LOCK_EX | LOCK_NB) == 0, Self.isFile(descriptor, at: path) {
                    self.descriptor = descriptor
                    return
                }
                // Another program mistook it for an abandoned file.
                Glibc.close(descriptor)
                throw .isBeingMade(target)
            }
            guard errno == EEXIST else { throw .cannotMake(target, errno) }
            try Self.removeLeft(path, target)
        }
    }

    deinit {
        SystemCall.unlink(path)
        // SQLite leaves it behind if the disk is full.
        SystemCall.unlink(DatabaseFiles(path: path).journal)
        Glibc.close(descriptor)
    }

    /// Removes a file that a killed program left behind.
    private static func removeLeft(_ path: String, _ target: String) throws(ServerFailure) {
        let descriptor = SystemCall.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return }
            throw .isThere(path)
        }
        defer { Glibc.close(descriptor) }
        guard isOurs(descriptor) else { throw .isThere(path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .isBeingMade(target) }
        if isFile(descriptor, at: path) { SystemCall.unlink(path) }
    }

    /// Whether a file has no other name, and is a database, empty, or the beginning of a copy,
    /// whose first page SQLite writes last.
    private static func isOurs(_ descriptor: Int32) -> Bool {
        guard let status = FileStatus(of: descriptor), status.type == .file, status.links == 1
        else { return false }
        var bytes = [UInt8](repeating: 0, count: SQLiteHeader.signature.count)
        // The buffer lives until the call returns.
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        guard count == bytes.count else { return count == 0 }
        return bytes == SQLiteHeader.signature || bytes.allSatisfy { $0 == 0 }
    }

    /// Whether an open file is still the one with a name.
    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        guard let file = FileStatus(of: descriptor) else { return false }
        return FileStatus(of: path, followsLink: false)?.identity == file.identity
    }

    /// Gives the file its name. Unlike the system call `rename`, it does not replace a file that
    /// was created in the meantime.
    private func rename() throws(DatabaseFiles.Failure) {
        if SystemCall.link(path, target) == 0 {
            SystemCall.unlink(path)
            return
        }
        // FAT, exFAT and some network file systems have no links; other file systems cannot rename
        // without replacing.
        let hasNoLinks = [EPERM, EOPNOTSUPP, ENOSYS].contains(errno)
        guard hasNoLinks, unsafe trove_rename_new(path, target) == 0 else {
            throw .init(path: target, number: errno)
        }
    }

    /// Gives the file, which is complete, its name.
    ///
    /// - Throws: `ServerFailure.isThere` if another file has taken the name, `cannotMake`.
    func finish() throws(ServerFailure) {
        do throws(DatabaseFiles.Failure) {
            try DatabaseFiles.flush(path)
            try rename()
            try DatabaseFiles.flushFolder(of: target)
        } catch {
            throw error.number == EEXIST ? .isThere(target) : .cannotMake(target, error.number)
        }
    }
}
