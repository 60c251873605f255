import Glibc
import TroveSystem

/// A text on its way into a pipe whose reader may be stopped. Writing never blocks for long.
struct PipeFeed: ~Copyable {
    private let bytes: [UInt8]
    private var written = 0
    /// The write end; -1 when it is closed.
    private var descriptor: Int32

    /// Takes over the write end of a pipe.
    init(_ text: String, to descriptor: Int32) {
        bytes = Array(text.utf8)
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Whether everything is written, or the pipe no longer has a reader.
    var isDone: Bool { descriptor < 0 }

    /// Writes what the pipe takes, and closes it at the end. Returns early at a signal.
    ///
    /// - Parameter milliseconds: how long to wait until the pipe takes something.
    mutating func write(waiting milliseconds: Int32) {
        guard !isDone else { return }
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard SystemCall.poll(&request, milliseconds) > 0 else { return }
        while written < bytes.count {
            let count = unsafe bytes[written...].withUnsafeBytes { rest in
                unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0 {
                if errno == EAGAIN || errno == EINTR { return }
                break
            }
            written += count
        }
        close(descriptor)
        descriptor = -1
    }
}
