import CCurl

/// The owner of a multi handle of libcurl: many transfers, the connections, and the wait for them.
///
/// It belongs to the client's thread; only `pointer` is used elsewhere, for waking it up.
@safe
final class MultiHandle {
    /// How many connections stay open without a transfer.
    private static let keptConnections = 8

    /// Alive from `init` to `deinit`.
    let pointer: UnsafeMutableRawPointer
    private let curl: CurlLibrary

    /// nil when there is no memory or no descriptor.
    init?(curl: CurlLibrary) {
        guard let pointer = unsafe curl.functions.pointee.multi_init() else { return nil }
        unsafe self.pointer = pointer
        self.curl = curl
        _ = unsafe trove_curl_keep_connections(curl.functions, pointer, Self.keptConnections)
    }

    /// Closes all connections; no transfer is left.
    deinit {
        _ = unsafe curl.functions.pointee.multi_cleanup(pointer)
    }

    /// Begins a transfer, which lives until it is removed; false when there is no memory.
    func add(_ transfer: Transfer) -> Bool {
        unsafe curl.functions.pointee.multi_add_handle(pointer, transfer.handle.pointer) == CURLM_OK
    }

    /// Ends a transfer, at once, wherever it is.
    func remove(_ transfer: Transfer) {
        _ = unsafe curl.functions.pointee.multi_remove_handle(pointer, transfer.handle.pointer)
    }

    /// Does what can be done without waiting; false when libcurl is in disorder.
    func perform() -> Bool {
        var running: Int32 = 0
        return unsafe curl.functions.pointee.multi_perform(pointer, &running) == CURLM_OK
    }

    /// Takes a transfer that has ended.
    func takeEnded() -> (transfer: Transfer, code: CURLcode)? {
        var code = CURLE_OK
        let context = unsafe trove_curl_take_ended(curl.functions, pointer, &code)
        guard let context = unsafe context else { return nil }
        // A transfer is its handle's context, and lives until it is removed.
        return (unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue(), code)
    }

    /// Waits until something can be done, somebody wakes it up or the time is over; false when
    /// libcurl cannot wait.
    func poll(milliseconds: Int32) -> Bool {
        unsafe curl.functions.pointee.multi_poll(pointer, nil, 0, milliseconds, nil) == CURLM_OK
    }
}
