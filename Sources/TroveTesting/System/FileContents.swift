import Glibc
import TroveLoopback
import TroveSystem

/// Reads and writes whole files.
package enum FileContents {
    /// Reads a file.
    ///
    /// - Throws: `SystemCallError` when it cannot be read.
    package static func read(_ path: String) throws -> [UInt8] {
        let descriptor = try FileDescriptor.open(path, O_RDONLY)
        var bytes: [UInt8] = []
        while true {
            var count = 0
            // `read` fills at most `buffer.count` bytes and returns how many.
            let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
                count = unsafe Glibc.read(descriptor.number, buffer.baseAddress, buffer.count)
                filled = max(count, 0)
            }
            if count == 0 { return bytes }
            guard count > 0 || errno == EINTR else { throw SystemCallError("read \(path)") }
            bytes += chunk
        }
    }

    /// Writes a file, replacing an existing one.
    ///
    /// - Throws: `SystemCallError` when it cannot be written.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let number = SystemCall.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard number >= 0 else { throw SystemCallError("open \(path)") }
        let descriptor = FileDescriptor(owning: number)
        var written = 0
        while written < bytes.count {
            // `write` reads at most `$0.count` bytes and keeps no pointer.
            let count = unsafe bytes[written...].withUnsafeBytes {
                unsafe Glibc.write(descriptor.number, $0.baseAddress, $0.count)
            }
            guard count >= 0 || errno == EINTR else { throw SystemCallError("write \(path)") }
            written += max(count, 0)
        }
    }
}
