import Glibc

/// A socket that connections come in by, until the daemon takes it over.
package struct ListeningSocket: ~Copyable {
    /// Negative when somebody else has it.
    private var descriptor: Int32
    /// Where it listens, with the port that it was given.
    package let address: ListenAddress

    /// Listens at an address; where other machines can reach it, only if it is for them.
    ///
    /// - Throws: `ServerFailure`.
    package init(_ wanted: ListenAddress, forOthers: Bool = false) throws(ServerFailure) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_PASSIVE
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        // The list is the C library's until it is freed here.
        guard unsafe getaddrinfo(wanted.host, "\(wanted.port)", &hints, &found) == 0,
            let first = unsafe found
        else { throw .unknownHost(wanted.host) }
        defer { unsafe freeaddrinfo(first) }
        // The system filled the record in, as long as its family wants it.
        let peer = unsafe first.pointee.ai_addr.flatMap { unsafe PeerAddress($0) }
        guard forOthers || peer?.isLoopback == true else { throw .isOpenToOthers(wanted) }
        let socket = unsafe Glibc.socket(
            first.pointee.ai_family,
            first.pointee.ai_socktype | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard socket >= 0 else { throw .cannotListen(wanted, errno) }
        var yes: Int32 = 1
        // A server that was just ended leaves connections behind that would keep the port for minutes.
        unsafe setsockopt(
            socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard unsafe bind(socket, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0,
            listen(socket, 4096) == 0
        else {
            let number = errno
            close(socket)
            throw .cannotListen(wanted, number)
        }
        descriptor = socket
        address = ListenAddress(host: wanted.host, port: Self.port(of: socket) ?? wanted.port)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The port that a socket is bound to.
    private static func port(of socket: Int32) -> Int? {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        // The record has room for both families, which have their port in the same place.
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(socket, $0, &length)
            }
        }
        return result == 0 ? Int(UInt16(bigEndian: address.sin6_port)) : nil
    }

    /// The descriptor, for somebody who closes it.
    consuming func take() -> Int32 {
        defer { descriptor = -1 }
        return descriptor
    }
}
