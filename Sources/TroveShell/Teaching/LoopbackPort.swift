import Glibc

// The unsafe calls in this file pass records that live until the call returns; the system keeps
// none of them.

/// A port of 127.0.0.1 that stays reserved for a server while the server is stopped.
///
/// The socket is bound and does not listen, so connections are refused, and a server that sets
/// SO_REUSEADDR can bind the port too.
final class LoopbackPort {
    let number: Int
    private let descriptor: Int32

    /// Reserves a free port; nil if the system has none.
    init?() {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return nil }
        var yes: Int32 = 1
        unsafe setsockopt(
            socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The length matches the record.
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(socket, address, length) == 0
                    && getsockname(socket, address, &length) == 0
            }
        }
        guard isBound else {
            close(socket)
            return nil
        }
        descriptor = socket
        number = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }
}
