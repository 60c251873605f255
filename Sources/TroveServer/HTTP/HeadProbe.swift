import Glibc
import TroveSystem

/// Finds out at start-up which `HeadCheck` holds with the installed libmicrohttpd.
///
/// `HeadLayout` relies on how libmicrohttpd 0.9.75 lays out a head in memory, which is not
/// documented. So the server sends malformed and correct requests to a daemon of its own, on a free
/// port of the loopback interface, and checks the responses.
package enum HeadProbe {
    /// Tries the checks in their order.
    ///
    /// - Parameter holds: tries one check; a test replaces it.
    /// - Returns: the first check that holds; `none` if no check does.
    package static func run(_ holds: (HeadCheck) -> Bool = HeadProbe.holds) -> HeadCheck {
        [.layout, .library].first(where: holds) ?? .none
    }

    /// Returns whether a daemon with this check accepts all correct heads and refuses all malformed
    /// ones. False also if the daemon cannot be started or does not respond within two seconds.
    package static func holds(_ check: HeadCheck) -> Bool {
        var limits = HTTPLimits()
        limits.connections = 8
        limits.timeout = .seconds(2)
        limits.stopLimit = .seconds(1)
        let daemon: HTTPDaemon
        do throws(ServerFailure) {
            daemon = try HTTPDaemon(
                ListeningSocket(ListenAddress(host: "127.0.0.1", port: 0)),
                handler: ProbeHandler(), limits: limits, headCheck: check)
        } catch {
            return false
        }
        defer { daemon.stop() }
        guard let port = UInt16(exactly: daemon.address.port) else { return false }
        return correct.allSatisfy { status(of: $0, port: port) == 200 }
            && malformed.allSatisfy { status(of: $0, port: port) == 400 }
    }

    /// Heads that RFC 9112 allows.
    private static let correct = [
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /?a=b&c=d HTTP/1.1\r\nHost: localhost\r\nAccept:*/*\r\nX-Empty:\r\nX-A:  b\t\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx",
    ]

    /// Heads that libmicrohttpd 0.9.75 accepts, but that RFC 9112 forbids or lets a server refuse.
    private static let malformed = [
        // A line that ends with LF alone.
        "GET / HTTP/1.1\nHost: localhost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\nX-A: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\n\n",
        // A field that continues on the next line.
        "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n c\r\n\r\n",
        // NUL.
        "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: b\0c\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX\0A: b\r\n\r\n",
        "GET /\0 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        // More than one blank in the request line.
        "GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /  HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ]

    /// Sends a request over a new connection. Returns the status of the response; nil for none.
    private static func status(of request: String, port: UInt16) -> Int? {
        guard let socket = connect(to: port) else { return nil }
        defer { close(socket) }
        let bytes = Array(request.utf8)
        // `send` reads `bytes.count` bytes and keeps no pointer. A request fits into the buffer.
        let sent = unsafe send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        guard sent == bytes.count else { return nil }
        // `HTTP/1.1 200 `
        var line: [UInt8] = []
        while line.count < 13 {
            guard let part = Descriptor.read(socket, limit: 13 - line.count), !part.isEmpty else {
                return nil
            }
            line += part
        }
        return Int(String(decoding: line[9..<12], as: UTF8.self))
    }

    /// Connects to a port of the loopback interface, with a read timeout of two seconds.
    private static func connect(to port: UInt16) -> Int32? {
        let socket = Glibc.socket(
            AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return nil }
        var limit = timeval(tv_sec: 2, tv_usec: 0)
        // The calls read structs of the given sizes, and keep no pointer.
        unsafe setsockopt(
            socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            close(socket)
            return nil
        }
        return socket
    }
}

/// Answers every request with 200.
private struct ProbeHandler: RequestHandler {
    func answer(_ request: ServerRequest, isLast: Bool) -> ServerAnswer {
        .reply(ServerReply(status: 200), wakes: nil)
    }

    func bodyLimit(method: String, path: String) -> Int? { 1 }
}
