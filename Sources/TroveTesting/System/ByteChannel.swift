import Glibc
import TroveLoopback

/// One end of a pipe or pseudo-terminal with non-blocking reads and writes.
///
/// Output waits in a queue until `poll` reports room, so a program that writes before it reads
/// cannot deadlock with its test.
final class ByteChannel {
    private var descriptor: FileDescriptor?
    private var queue: [UInt8] = []
    private var written = 0
    private var closesWhenWritten = false
    private let reads: Bool

    /// Takes ownership of an end; `reads` tells whether it provides input.
    ///
    /// - Throws: `SystemCallError` when it cannot be made non-blocking.
    init(_ descriptor: FileDescriptor, reads: Bool) throws {
        try descriptor.setNonBlocking()
        self.descriptor = descriptor
        self.reads = reads
    }

    /// The `poll` request; nil when there is nothing to wait for.
    var request: pollfd? {
        guard let descriptor else { return nil }
        var events: Int16 = 0
        if reads { events |= Int16(POLLIN) }
        if written < queue.count { events |= Int16(POLLOUT) }
        return events == 0 ? nil : pollfd(fd: descriptor.number, events: events, revents: 0)
    }

    func enqueue(_ bytes: [UInt8]) {
        queue.append(contentsOf: bytes)
    }

    /// Closes the end after the last queued byte.
    func closeWhenWritten() {
        closesWhenWritten = true
        if written == queue.count { descriptor = nil }
    }

    /// Writes as much of the queue as there is room for.
    func writeQueued() throws {
        while let descriptor, written < queue.count {
            // The bytes stay in place until the call returns.
            let count = unsafe queue[written...].withUnsafeBytes {
                unsafe Self.writeWithoutSignal(descriptor.number, $0)
            }
            if count >= 0 {
                written += count
            } else if errno == EPIPE || errno == EIO {
                // The program closed its end: as in a shell's pipeline, the rest is dropped.
                written = queue.count
                closesWhenWritten = true
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                throw SystemCallError("write")
            }
        }
        queue.removeAll()
        written = 0
        if closesWhenWritten && !reads { descriptor = nil }
    }

    /// Reads what is available, and closes the end at the end of the file.
    func readAvailable(_ receive: ([UInt8]) -> Void) throws {
        while let descriptor {
            // POSIX guarantees that `read` fills at most `buffer.count` bytes.
            var count = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
                count = unsafe read(descriptor.number, buffer.baseAddress, buffer.count)
                filled = max(count, 0)
            }
            if count > 0 {
                receive(bytes)
            } else if count == 0 || errno == EIO {
                // A pseudo-terminal reports the end of the file as EIO.
                self.descriptor = nil
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                throw SystemCallError("read")
            }
        }
    }

    /// Writes without the SIGPIPE that would kill the test process.
    ///
    /// Ignoring the signal for the whole process would affect the test runner and the programs
    /// under test, which inherit it. So it is blocked for this thread and, if the write raised it,
    /// consumed.
    private static func writeWithoutSignal(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
    {
        var pipeSignal = sigset_t()
        var before = sigset_t()
        var pending = sigset_t()
        // The sets are variables of this function; the calls keep no pointer to them.
        unsafe sigemptyset(&pipeSignal)
        unsafe sigaddset(&pipeSignal, SIGPIPE)
        unsafe sigpending(&pending)
        let wasPending = unsafe sigismember(&pending, SIGPIPE) == 1
        unsafe pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
        let count = unsafe write(number, bytes.baseAddress, bytes.count)
        let code = errno
        if count < 0 && code == EPIPE && !wasPending {
            var now = timespec(tv_sec: 0, tv_nsec: 0)
            _ = unsafe sigtimedwait(&pipeSignal, nil, &now)
        }
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        errno = code
        return count
    }
}
