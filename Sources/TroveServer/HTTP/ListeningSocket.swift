import Glibc

/// A listening socket, until the daemon takes it over.
package struct ListeningSocket: ~Copyable {
    /// -1 after `take`.
    private var descriptor: Int32
    /// The address that the socket listens on, with the actual port.
    package let address: ListenAddress

    /// Opens a socket at an address. Listens on an address that other machines can reach only if
    /// `forOthers` is true.
    ///
    /// - Throws: `ServerFailure`.
    package init(_ wanted: ListenAddress, forOthers: Bool = false) throws(ServerFailure) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_PASSIVE
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        // The list belongs to the C library until it is freed here.
        guard unsafe getaddrinfo(wanted.host, "\(wanted.port)", &hints, &found) == 0,
            let first = unsafe found
        else { throw .unknownHost(wanted.host) }
        defer { unsafe freeaddrinfo(first) }
        // The system filled in the struct, of the size that its family has.
        let peer = unsafe first.pointee.ai_addr.flatMap { unsafe PeerAddress($0) }
        guard forOthers || peer?.isLoopback == true else { throw .isOpenToOthers(wanted) }
        let socket = unsafe Glibc.socket(
            first.pointee.ai_family,
            first.pointee.ai_socktype | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard socket >= 0 else { throw .cannotListen(wanted, errno) }
        var yes: Int32 = 1
        // The connections of a server that just ended would otherwise block the port for minutes.
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

    private static func port(of socket: Int32) -> Int? {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        // The struct has room for both families, which have the port in the same place.
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(socket, $0, &length)
            }
        }
        return result == 0 ? Int(UInt16(bigEndian: address.sin6_port)) : nil
    }

    /// Returns the descriptor, which the caller closes.
    consuming func take() -> Int32 {
        defer { descriptor = -1 }
        return descriptor
    }
}
