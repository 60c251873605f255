import Glibc
import TroveSystem

/// The file behind a history, which several sessions read and write.
///
/// Every change is made under `flock`. A rewrite replaces the file, so after locking, the code
/// checks that the locked file is still the one at the path.
struct HistoryStorage {
    /// Why the file could not be used.
    struct Failure: Error, Equatable {
        /// A clause such as "it cannot be opened: Permission denied".
        let reason: String
    }

    let path: String
    /// The device and inode of the file read last.
    private var identity: FileStatus.Identity?
    /// The offset up to which it was read.
    private var offset: Int = 0
    /// The number of lines read or written up to `offset`.
    private(set) var lineCount = 0

    init(path: String) {
        self.path = path
    }

    /// Returns the entries added since the last call: all of them the first time, and after another
    /// session has rewritten the file.
    mutating func readNew() throws(Failure) -> [String] {
        let descriptor = SystemCall.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        if descriptor < 0 {
            if errno == ENOENT { return [] }
            throw Self.failure("it cannot be opened")
        }
        defer { close(descriptor) }
        return try readNew(from: descriptor)
    }

    /// Reads what other sessions have added, then appends an entry. Returns the entries read.
    mutating func append(_ entry: String) throws(Failure) -> [String] {
        let descriptor = try openLocked()
        defer { close(descriptor) }
        let others = try readNew(from: descriptor)
        var bytes = HistoryLines.encoded(entry)
        // A session killed while writing leaves an unterminated line.
        if let size = FileStatus(of: descriptor)?.size, size > offset {
            bytes.insert(UInt8(ascii: "\n"), at: 0)
            offset = size
        }
        guard lseek(descriptor, 0, SEEK_END) >= 0, Descriptor.write(bytes, to: descriptor) else {
            throw Self.failure("it cannot be written")
        }
        offset += bytes.count
        lineCount += 1
        return others
    }

    /// Rewrites the file with each entry once and at most `limit` of them. Returns the entries.
    mutating func rewrite(limit: Int) throws(Failure) -> [String] {
        let descriptor = try openLocked()
        defer { close(descriptor) }
        guard lseek(descriptor, 0, SEEK_SET) == 0, let bytes = Descriptor.readAll(descriptor) else {
            throw Self.failure("it cannot be read")
        }
        let entries = HistoryLines.unique(HistoryLines.entries(bytes), limit: limit)
        // Replace the target of a symbolic link, not the link itself.
        let target = Self.resolved(path)
        let temporary = "\(target).\(getpid()).new"
        let new = SystemCall.open(
            temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard new >= 0 else { throw Self.failure("it cannot be written") }
        defer { close(new) }
        let text = entries.flatMap { HistoryLines.encoded($0) }
        guard Descriptor.write(text, to: new), fsync(new) == 0,
            SystemCall.rename(temporary, target) == 0
        else {
            let failure = Self.failure("it cannot be written")
            SystemCall.unlink(temporary)
            throw failure
        }
        identity = FileStatus(of: new)?.identity
        offset = text.count
        lineCount = entries.count
        return entries
    }

    private mutating func readNew(from descriptor: Int32) throws(Failure) -> [String] {
        guard let status = FileStatus(of: descriptor), status.type == .file else {
            throw Failure(reason: "it is not a file")
        }
        if status.identity != identity || status.size < offset {
            identity = status.identity
            offset = 0
            lineCount = 0
        }
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0,
            let bytes = Descriptor.readAll(descriptor)
        else {
            throw Self.failure("it cannot be read")
        }
        // An unterminated line is either being written now or was cut off. The first read includes
        // it; later reads wait for its end.
        let isFirst = offset == 0
        let end = (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
        let entries = HistoryLines.entries(isFirst ? bytes : Array(bytes[..<end]))
        offset += end
        lineCount += entries.count
        return entries
    }

    /// Opens the file for writing, creating it if needed, and locks it until it is closed.
    private func openLocked() throws(Failure) -> Int32 {
        for attempt in 0..<40 {
            let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
            let descriptor = SystemCall.open(path, flags, 0o600)
            guard descriptor >= 0 else { throw Self.failure("it cannot be opened for writing") }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                if FileStatus(of: descriptor)?.identity == FileStatus(of: path)?.identity {
                    return descriptor
                }
            } else if errno != EWOULDBLOCK, errno != EINTR {
                let failure = Self.failure("it cannot be locked")
                close(descriptor)
                throw failure
            }
            close(descriptor)
            // About 400 ms in all; a rewrite holds the lock for less.
            if attempt > 0 { SystemThread.sleep(for: .milliseconds(10)) }
        }
        throw Failure(reason: "another program holds its lock")
    }

    private static func resolved(_ path: String) -> String {
        FilePath.resolved(path) ?? path
    }

    private static func failure(_ what: String) -> Failure {
        Failure(reason: "\(what): \(SystemCall.strerror(errno))")
    }
}
