import CMicroHTTPD
import Glibc

// The callbacks of libmicrohttpd, which run on its threads. They are global functions because a
// closure could be isolated to an actor, and would then trap on these threads.
//
// The first argument is always the daemon: `HTTPDaemon.init` passes it with a reference that `stop`
// releases after the library's threads have ended. A connection's context is its
// `ClientConnection`, a request's its `ActiveRequest`.

private func daemon(_ owner: UnsafeMutableRawPointer?) -> HTTPDaemon? {
    guard let owner = unsafe owner else { return nil }
    return unsafe Unmanaged<HTTPDaemon>.fromOpaque(owner).takeUnretainedValue()
}

/// Returns whether to accept a connection.
func acceptConnection(
    _ owner: UnsafeMutableRawPointer?, _ address: UnsafePointer<sockaddr>?, _: socklen_t
) -> MHD_Result {
    guard let daemon = unsafe daemon(owner), let address = unsafe address,
        let peer = unsafe PeerAddress(address), daemon.accepts(peer)
    else { return .NO }
    return .YES
}

/// Handles the start or the end of a connection.
func changeConnection(
    _ owner: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ change: MHD_ConnectionNotificationCode
) {
    guard let daemon = unsafe daemon(owner), let connection = unsafe connection,
        let context = unsafe context
    else { return }
    switch change {
    case .CONNECTION_NOTIFY_STARTED:
        guard let address = unsafe trove_httpd_peer(connection),
            let peer = unsafe PeerAddress(address)
        else { return }
        let client = ClientConnection(
            socket: unsafe trove_httpd_socket(connection), peer: peer,
            certificates: daemon.certificates, timeout: daemon.limits.timeout)
        unsafe context.pointee = Unmanaged.passRetained(client).toOpaque()
        daemon.add(client)
    case .CONNECTION_NOTIFY_CLOSED:
        guard let pointer = unsafe context.pointee else { return }
        unsafe context.pointee = nil
        daemon.remove(
            unsafe Unmanaged<ClientConnection>.fromOpaque(pointer).takeRetainedValue())
    }
}

/// Handles the request line. The returned pointer is passed to all later callbacks of the request.
func beginRequest(
    _ owner: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?,
    _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let daemon = unsafe daemon(owner), let target = unsafe target,
        let connection = unsafe connection,
        let context = unsafe trove_httpd_context(connection)
    else { return nil }
    let client = unsafe Unmanaged<ClientConnection>.fromOpaque(context).takeUnretainedValue()
    let activeRequest = unsafe ActiveRequest(daemon, connection, client, target: target)
    unsafe joinParameters(of: target)
    return unsafe Unmanaged.passRetained(activeRequest).toOpaque()
}

/// Joins the query parameters into one, for the library. It allocates a record for each, and when
/// its memory is full it waits instead of refusing the request (libmicrohttpd 0.9.75).
/// `ActiveRequest` has its own copy of the target, so the library's parameters are not used.
///
/// The target is in the connection's memory, where the library itself would next write NULs over
/// the `?` and the separators.
private func joinParameters(of target: UnsafePointer<CChar>) {
    let separator = Int32(UInt8(ascii: "&"))
    var found = unsafe strchr(target, separator)
    while let place = unsafe found {
        unsafe place.pointee = CChar(bitPattern: UInt8(ascii: "+"))
        unsafe found = strchr(place, separator)
    }
}

/// Handles more of a request, or continues a resumed one.
func advanceRequest(
    _: UnsafeMutableRawPointer?, _: OpaquePointer?, _: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
    _ data: UnsafePointer<CChar>?, _ count: UnsafeMutablePointer<Int>?,
    _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context = unsafe context?.pointee, let method = unsafe method,
        let version = unsafe version, let count = unsafe count
    else { return .NO }
    let activeRequest = unsafe Unmanaged<ActiveRequest>.fromOpaque(context).takeUnretainedValue()
    // On input `count` is the number of bytes; on return, the number not consumed.
    let bytes =
        unsafe count.pointee == 0
        ? nil : UnsafeRawBufferPointer(start: data, count: count.pointee)
    unsafe count.pointee = 0
    return unsafe activeRequest.advance(method: method, version: version, data: bytes)
        ? .YES : .NO
}

/// Handles the end of a request.
func endRequest(
    _: UnsafeMutableRawPointer?, _: OpaquePointer?,
    _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ reason: MHD_RequestTerminationCode
) {
    guard let context = unsafe context, let pointer = unsafe context.pointee else { return }
    unsafe context.pointee = nil
    unsafe Unmanaged<ActiveRequest>.fromOpaque(pointer).takeRetainedValue()
        .end(isComplete: reason == .REQUEST_TERMINATED_COMPLETED_OK)
}

/// Selects the certificate of a connection's handshake.
func chooseCertificate(
    _ session: gnutls_session_t?, _: UnsafePointer<gnutls_datum_t>?, _: Int32,
    _: UnsafePointer<gnutls_pk_algorithm_t>?, _: Int32,
    _ certificates: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>?,
    _ count: UnsafeMutablePointer<UInt32>?, _ key: UnsafeMutablePointer<gnutls_privkey_t?>?
) -> Int32 {
    // The library stores its connection in the session.
    guard let session = unsafe session, let certificates = unsafe certificates,
        let count = unsafe count, let key = unsafe key,
        let pointer = unsafe gnutls_session_get_ptr(session),
        let context = unsafe trove_httpd_context(OpaquePointer(pointer))
    else { return -1 }
    let client = unsafe Unmanaged<ClientConnection>.fromOpaque(context).takeUnretainedValue()
    guard let current = client.certificates?.current else { return -1 }
    unsafe certificates.pointee = current.chain
    unsafe count.pointee = UInt32(clamping: current.count)
    unsafe key.pointee = current.key
    return 0
}
