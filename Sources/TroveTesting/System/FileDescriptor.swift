import Glibc

/// The owner of one open file descriptor; it closes it when it goes.
///
/// Every descriptor is made close-on-exec at birth: tests run side by side, and a program that
/// one of them starts must not keep another's pipe open.
final class FileDescriptor: Sendable {
    /// The descriptor, open as long as its owner lives.
    let number: Int32

    /// Takes over a descriptor that nobody else closes.
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
        // The path lives until the call returns.
        let number = unsafe Glibc.open(path, flags | O_CLOEXEC)
        guard number >= 0 else { throw SystemCallError("open \(path)") }
        return FileDescriptor(owning: number)
    }

    /// Opens a file, which is made when it is not there, to write behind what it has.
    ///
    /// - Throws: `SystemCallError` when it cannot be opened.
    static func appending(to path: String) throws -> FileDescriptor {
        // The path lives until the call returns.
        let number = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard number >= 0 else { throw SystemCallError("open \(path)") }
        return FileDescriptor(owning: number)
    }

    /// Makes a pipe.
    ///
    /// - Throws: `SystemCallError` when the process has too many descriptors.
    static func pipe() throws -> (reading: FileDescriptor, writing: FileDescriptor) {
        var ends: [Int32] = [-1, -1]
        // `pipe2` stores two numbers, and the array has two.
        guard unsafe GNULibrary.pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemCallError("pipe2") }
        return (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
    }

    /// Makes reads and writes return at once.
    ///
    /// The flag belongs to the open file, not to the descriptor, so this is for ends that the
    /// program under test does not share.
    func setNonBlocking() throws {
        let flags = fcntl(number, F_GETFL)
        guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0 else {
            throw SystemCallError("fcntl")
        }
    }
}
