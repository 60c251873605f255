import Glibc
import TroveLoopback
import TroveSystem

/// The owner of an open file descriptor, which it closes when deallocated.
///
/// Every descriptor is created close-on-exec: tests run in parallel, and a program that one starts
/// must not keep another's pipe open.
final class FileDescriptor: Sendable {
    /// The descriptor, open as long as its owner lives.
    let number: Int32

    init(owning number: Int32) {
        self.number = number
    }

    deinit {
        _ = close(number)
    }

    /// Opens a file.
    ///
    /// - Throws: `SystemCallError` when it cannot be opened.
    static func open(_ path: String, _ flags: Int32) throws -> FileDescriptor {
        let number = SystemCall.open(path, flags | O_CLOEXEC)
        guard number >= 0 else { throw SystemCallError("open \(path)") }
        return FileDescriptor(owning: number)
    }

    /// Opens a file for appending, creating it if missing.
    ///
    /// - Throws: `SystemCallError` when it cannot be opened.
    static func appending(to path: String) throws -> FileDescriptor {
        let number = SystemCall.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard number >= 0 else { throw SystemCallError("open \(path)") }
        return FileDescriptor(owning: number)
    }

    /// Creates a pipe.
    ///
    /// - Throws: `SystemCallError` when the process has too many descriptors.
    static func pipe() throws -> (reading: FileDescriptor, writing: FileDescriptor) {
        var ends: [Int32] = [-1, -1]
        // `pipe2` stores two numbers, and the array has two.
        guard unsafe GNULibrary.pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemCallError("pipe2") }
        return (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
    }

    /// Makes reads and writes non-blocking.
    ///
    /// The flag belongs to the open file, not to the descriptor, so this must not be used on ends
    /// that the program under test shares.
    func setNonBlocking() throws {
        let flags = fcntl(number, F_GETFL)
        guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0 else {
            throw SystemCallError("fcntl")
        }
    }
}
