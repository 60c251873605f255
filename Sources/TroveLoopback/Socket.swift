import CLinux
import Glibc
import TroveSystem

// The unsafe calls in this file pass records and arrays that live until the call returns, with
// their sizes; the system keeps none of them.

/// A TCP socket on the loopback address, 127.0.0.1, or a connection to a Unix socket: one end of a
/// connection, or a listener.
///
/// One thread reads, writes and closes; other threads may call only `interrupt`. Blocking calls
/// have a time limit, after which they throw a `SystemCallError` of `ETIMEDOUT`.
package final class Socket: Sendable {
    /// The default time limit of blocking calls.
    package static let timeLimit = Duration.seconds(30)

    /// Open while not nil.
    private let descriptor: Locked<Int32?>

    private init(owning number: Int32) {
        descriptor = Locked(number)
    }

    deinit {
        close()
    }

    // MARK: Creating

    /// Creates a socket that listens on a port, or on one that the system chooses. The backlog is
    /// the number of connections that may wait to be accepted.
    ///
    /// - Throws: `SystemCallError` when the port is in use.
    package static func listen(port: UInt16 = 0, backlog: Int32 = 1024) throws -> Socket {
        let socket = try bind(port: port)
        guard Glibc.listen(try socket.number(), backlog) == 0 else {
            throw SystemCallError("listen")
        }
        return socket
    }

    /// Creates a socket that binds a port without listening: connections to it are refused.
    ///
    /// - Throws: `SystemCallError` when the port is in use.
    package static func bind(port: UInt16 = 0) throws -> Socket {
        let socket = try make()
        let number = try socket.number()
        try socket.setOption(SO_REUSEADDR, 1)
        var address = loopback(port)
        let code = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.bind(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw SystemCallError("bind to port \(port)") }
        return socket
    }

    /// Connects to a port.
    ///
    /// - Throws: `SystemCallError` when that fails or takes too long.
    package static func connect(toPort port: UInt16) throws -> Socket {
        let socket = try make()
        let number = try socket.number()
        var address = loopback(port)
        let code = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if code != 0 {
            guard errno == EINPROGRESS else { throw SystemCallError("connect to port \(port)") }
            try socket.wait(
                for: POLLOUT, until: Deadline(after: timeLimit), "connect to port \(port)")
            var failure: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            guard unsafe getsockopt(number, SOL_SOCKET, SO_ERROR, &failure, &size) == 0 else {
                throw SystemCallError("getsockopt")
            }
            guard failure == 0 else {
                throw SystemCallError("connect to port \(port)", code: failure)
            }
        }
        try socket.sendAtOnce()
        return socket
    }

    /// Connects to the Unix socket of a server.
    ///
    /// - Parameter path: the socket's path, of at most 107 bytes.
    /// - Returns: this end of the connection.
    /// - Throws: `SystemCallError` when that fails.
    package static func connect(toPath path: String) throws -> Socket {
        let socket = try make(in: AF_UNIX)
        let number = try socket.number()
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let length = path.utf8.count
        try unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            // The last byte stays 0.
            guard length < bytes.count else {
                throw SystemCallError("connect to \(path)", code: ENAMETOOLONG)
            }
            unsafe bytes.copyBytes(from: path.utf8)
        }
        let code = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code == 0 else { throw SystemCallError("connect to \(path)") }
        return socket
    }

    /// Waits for a connection and accepts it. Returns nil when the socket was interrupted.
    ///
    /// - Throws: `SystemCallError` when no further connection is possible.
    package func accept() throws -> Socket? {
        while true {
            let number = try number()
            let accepted = trove_accept(number)
            if accepted >= 0 {
                let socket = Socket(owning: accepted)
                try socket.sendAtOnce()
                return socket
            }
            switch errno {
            case EINVAL: return nil  // no longer listening
            case EAGAIN: try wait(for: POLLIN, until: Deadline(after: .seconds(3600)), "accept")
            case EINTR, ECONNABORTED: continue
            default: throw SystemCallError("accept")
            }
        }
    }

    // MARK: Reading and writing

    /// Returns the socket's own port.
    ///
    /// - Throws: `SystemCallError` when it is closed.
    package func port() throws -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let number = try number()
        let code = unsafe withUnsafeMutablePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(number, $0, &size)
            }
        }
        guard code == 0 else { throw SystemCallError("getsockname") }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Waits for input and returns the available bytes; none at the end.
    ///
    /// - Throws: `SystemCallError`: `ECONNRESET` when the other end reset the connection.
    package func read(within limit: Duration = timeLimit) throws -> [UInt8] {
        let deadline = Deadline(after: limit)
        while true {
            let number = try number()
            var result = 0
            // `recv` fills at most `buffer.count` bytes and returns how many.
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
                result = unsafe recv(number, buffer.baseAddress, buffer.count, 0)
                filled = max(result, 0)
            }
            if result >= 0 { return bytes }
            if errno == EAGAIN {
                try wait(for: POLLIN, until: deadline, "read from a socket")
            } else if errno != EINTR {
                throw SystemCallError("read from a socket")
            }
        }
    }

    /// Writes all bytes.
    ///
    /// - Throws: `SystemCallError`: `EPIPE` or `ECONNRESET` when the other end has gone.
    package func write(_ bytes: [UInt8]) throws {
        let deadline = Deadline(after: Self.timeLimit)
        var rest = bytes[...]
        while !rest.isEmpty {
            let number = try number()
            let count = unsafe rest.withUnsafeBytes {
                unsafe send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                try wait(for: POLLOUT, until: deadline, "write to a socket")
            } else if errno != EINTR {
                throw SystemCallError("write to a socket")
            }
        }
    }

    /// Shuts down writing; reading continues.
    package func finishWriting() {
        withNumber { _ = shutdown($0, Int32(SHUT_WR)) }
    }

    /// Waits, without reading, until both directions of the connection are closed, or it is
    /// interrupted.
    ///
    /// - Throws: `SystemCallError` after the time limit.
    package func waitForBreak(within limit: Duration = timeLimit) throws {
        // Without requested events, `poll` reports only errors and hang-ups.
        try wait(for: 0, until: Deadline(after: limit), "wait for the end of a connection")
    }

    // MARK: Closing

    /// Closes the connection or the listener. The other end still receives what was sent.
    package func close() {
        descriptor.withLock { number in
            if let open = number { _ = Glibc.close(open) }
            number = nil
        }
    }

    /// Resets the connection; the other end loses what it has not read.
    package func reset() {
        withNumber { number in
            var never = linger(l_onoff: 1, l_linger: 0)
            unsafe setsockopt(
                number, SOL_SOCKET, SO_LINGER, &never, socklen_t(MemoryLayout<linger>.size))
        }
        close()
    }

    /// Makes a blocking call on another thread return at once, as at the end of the connection.
    package func interrupt() {
        withNumber { _ = shutdown($0, Int32(SHUT_RDWR)) }
    }

    // MARK: Implementation

    private static func make(in family: Int32 = AF_INET) throws -> Socket {
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let number = socket(family, Int32(type), 0)
        guard number >= 0 else { throw SystemCallError("socket") }
        return Socket(owning: number)
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    /// Turns off Nagle's algorithm, so that small writes are sent at once.
    private func sendAtOnce() throws {
        var one: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        guard
            unsafe setsockopt(try number(), Int32(IPPROTO_TCP), TCP_NODELAY, &one, size) == 0
        else { throw SystemCallError("setsockopt") }
    }

    private func setOption(_ option: Int32, _ value: Int32) throws {
        var value = value
        let size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe setsockopt(try number(), SOL_SOCKET, option, &value, size) == 0 else {
            throw SystemCallError("setsockopt")
        }
    }

    private func wait(for events: Int32, until deadline: Deadline, _ call: String) throws {
        let request = pollfd(fd: try number(), events: Int16(events), revents: 0)
        guard try Poll.wait(for: [request], until: deadline) else {
            throw SystemCallError(call, code: ETIMEDOUT)
        }
    }

    /// Returns the descriptor, for `Poll`.
    ///
    /// - Throws: `SystemCallError` when it is closed.
    package func number() throws -> Int32 {
        guard let number = descriptor.withLock({ $0 }) else {
            throw SystemCallError("use of a closed socket", code: EBADF)
        }
        return number
    }

    private func withNumber(_ body: (Int32) -> Void) {
        descriptor.withLock { number in
            if let number { body(number) }
        }
    }
}
