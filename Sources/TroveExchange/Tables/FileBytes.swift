import Glibc
import TroveSystem

/// A file that is read sequentially or at any offset.
package final class FileBytes: ByteSource {
    private let descriptor: Int32
    /// The size when the file was opened; 0 for a file without a size, such as a pipe.
    let size: Int
    private var position = 0
    /// Whether a read may have to wait for another program, or for keys.
    private let mayWait: Bool
    private let isGivenUp: @Sendable () -> Bool

    /// Opens a file. The caller must have checked that it is not one of the library's own.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - isGivenUp: polled while a pipe has no bytes; true ends the wait with `EINTR`.
    /// - Throws: why the file cannot be opened.
    package init(
        path: String, isGivenUp: @escaping @Sendable () -> Bool = { false }
    ) throws(ReadFailure) {
        // A named pipe would otherwise not be opened before it has a writer.
        let descriptor = SystemCall.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw .system(errno) }
        guard let status = FileStatus(of: descriptor) else {
            let number = errno
            close(descriptor)
            throw .system(number)
        }
        guard status.type != .folder else {
            close(descriptor)
            throw .isFolder
        }
        self.descriptor = descriptor
        self.isGivenUp = isGivenUp
        mayWait = status.type == .other
        size = status.type == .file ? status.size : 0
    }

    /// Returns whether a path leads to a pipe, a socket or a device, without opening it.
    static func isPipe(_ path: String) -> Bool {
        FileStatus(of: path)?.type == .other
    }

    deinit {
        close(descriptor)
    }

    /// Reads the next bytes of the file.
    package func read(into bytes: inout [UInt8], from offset: Int) throws(ReadFailure) -> Int {
        while true {
            while mayWait, !Descriptor.waitToRead(descriptor) {
                if isGivenUp() { throw .system(EINTR) }
            }
            // The offset is within the array, and the count does not exceed the bytes after it.
            let count = unsafe bytes.withUnsafeMutableBytes { bytes in
                let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset...])
                return unsafe Glibc.read(descriptor, room.baseAddress, room.count)
            }
            if count >= 0 {
                position += count
                return count
            }
            if errno != EINTR, errno != EAGAIN { throw .system(errno) }
        }
    }

    /// Reads the bytes at a position of the file, like `read`; fewer at its end.
    func read(into bytes: inout [UInt8], from offset: Int, at place: Int) throws(ReadFailure) -> Int
    {
        while true {
            // The offset is within the array, and the count does not exceed the bytes after it.
            let count = unsafe bytes.withUnsafeMutableBytes { bytes in
                let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset...])
                return unsafe pread(descriptor, room.baseAddress, room.count, place)
            }
            if count >= 0 { return count }
            if errno != EINTR { throw .system(errno) }
        }
    }

    /// The share of the file that has been read, 0 to 1; 0 if it has no size.
    package var fraction: Double {
        size == 0 ? 0 : min(1, Double(position) / Double(size))
    }
}
