import CCurl

/// One request on its way, from its start to its event. It belongs to the client's thread.
@safe
final class Transfer {
    /// What the caller calls the request.
    let id: Int
    let handle: EasyHandle
    private let request: HTTPRequest
    private let proxy: String
    private var reply: ReplyCollector
    private var sending = Sending.notYet

    /// What is known about how often libcurl has begun to send the request, see `noteSending`.
    private enum Sending {
        case notYet
        /// On a connection that was made for it, so that there was no second time.
        case once
        case perhapsAgain
    }

    /// Prepares a request on a handle that has been reset.
    ///
    /// - Throws: `HTTPFailure` when it can never be sent.
    init(
        _ request: HTTPRequest, id: Int, handle: EasyHandle, settings: ClientSettings
    ) throws(HTTPFailure) {
        self.id = id
        self.handle = handle
        self.request = request
        proxy = settings.proxies.proxy(for: request.url)
        reply = ReplyCollector(maximumSize: request.maximumReplySize)
        try setConnection(settings)
        try setRequest(settings)
        try handle.connect(self)
    }

    private func setConnection(_ settings: ClientSettings) throws(HTTPFailure) {
        // No signals: they belong to the main thread.
        try handle.set(CURLOPT_NOSIGNAL, 1)
        try handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        // One request after the other on a connection: then it is known what was sent.
        try handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        try handle.set(CURLOPT_TCP_NODELAY, 1)
        try handle.set(CURLOPT_TCP_KEEPALIVE, 1)
        try handle.set(CURLOPT_PROXY, proxy)
        try handle.set(CURLOPT_NOPROXY, settings.proxies.exceptions)
        try handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // A look-up of a name cannot be broken off. Without this, ending a transfer would wait for
        // it, and with it all others; so it goes on in its own thread, and nobody asks it.
        try handle.set(CURLOPT_QUICK_EXIT, 1)
        try handle.set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        try handle.set(CURLOPT_SSL_VERIFYPEER, 1)
        try handle.set(CURLOPT_SSL_VERIFYHOST, 2)
        if let file = settings.caFile {
            try handle.set(CURLOPT_CAINFO, file)
            try handle.set(CURLOPT_CAPATH, nil)
        }
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, request.connectTimeout.curlMilliseconds)
        try handle.set(CURLOPT_TIMEOUT_MS, request.timeout.curlMilliseconds)
    }

    private func setRequest(_ settings: ClientSettings) throws(HTTPFailure) {
        try handle.set(CURLOPT_URL, request.url)
        try handle.set(CURLOPT_USERAGENT, settings.userAgent)
        try handle.set(CURLOPT_FOLLOWLOCATION, 0)
        // All kinds of packing that libcurl knows.
        try handle.set(CURLOPT_ACCEPT_ENCODING, "")
        try handle.set(CURLOPT_MAXFILESIZE_LARGE, size: request.maximumReplySize)
        try handle.set(headers: try request.headLines())
        switch request.method {
        case .get: return
        case .post, .put: try handle.set(body: request.body)
        case .delete:
            if !request.body.isEmpty { try handle.set(body: request.body) }
        }
        try handle.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }

    /// Takes a line of the reply's head; false ends the transfer.
    func takeHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
        // A buffer that libcurl gives is valid until the call returns; nothing of it is kept.
        unsafe reply.takeHeadLine(Array(line))
    }

    /// Takes a piece of the reply's body; false ends the transfer.
    func takeBody(_ part: UnsafeRawBufferPointer) -> Bool {
        unsafe reply.takeBody(part)
    }

    /// Notes that there is a connection, new or used before, and that libcurl is about to send.
    ///
    /// libcurl sends a request again by itself, on a new connection, when one that was used before
    /// turns out to have been closed by the server and nothing of a reply has come. The server may
    /// have got the first one all the same. So requests have to be such that a second one does no
    /// harm: those of the synchronisation carry a number by which the server knows them again.
    func noteSending() {
        let isNewConnection = handle.number(CURLINFO_NUM_CONNECTS) > 0
        sending = sending == .notYet && isNewConnection ? .once : .perhapsAgain
    }

    /// Whether the server may have got the whole request, now that the transfer is over.
    private var mayHaveArrived: Bool {
        switch sending {
        case .notYet: false
        // The head is sent before the body and names its size: a part of it is no request.
        case .once:
            handle.size(CURLINFO_SIZE_UPLOAD_T) >= (request.hasBody ? request.body.count : 0)
        // What was sent of the last attempt says nothing about the one before.
        case .perhapsAgain: true
        }
    }

    /// The event of a transfer that libcurl has ended.
    func ended(_ code: CURLcode) -> HTTPEvent {
        guard code == CURLE_OK else {
            return failed(
                reply.isTooLarge ? .tooLarge : .init(code, handle, url: request.url, proxy: proxy))
        }
        // libcurl takes a head that breaks off for a whole one.
        guard reply.isHeadComplete else { return failed(.cutOff) }
        let reply = HTTPReply(
            status: handle.number(CURLINFO_RESPONSE_CODE), headers: reply.headers, body: reply.body)
        return .finished(id: id, .success(reply), mayHaveArrived: true)
    }

    /// The event of a transfer that ends without a reply.
    func failed(_ failure: HTTPFailure) -> HTTPEvent {
        .finished(id: id, .failure(failure), mayHaveArrived: mayHaveArrived)
    }
}

extension Duration {
    /// The time as libcurl takes it: whole milliseconds, rounded up, at least one, because none
    /// stands for no limit, and at most some 24 days.
    fileprivate var curlMilliseconds: Int {
        guard self > .zero else { return 1 }
        guard self < .seconds(2_000_000) else { return 2_000_000_000 }
        return wholeMilliseconds
    }
}
