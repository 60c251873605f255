import Glibc

/// A TCP socket on 127.0.0.1 that never blocks.
///
/// Whoever waits for it asks `Poll` with its `number`.
final class LoopbackSocket: Sendable {
    /// What a reading found.
    enum Received {
        case bytes([UInt8])
        /// Nothing for now.
        case nothing
        /// The other end has closed the connection, or it broke.
        case end
    }

    private let descriptor: FileDescriptor

    private init(_ descriptor: FileDescriptor) throws {
        self.descriptor = descriptor
        try descriptor.setNonBlocking()
    }

    /// Makes a socket that has no address yet.
    private convenience init() throws {
        let kind = Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let number = socket(AF_INET, kind, 0)
        guard number >= 0 else { throw SystemCallError("socket") }
        try self.init(FileDescriptor(owning: number))
    }

    /// Takes a port, 0 for any that is free, so that nobody else gets it while the socket lives.
    ///
    /// As long as nobody listens at it, connections to it are refused. Other sockets that are made
    /// here, and servers that let addresses be used again (`SO_REUSEADDR`), can still listen at it.
    ///
    /// - Throws: `SystemCallError` when somebody has it.
    static func reserving(port: UInt16 = 0) throws -> LoopbackSocket {
        let socket = try LoopbackSocket()
        socket.set(SO_REUSEADDR, 1)
        guard unsafe address(port, { unsafe bind(socket.number, $0, $1) }) == 0 else {
            throw SystemCallError("bind 127.0.0.1:\(port)")
        }
        return socket
    }

    /// Listens at a port, 0 for any that is free.
    ///
    /// - Throws: `SystemCallError` when somebody has it.
    static func listening(port: UInt16 = 0) throws -> LoopbackSocket {
        let socket = try reserving(port: port)
        guard listen(socket.number, 128) == 0 else {
            throw SystemCallError("listen 127.0.0.1:\(port)")
        }
        return socket
    }

    /// Connects to a port.
    ///
    /// - Throws: `SystemCallError`, with `ECONNREFUSED` when nobody listens there.
    static func connecting(to port: UInt16) throws -> LoopbackSocket {
        let socket = try LoopbackSocket()
        socket.set(TCP_NODELAY, 1, level: Int32(IPPROTO_TCP))
        // On the loopback interface it is known at once whether somebody listens.
        let code = unsafe address(port) { unsafe connect(socket.number, $0, $1) }
        if code != 0 && errno == EINPROGRESS {
            let request = pollfd(fd: socket.number, events: Int16(POLLOUT), revents: 0)
            guard try Poll.wait(for: [request], until: Deadline(after: .seconds(5))) else {
                throw SystemCallError("connect 127.0.0.1:\(port)", code: ETIMEDOUT)
            }
            let error = socket.takeError()
            guard error == 0 else {
                throw SystemCallError("connect 127.0.0.1:\(port)", code: error)
            }
        } else if code != 0 {
            throw SystemCallError("connect 127.0.0.1:\(port)")
        }
        return socket
    }

    /// The descriptor, open as long as the socket lives.
    var number: Int32 { descriptor.number }

    /// The port of this end.
    var port: UInt16 {
        var own = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // An address of this family fits the record that the call fills in.
        let code = unsafe withUnsafeMutablePointer(to: &own) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(number, $0, &size)
            }
        }
        return code == 0 ? UInt16(bigEndian: own.sin_port) : 0
    }

    /// Takes a connection that somebody has made to a listening socket.
    ///
    /// - Returns: Nil when there is none, or when the socket does not listen any more.
    func accept() throws -> LoopbackSocket? {
        let number = Glibc.accept(number, nil, nil)
        guard number >= 0 else { return nil }
        // A program that is started in this moment closes what it inherits (`ChildProcess`).
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        let socket = try LoopbackSocket(FileDescriptor(owning: number))
        socket.set(TCP_NODELAY, 1, level: Int32(IPPROTO_TCP))
        return socket
    }

    /// Reads what is there.
    func receive() -> Received {
        while true {
            var count = 0
            // `recv` fills at most `buffer.count` bytes and says how many.
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
                count = unsafe recv(number, buffer.baseAddress, buffer.count, 0)
                filled = max(count, 0)
            }
            if count > 0 { return .bytes(bytes) }
            if count < 0 && errno == EAGAIN { return .nothing }
            guard count < 0 && errno == EINTR else { return .end }
        }
    }

    /// Writes as much as there is room for, and says how much that was; nil when the connection is
    /// broken.
    func send(_ bytes: ArraySlice<UInt8>) -> Int? {
        while true {
            // `send` reads no more than `$0.count` bytes, and keeps nothing.
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 { return count }
            if errno == EAGAIN { return 0 }
            guard errno == EINTR else { return nil }
        }
    }

    /// Ends the connection for everybody, or the listening, at once; the descriptor stays taken
    /// until its last user lets go.
    func shutDown() {
        _ = shutdown(number, Int32(SHUT_RDWR))
    }

    /// Lets the end of the connection be a reset (RST) and not a close (FIN).
    func resetWhenClosed() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        // The record lives until the call returns.
        _ = unsafe setsockopt(
            number, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    private func set(_ option: Int32, _ value: Int32, level: Int32 = SOL_SOCKET) {
        var value = value
        // The number lives until the call returns.
        _ = unsafe setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private func takeError() -> Int32 {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        // The call fills in the two numbers.
        _ = unsafe getsockopt(number, SOL_SOCKET, SO_ERROR, &code, &size)
        return code
    }

    /// Calls `body` with the address of a port, which lives as long as the call.
    @unsafe private static func address(
        _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        // The call reads as many bytes as the record has, while it lives.
        return unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
