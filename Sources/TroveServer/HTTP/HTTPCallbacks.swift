import CMicroHTTPD
import Glibc

// What libmicrohttpd calls, on its threads. Global functions, because closures may belong to an actor
// and would stop the program there.
//
// The first argument is always the daemon: `HTTPDaemon.init` hands it over with a reference that
// `stop` takes back after the library's threads have ended. A connection's own pointer is a
// `ClientConnection` from its beginning to its end, a request's an `ActiveRequest`.

private func daemon(_ owner: UnsafeMutableRawPointer?) -> HTTPDaemon? {
    guard let owner = unsafe owner else { return nil }
    return unsafe Unmanaged<HTTPDaemon>.fromOpaque(owner).takeUnretainedValue()
}

/// Whether a connection is welcome.
func acceptConnection(
    _ owner: UnsafeMutableRawPointer?, _ address: UnsafePointer<sockaddr>?, _: socklen_t
) -> MHD_Result {
    guard let daemon = unsafe daemon(owner), let address = unsafe address,
        let peer = unsafe PeerAddress(address), daemon.accepts(peer)
    else { return .NO }
    return .YES
}

/// A connection has begun or ended.
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
            certificates: daemon.certificates, patience: daemon.limits.patience)
        unsafe context.pointee = Unmanaged.passRetained(client).toOpaque()
        daemon.add(client)
    case .CONNECTION_NOTIFY_CLOSED:
        guard let pointer = unsafe context.pointee else { return }
        unsafe context.pointee = nil
        daemon.remove(
            unsafe Unmanaged<ClientConnection>.fromOpaque(pointer).takeRetainedValue())
    }
}

/// The first line of a request is here; what is returned comes with everything else of it.
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

/// Joins the parameters behind the `?` to one for the library. It makes a record of each, and when it
/// has no room for one more, it waits instead of refusing the request (libmicrohttpd 0.9.75). Nobody
/// asks it for them: `ActiveRequest` has its own copy of the target.
///
/// The target stands in the connection's memory, where the library itself writes to it next: it puts
/// zeros over the `?` and what parts the parameters.
private func joinParameters(of target: UnsafePointer<CChar>) {
    let separator = Int32(UInt8(ascii: "&"))
    var found = unsafe strchr(target, separator)
    while let place = unsafe found {
        unsafe place.pointee = CChar(bitPattern: UInt8(ascii: "+"))
        unsafe found = strchr(place, separator)
    }
}

/// More of a request is here, or it goes on after it was suspended.
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
    // The library says how many bytes there are, and wants to know how many are left.
    let bytes =
        unsafe count.pointee == 0
        ? nil : UnsafeRawBufferPointer(start: data, count: count.pointee)
    unsafe count.pointee = 0
    return unsafe activeRequest.advance(method: method, version: version, data: bytes)
        ? .YES : .NO
}

/// A request is over.
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

/// Which certificate a connection's handshake is done with.
func chooseCertificate(
    _ session: gnutls_session_t?, _: UnsafePointer<gnutls_datum_t>?, _: Int32,
    _: UnsafePointer<gnutls_pk_algorithm_t>?, _: Int32,
    _ certificates: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>?,
    _ count: UnsafeMutablePointer<UInt32>?, _ key: UnsafeMutablePointer<gnutls_privkey_t?>?
) -> Int32 {
    // The library keeps its connection with the session.
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
