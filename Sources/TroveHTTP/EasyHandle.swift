import CCurl

/// The owner of one easy handle of libcurl, which makes one request at a time. Belongs to one
/// thread.
///
/// libcurl copies the strings that it is given. Before `reset` and `deinit` the handle must have
/// been removed from its multi handle.
@safe
final class EasyHandle {
    /// Valid from `init` to `deinit`.
    let pointer: UnsafeMutableRawPointer
    private let curl: CurlLibrary
    /// The buffer for libcurl's error message, of the size that libcurl requires; freed after the
    /// handle.
    private let errorText: UnsafeMutablePointer<CChar>
    /// Freed after the handle was reset.
    private var headers: UnsafeMutablePointer<curl_slist>?

    /// Creates a handle. Returns nil when memory runs out.
    init?(curl: CurlLibrary) {
        guard let pointer = unsafe curl.functions.pointee.easy_init() else { return nil }
        unsafe self.pointer = pointer
        self.curl = curl
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe headers = nil
        reset()
    }

    deinit {
        unsafe curl.functions.pointee.easy_cleanup(pointer)
        unsafe curl.functions.pointee.slist_free_all(headers)
        unsafe errorText.deallocate()
    }

    /// Resets all options. Connections stay open, because they belong to the multi handle.
    func reset() {
        unsafe curl.functions.pointee.easy_reset(pointer)
        unsafe curl.functions.pointee.slist_free_all(headers)
        unsafe headers = nil
        unsafe errorText.pointee = 0
        _ = unsafe trove_curl_set_pointer(
            curl.functions, pointer, CURLOPT_ERRORBUFFER, errorText)
    }

    /// Sets a string option; nil clears it.
    ///
    /// - Throws: `HTTPFailure` for a string with a zero byte, where libcurl would truncate it.
    func set(_ option: CURLoption, _ text: String?) throws(HTTPFailure) {
        guard let text else {
            return try check(unsafe trove_curl_set_text(curl.functions, pointer, option, nil))
        }
        guard !text.utf8.contains(0) else { throw .invalidRequest("a NUL byte in \(text)") }
        try check(unsafe trove_curl_set_text(curl.functions, pointer, option, text))
    }

    /// Sets a numeric or Boolean option.
    func set(_ option: CURLoption, _ number: Int) throws(HTTPFailure) {
        try check(unsafe trove_curl_set_number(curl.functions, pointer, option, number))
    }

    /// Sets an option that is a size in bytes.
    func set(_ option: CURLoption, size: Int) throws(HTTPFailure) {
        try check(unsafe trove_curl_set_size(curl.functions, pointer, option, curl_off_t(size)))
    }

    /// Sets the body, which libcurl copies. This makes the request a `POST`.
    func set(body: [UInt8]) throws(HTTPFailure) {
        // An empty array may have a null address, which libcurl takes for a body to be read from a
        // callback.
        let bytes = body.isEmpty ? [0] : body
        try check(
            unsafe trove_curl_set_body(curl.functions, pointer, bytes, curl_off_t(body.count)))
    }

    /// Sets the header fields that libcurl does not add itself.
    func set(headers lines: [String]) throws(HTTPFailure) {
        for line in lines {
            // The list copies the line. Its address stays the same after the first line.
            guard let longer = unsafe curl.functions.pointee.slist_append(headers, line) else {
                throw .other(curl.message(for: CURLE_OUT_OF_MEMORY))
            }
            unsafe headers = longer
        }
        try check(
            unsafe trove_curl_set_pointer(curl.functions, pointer, CURLOPT_HTTPHEADER, headers))
    }

    /// Directs the handle's callbacks to a transfer, which must live until the handle is reset.
    func connect(_ transfer: Transfer) throws(HTTPFailure) {
        let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
        try check(
            unsafe trove_curl_set_callbacks(
                curl.functions, pointer, takeHeadLine, takeBody, noteSending, context))
    }

    /// Returns a number about the last transfer; 0 when libcurl does not have it.
    func number(_ info: CURLINFO) -> Int {
        unsafe trove_curl_number(curl.functions, pointer, info)
    }

    /// Returns a size from the last transfer; 0 when libcurl does not have it.
    func size(_ info: CURLINFO) -> Int {
        Int(unsafe trove_curl_size(curl.functions, pointer, info))
    }

    /// Returns libcurl's message about the last error, or the general one for the result code.
    func message(for code: CURLcode) -> String {
        // libcurl terminates the message within the buffer, which starts with a zero.
        let text = unsafe String(cString: errorText)
        return text.isEmpty ? curl.message(for: code) : text
    }

    private func check(_ code: CURLcode) throws(HTTPFailure) {
        guard code == CURLE_OK else { throw .other(curl.message(for: code)) }
    }
}

// libcurl calls these on the transfer's thread, with the context that `connect` set: a transfer
// that lives as long as the handle calls it.

private func takeHeadLine(
    _ bytes: UnsafeMutablePointer<CChar>, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer
) -> Int {
    let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer.takeHeadLine(line) ? size * count : 0
}

private func takeBody(
    _ bytes: UnsafeMutablePointer<CChar>, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer
) -> Int {
    let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    let part = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    // Any other count than the number of bytes ends the transfer. The count is 0 for no bytes.
    return unsafe transfer.takeBody(part) ? size * count : Int(CURL_WRITEFUNC_ERROR)
}

private func noteSending(
    _ context: UnsafeMutableRawPointer, _ remote: UnsafeMutablePointer<CChar>?,
    _ local: UnsafeMutablePointer<CChar>?, _ remotePort: Int32, _ localPort: Int32
) -> Int32 {
    let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    let address = unsafe remote.map { unsafe String(cString: $0) } ?? ""
    return transfer.noteSending(to: address) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}
