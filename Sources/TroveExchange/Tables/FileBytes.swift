import Glibc

/// A file that is read from its beginning to its end, or at any place.
package final class FileBytes: ByteSource {
    private let descriptor: Int32
    /// How long it was when it was opened; 0 for what has no length, such as a pipe.
    let size: Int
    private var position = 0

    /// Opens a file. Whether it is one of the library's own is for the caller to know.
    package init(path: String) throws(ReadFailure) {
        // The path is a text of C for as long as the call takes.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .system(errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            let number = errno
            close(descriptor)
            throw .system(number)
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            close(descriptor)
            throw .isFolder
        }
        self.descriptor = descriptor
        size = status.st_mode & S_IFMT == S_IFREG ? status.st_size : 0
    }

    deinit {
        close(descriptor)
    }

    package func read(into bytes: inout [UInt8], from offset: Int) throws(ReadFailure) -> Int {
        while true {
            // The offset lies within the array, and no more is asked for than stands behind it.
            let count = unsafe bytes.withUnsafeMutableBytes { bytes in
                let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset...])
                return unsafe Glibc.read(descriptor, room.baseAddress, room.count)
            }
            if count >= 0 {
                position += count
                return count
            }
            if errno != EINTR { throw .system(errno) }
        }
    }

    /// Puts the bytes at a place of the file into an array, as `read` does; fewer at its end.
    func read(into bytes: inout [UInt8], from offset: Int, at place: Int) throws(ReadFailure) -> Int
    {
        while true {
            // The offset lies within the array, and no more is asked for than stands behind it.
            let count = unsafe bytes.withUnsafeMutableBytes { bytes in
                let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset...])
                return unsafe pread(descriptor, room.baseAddress, room.count, place)
            }
            if count >= 0 { return count }
            if errno != EINTR { throw .system(errno) }
        }
    }

    package var fraction: Double {
        size == 0 ? 0 : min(1, Double(position) / Double(size))
    }
}
