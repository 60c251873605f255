import CCurl

/// The owner of one handle of libcurl, which makes one request at a time. It belongs to one thread.
///
/// libcurl keeps copies of the texts that it is given. The handle is not in use, that is, it has
/// been removed from its multi handle, when it is reset and when it goes.
@safe
final class EasyHandle {
    /// Alive from `init` to `deinit`.
    let pointer: UnsafeMutableRawPointer
    private let curl: CurlLibrary
    /// Where libcurl writes what went wrong: as large as it wants it, freed after the handle.
    private let errorText: UnsafeMutablePointer<CChar>
    /// Freed when the handle has forgotten it.
    private var headers: UnsafeMutablePointer<curl_slist>?

    /// A fresh handle; nil when there is no memory.
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

    /// Forgets all options; connections stay open, as they belong to the multi handle.
    func reset() {
        unsafe curl.functions.pointee.easy_reset(pointer)
        unsafe curl.functions.pointee.slist_free_all(headers)
        unsafe headers = nil
        unsafe errorText.pointee = 0
        _ = unsafe trove_curl_set_pointer(
            curl.functions, pointer, CURLOPT_ERRORBUFFER, errorText)
    }

    /// Sets an option that is a text; nil stands for none. libcurl would end it at a zero byte.
    func set(_ option: CURLoption, _ text: String?) throws(HTTPFailure) {
        guard let text else {
            return try check(unsafe trove_curl_set_text(curl.functions, pointer, option, nil))
        }
        guard !text.utf8.contains(0) else { throw .isNoReply("a zero byte in \(text)") }
        try check(unsafe trove_curl_set_text(curl.functions, pointer, option, text))
    }

    /// Sets an option that is a number or a switch.
    func set(_ option: CURLoption, _ number: Int) throws(HTTPFailure) {
        try check(unsafe trove_curl_set_number(curl.functions, pointer, option, number))
    }

    /// Sets an option that is a size in bytes.
    func set(_ option: CURLoption, size: Int) throws(HTTPFailure) {
        try check(unsafe trove_curl_set_size(curl.functions, pointer, option, curl_off_t(size)))
    }

    /// Sets the body, of which libcurl takes a copy; that makes the request a `POST`.
    func set(body: [UInt8]) throws(HTTPFailure) {
        // An empty array may have no address, and libcurl takes none for a body to be asked for.
        let bytes = body.isEmpty ? [0] : body
        try check(
            unsafe trove_curl_set_body(curl.functions, pointer, bytes, curl_off_t(body.count)))
    }

    /// Sets the lines of the head that are not libcurl's own.
    func set(headers lines: [String]) throws(HTTPFailure) {
        for line in lines {
            // The list takes a copy of the line; it is the same one until its first line is added.
            guard let longer = unsafe curl.functions.pointee.slist_append(headers, line) else {
                throw .other(curl.words(for: CURLE_OUT_OF_MEMORY))
            }
            unsafe headers = longer
        }
        try check(
            unsafe trove_curl_set_pointer(curl.functions, pointer, CURLOPT_HTTPHEADER, headers))
    }

    /// Lets the handle call a transfer, which has to live until the handle is reset.
    func connect(_ transfer: Transfer) throws(HTTPFailure) {
        let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
        try check(
            unsafe trove_curl_set_callbacks(
                curl.functions, pointer, takeHeadLine, takeBody, noteSending, context))
    }

    /// A number that libcurl knows of the last transfer; 0 when it knows none.
    func number(_ info: CURLINFO) -> Int {
        unsafe trove_curl_number(curl.functions, pointer, info)
    }

    /// A size that libcurl knows of the last transfer; 0 when it knows none.
    func size(_ info: CURLINFO) -> Int {
        Int(unsafe trove_curl_size(curl.functions, pointer, info))
    }

    /// libcurl's words about what went wrong; the general ones where it has no others.
    func words(for code: CURLcode) -> String {
        // libcurl ends the text with a zero within the buffer, which has one from the start.
        let text = unsafe String(cString: errorText)
        return text.isEmpty ? curl.words(for: code) : text
    }

    private func check(_ code: CURLcode) throws(HTTPFailure) {
        guard code == CURLE_OK else { throw .other(curl.words(for: code)) }
    }
}

// libcurl calls these on the thread that runs the transfer, with the context that it was given in
// `connect`: a transfer that lives at least as long as the handle calls it.

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
    // A number other than that of the bytes ends the transfer; it is zero for no bytes.
    return unsafe transfer.takeBody(part) ? size * count : Int(CURL_WRITEFUNC_ERROR)
}

private func noteSending(
    _ context: UnsafeMutableRawPointer, _ remote: UnsafeMutablePointer<CChar>?,
    _ local: UnsafeMutablePointer<CChar>?, _ remotePort: Int32, _ localPort: Int32
) -> Int32 {
    unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().noteSending()
    return CURL_PREREQFUNC_OK
}
