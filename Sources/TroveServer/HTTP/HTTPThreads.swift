import CMicroHTTPD
import Glibc
import TroveSystem

/// The threads that serve connections, each a daemon of libmicrohttpd, and one that accepts
/// connections and gives them to these in turn.
///
/// If one daemon had all the threads, each would accept for itself: the first to wake up would take
/// all connections that come at once, and the others would have nothing to do.
///
/// Any thread may use it: `acceptor` is set before `init` returns, and the owner stops it once.
@safe final class HTTPThreads: @unchecked Sendable {
    private let daemons: [OpaquePointer]
    /// Open until `stopAccepting`.
    private let socket: Int32
    /// Set by `init`.
    private var acceptor: SystemThread?

    /// Starts to serve on a socket, which it takes over; with TLS if `hasTLS`. Nil if the system
    /// has no resources for it.
    ///
    /// - Parameters:
    ///   - listener: the socket.
    ///   - limits: the limits of the server.
    ///   - hasTLS: whether to use TLS.
    ///   - owner: what the callbacks get; valid until `stop` returns.
    ///   - isFull: whether new connections must wait.
    init?(
        _ listener: consuming ListeningSocket, _ limits: HTTPLimits, hasTLS: Bool,
        owner: UnsafeMutableRawPointer, isFull: @escaping @Sendable () -> Bool
    ) {
        var started: [OpaquePointer] = unsafe []
        for _ in 0..<max(limits.threads, 1) {
            guard let daemon = unsafe Self.start(limits, hasTLS: hasTLS, owner) else { break }
            unsafe started.append(daemon)
        }
        unsafe daemons = started
        socket = listener.take()
        if unsafe started.count >= limits.threads {
            acceptor = try? SystemThread { [self] in accept(unless: isFull) }
        }
        guard acceptor != nil else {
            close(socket)
            stop()
            return nil
        }
    }

    private static func start(
        _ limits: HTTPLimits, hasTLS: Bool, _ owner: UnsafeMutableRawPointer
    ) -> OpaquePointer? {
        var settings = unsafe trove_httpd_settings(
            connections: UInt32(clamping: max(limits.connections, 2)),
            timeout: UInt32(clamping: limits.idle.components.seconds),
            // Half for the head, half for the library's list of fields.
            memory: limits.head * 2, owner: owner, accepts: acceptConnection,
            connection_changes: changeConnection, begins: beginRequest, advances: advanceRequest,
            ends: endRequest, priorities: nil, certificate: nil)
        guard hasTLS else { return unsafe trove_httpd_start(&settings) }
        unsafe settings.certificate = chooseCertificate
        // The library copies the string before the call returns.
        return unsafe CertificateStore.priorities.withCString { priorities in
            unsafe settings.priorities = priorities
            return unsafe trove_httpd_start(&settings)
        }
    }

    /// Closes the socket: clients that are not connected yet cannot connect.
    func stopAccepting() {
        // Wakes the thread.
        _ = Glibc.shutdown(socket, Int32(SHUT_RDWR))
        acceptor?.join()
        close(socket)
    }

    /// Ends the threads. No request may be suspended. Call it after `stopAccepting`.
    func stop() {
        unsafe daemons.forEach { unsafe MHD_stop_daemon($0) }
    }

    // MARK: Accepting

    /// How long to wait for a connection to end.
    private static let pause: Duration = .milliseconds(50)

    /// Accepts connections until the socket is shut down.
    private func accept(unless isFull: () -> Bool) {
        var count = 0
        while true {
            var request = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            SystemCall.poll(&request, -1)
            guard request.revents & Int16(POLLHUP) == 0 else { return }
            if isFull() {
                SystemThread.sleep(for: Self.pause)
                continue
            }
            var address = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            // The struct has room for the addresses of all families.
            unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    let client = unsafe Glibc.accept(socket, address, &length)
                    guard client >= 0 else {
                        // Otherwise the client has gone.
                        if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) {
                            SystemThread.sleep(for: Self.pause)
                        }
                        return
                    }
                    // The library makes the socket non-blocking, and closes it if it refuses the
                    // connection.
                    unsafe MHD_add_connection(
                        daemons[count % daemons.count], client, address, length)
                    count += 1
                }
            }
        }
    }
}
