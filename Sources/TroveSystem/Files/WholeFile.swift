import Glibc

/// Reads and replaces whole files. A reader of a replaced file sees the old content or the new one,
/// never a part of either.
package enum WholeFile {
    /// Why a file cannot be read or written.
    package enum Failure: Error, Sendable, Hashable {
        /// There is nothing at the path.
        case isMissing
        /// There is a folder at the path.
        case isFolder
        /// There is a pipe, a device or a socket at the path.
        case notAFile
        /// The file is larger than the caller allows.
        case isTooLong(bytes: Int, limit: Int)
        /// Another failure: the system's error number.
        case system(Int32)

        /// The failure of a call that opens a file.
        ///
        /// - Parameter number: the system's error number.
        package init(opening number: Int32) {
            self = number == ENOENT || number == ENOTDIR ? .isMissing : .system(number)
        }

        /// The system's error number that describes the failure best.
        package var number: Int32 {
            switch self {
            case .isMissing: ENOENT
            case .isFolder: EISDIR
            case .notAFile: EINVAL
            case .isTooLong: EFBIG
            case .system(let number): number
            }
        }
    }

    /// What `read` accepts at a path.
    package enum Source: Sendable {
        /// A regular file only.
        case file
        /// Also a pipe or a device, which is read to its end.
        case stream
    }

    /// Reads a file of at most `limit` bytes.
    ///
    /// Do not read a library's own file while it is open: see `Library.isKept`.
    package static func read(
        _ path: String, limit: Int, from source: Source = .file
    ) throws(Failure) -> [UInt8] {
        // Opening a pipe without a writer would block.
        let mode = source == .file ? O_NONBLOCK : 0
        let descriptor = SystemCall.open(path, O_RDONLY | O_CLOEXEC | mode)
        guard descriptor >= 0 else { throw Failure(opening: errno) }
        defer { close(descriptor) }
        guard let status = FileStatus(of: descriptor) else { throw .system(errno) }
        if status.type == .folder { throw .isFolder }
        guard source == .stream || status.type == .file else { throw .notAFile }
        guard status.size <= limit else { throw .isTooLong(bytes: status.size, limit: limit) }
        var bytes: [UInt8] = []
        while true {
            guard let part = Descriptor.read(descriptor, limit: 1 << 18) else {
                throw .system(errno)
            }
            if part.isEmpty { return bytes }
            bytes += part
            // Another process may have appended to it since `fstat`.
            guard bytes.count <= limit else { throw .isTooLong(bytes: bytes.count, limit: limit) }
        }
    }

    /// Writes a file under a temporary name and renames it, replacing a file of that name. Only the
    /// owner of a new file may read it; a replacement keeps the permissions.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - path: the file's path in an existing folder.
    ///   - isDurable: whether the file is on the disk when this returns.
    /// - Throws: `Failure`.
    package static func write(
        _ bytes: [UInt8], to path: String, isDurable: Bool
    ) throws(Failure) {
        let file = try NewFile(path, permissions: 0o600)
        try file.write(bytes)
        try file.finish(isDurable: isDurable)
    }

    /// Flushes a file's content, or the names in a folder, to the disk.
    package static func flush(_ path: String) throws(Failure) {
        let descriptor = SystemCall.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .system(errno) }
    }
}
