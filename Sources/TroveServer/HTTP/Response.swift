import CMicroHTTPD

/// A response of libmicrohttpd.
@safe
struct Response: ~Copyable {
    /// Destroyed with this value; the library keeps its own reference while it sends the response.
    private let pointer: OpaquePointer?

    /// Creates a response, with the headers that every response has.
    ///
    /// The library copies the body and the headers before its calls return.
    init(_ reply: ServerReply, isClosing: Bool) {
        var body = reply.body
        unsafe pointer = body.withUnsafeMutableBytes { bytes in
            unsafe MHD_create_response_from_buffer(
                bytes.count, bytes.baseAddress, .RESPMEM_MUST_COPY)
        }
        add("Cache-Control", "no-store")
        add("X-Content-Type-Options", "nosniff")
        if isClosing { add("Connection", "close") }
        func has(_ name: String) -> Bool {
            reply.headers.contains { $0.name.lowercased() == name }
        }
        if !reply.body.isEmpty, !has("content-type") { add("Content-Type", "application/json") }
        if reply.status == 401, !has("www-authenticate") { add("WWW-Authenticate", "Bearer") }
        for header in reply.headers { add(header.name, header.value) }
    }

    deinit {
        if let pointer = unsafe pointer { unsafe MHD_destroy_response(pointer) }
    }

    /// Queues the response. Returns false if the library refuses it.
    func queue(on connection: OpaquePointer, status: Int) -> Bool {
        guard let pointer = unsafe pointer else { return false }
        return unsafe MHD_queue_response(connection, UInt32(clamping: status), pointer) == .YES
    }

    private func add(_ name: String, _ value: String) {
        // Skip a header that would break the head.
        guard let pointer = unsafe pointer, !name.isEmpty,
            name.utf8.allSatisfy(RequestHead.isTokenSign),
            value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
        else { return }
        _ = unsafe MHD_add_response_header(pointer, name, value)
    }
}
