import CCurl

/// The owner of a multi handle of libcurl: the transfers, the connections, and the wait for them.
///
/// Belongs to the client's thread. Other threads use only `pointer`, to wake it.
@safe
final class MultiHandle {
    /// The maximum number of idle connections kept open.
    private static let maximumIdleConnections = 8

    /// Valid from `init` to `deinit`.
    let pointer: UnsafeMutableRawPointer
    private let curl: CurlLibrary

    /// Creates a handle. Returns nil when memory or descriptors run out.
    init?(curl: CurlLibrary) {
        guard let pointer = unsafe curl.functions.pointee.multi_init() else { return nil }
        unsafe self.pointer = pointer
        self.curl = curl
        _ = unsafe trove_curl_keep_connections(curl.functions, pointer, Self.maximumIdleConnections)
    }

    /// Closes all connections. All transfers must have been removed.
    deinit {
        _ = unsafe curl.functions.pointee.multi_cleanup(pointer)
    }

    /// Starts a transfer, which lives until it is removed. Returns false when memory runs out.
    func add(_ transfer: Transfer) -> Bool {
        unsafe curl.functions.pointee.multi_add_handle(pointer, transfer.handle.pointer) == CURLM_OK
    }

    /// Ends a transfer immediately, in any state.
    func remove(_ transfer: Transfer) {
        _ = unsafe curl.functions.pointee.multi_remove_handle(pointer, transfer.handle.pointer)
    }

    /// Makes all progress that is possible without blocking. Returns false on an internal error of
    /// libcurl.
    func perform() -> Bool {
        var running: Int32 = 0
        return unsafe curl.functions.pointee.multi_perform(pointer, &running) == CURLM_OK
    }

    func takeEnded() -> (transfer: Transfer, code: CURLcode)? {
        var code = CURLE_OK
        let context = unsafe trove_curl_take_ended(curl.functions, pointer, &code)
        guard let context = unsafe context else { return nil }
        // The transfer is its handle's context, and lives until it is removed.
        return (unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue(), code)
    }

    /// Blocks until a transfer can proceed, another thread wakes it, or the time has passed.
    /// Returns false when libcurl cannot wait.
    func poll(milliseconds: Int32) -> Bool {
        unsafe curl.functions.pointee.multi_poll(pointer, nil, 0, milliseconds, nil) == CURLM_OK
    }
}
