import Glibc

// The unsafe calls in this file pass C strings and records that live until the call returns; the C
// library keeps none of them.

/// Files that are read at once, and written so that nobody ever sees half of one.
package enum WholeFile {
    /// Why a file cannot be read or written.
    package enum Failure: Error, Sendable, Hashable {
        case isMissing
        case isFolder
        /// Something that is neither a file nor a folder.
        case isNoFile
        case isTooLong(bytes: Int, limit: Int)
        /// The system's error number.
        case system(Int32)
    }

    /// The bytes of a file, as many as `limit` at most.
    ///
    /// Never a library's own file while it is open: see `Library.isKept`.
    package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        // A pipe that nobody writes to must not be waited for.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw errno == ENOENT || errno == ENOTDIR ? .isMissing : .system(errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .system(errno) }
        if status.st_mode & S_IFMT == S_IFDIR { throw .isFolder }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .isNoFile }
        guard status.st_size <= limit else {
            throw .isTooLong(bytes: Int(status.st_size), limit: limit)
        }
        var bytes: [UInt8] = []
        while true {
            var count = 0
            // At most as many bytes are read as there is room for, and `filled` says how many were.
            let part = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, filled in
                count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                filled = max(0, count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(errno) }
            if count == 0 { return bytes }
            bytes += part
            // It may have grown meanwhile.
            guard bytes.count <= limit else { throw .isTooLong(bytes: bytes.count, limit: limit) }
        }
    }

    /// Writes a file under a name of its own and then gives it the right one, in place of what was
    /// there; a durable one is on the disk when this returns.
    package static func write(
        _ bytes: [UInt8], to name: String, in folder: String, isDurable: Bool
    ) throws(Failure) {
        // Only the owner may read it.
        let file = try NewFile("\(folder)/\(name)", permissions: 0o600)
        try file.write(bytes)
        try file.finish(isDurable: isDurable)
    }

    /// Makes a folder for its owner alone; one that is there already is right.
    static func makeFolder(_ path: String) throws(Failure) {
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system(errno) }
    }

    /// Makes the names in a folder durable.
    static func flush(folder: String) throws(Failure) {
        let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard descriptor >= 0 else { throw .system(errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .system(errno) }
    }
}
