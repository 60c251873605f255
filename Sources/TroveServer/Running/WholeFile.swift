import Glibc

/// A small file, read at once.
enum WholeFile {
    /// The bytes of a file, a mebibyte of them at most.
    ///
    /// - Throws: `ServerFailure.cannotRead`.
    static func read(_ path: String) throws(ServerFailure) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotRead(path, errno) }
        defer { close(descriptor) }
        var all: [UInt8] = []
        while all.count < 1 << 20 {
            var count = 0
            // `read` fills at most `buffer.count` bytes and says how many.
            let part = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
                count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                filled = max(count, 0)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .cannotRead(path, errno) }
            if count == 0 { return all }
            all += part
        }
        throw .cannotRead(path, EFBIG)
    }
}
