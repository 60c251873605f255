import CCurl
import TroveSystem

/// One request from its start to its event. Belongs to the client's thread.
@safe
final class Transfer {
    /// The caller's number for the request.
    let id: Int
    let handle: EasyHandle
    private let request: HTTPRequest
    private let proxy: String
    /// Whether a proxy is used, at least for public hosts.
    private let hasProxy: Bool
    private var reply: ReplyCollector
    private var sending = Sending.notYet
    /// Whether the request was not sent because its host is not public.
    private var isKeptFromHost = false

    /// How often libcurl has started to send the request, see `noteSending`.
    private enum Sending {
        case notYet
        /// On a new connection, where libcurl does not send it again.
        case once
        /// On a reused connection. Another attempt may follow, and fail to connect.
        case onceOrMore
        case again
    }

    /// Prepares a request on a handle that was reset.
    ///
    /// - Throws: `HTTPFailure` when the request is invalid.
    init(
        _ request: HTTPRequest, id: Int, handle: EasyHandle, settings: ClientSettings
    ) throws(HTTPFailure) {
        self.id = id
        self.handle = handle
        self.request = request
        proxy = settings.proxies.proxy(for: request.url)
        hasProxy = !proxy.isEmpty && settings.proxies.exceptions != "*"
        reply = ReplyCollector(maximumSize: request.maximumReplySize)
        try setConnection(settings)
        try setRequest(settings)
        try handle.connect(self)
    }

    private func setConnection(_ settings: ClientSettings) throws(HTTPFailure) {
        // Signals belong to the main thread.
        try handle.set(CURLOPT_NOSIGNAL, 1)
        try handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        // HTTP/1.1 sends one request at a time per connection, so it is known what was sent.
        try handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        try handle.set(CURLOPT_TCP_NODELAY, 1)
        try handle.set(CURLOPT_TCP_KEEPALIVE, 1)
        let exceptions = settings.proxies.exceptions
        try handle.set(CURLOPT_PROXY, proxy)
        // A host of the exceptions is private, and must not be reached directly then.
        try handle.set(CURLOPT_NOPROXY, hasProxy && request.isForPublicHosts ? "" : exceptions)
        try handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // Name resolution cannot be interrupted. Without this option, ending a transfer would block
        // until it finishes and delay all others; with it, libcurl abandons the resolver thread.
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
        // All content codings that libcurl supports.
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

    /// Adds a header line of the reply. Returns false to end the transfer.
    func takeHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
        // libcurl's buffer is valid until the call returns; its bytes are copied.
        unsafe reply.takeHeadLine(Array(line))
    }

    /// Adds a part of the reply's body. Returns false to end the transfer.
    func takeBody(_ part: UnsafeRawBufferPointer) -> Bool {
        unsafe reply.takeBody(part)
    }

    /// Records that libcurl has a connection, new or reused, and is about to send.
    ///
    /// When the server has closed a reused connection before any part of the reply arrived, libcurl
    /// resends the request on a new connection. The server may have received the first copy too, so
    /// requests must be idempotent: sync requests carry a number by which the server recognizes a
    /// repetition.
    ///
    /// - Parameter address: the number of the address that the connection leads to.
    /// - Returns: false to end the transfer instead.
    func noteSending(to address: String) -> Bool {
        // The name in the request may lead anywhere, so only the connection shows where it leads.
        if request.isForPublicHosts, !hasProxy, !PublicAddress.contains(address) {
            isKeptFromHost = true
            return false
        }
        let isNewConnection = handle.number(CURLINFO_NUM_CONNECTS) > 0
        sending = sending == .notYet ? isNewConnection ? .once : .onceOrMore : .again
        return true
    }

    /// Whether the server may have received the whole request. Valid after the transfer has ended.
    private var mayHaveArrived: Bool {
        switch sending {
        case .notYet: false
        // The head comes before the body and states its size, so a partial request cannot be
        // carried out.
        case .once:
            handle.size(CURLINFO_SIZE_UPLOAD_T) >= (request.hasBody ? request.body.count : 0)
        // The last attempt does not show what an earlier one sent.
        case .onceOrMore, .again: true
        }
    }

    /// Returns the event for a transfer that libcurl has ended.
    func ended(_ code: CURLcode) -> HTTPEvent {
        guard code == CURLE_OK else {
            if isKeptFromHost { return failed(.notPublic) }
            if reply.isTooLarge { return failed(.tooLarge) }
            return failed(
                HTTPFailure(
                    code, handle, url: request.url, proxy: proxy, wasSent: sending != .notYet))
        }
        // libcurl accepts a truncated head as complete.
        guard reply.isHeadComplete else { return failed(.cutOff) }
        let reply = HTTPReply(
            status: handle.number(CURLINFO_RESPONSE_CODE), headers: reply.headers,
            body: reply.body, isToRepetition: sending == .again)
        return .finished(id: id, .success(reply), mayHaveArrived: true)
    }

    /// Returns the event for a transfer without a reply.
    func failed(_ failure: HTTPFailure) -> HTTPEvent {
        .finished(id: id, .failure(failure), mayHaveArrived: mayHaveArrived)
    }
}

extension Duration {
    /// The duration as libcurl takes it: whole milliseconds, rounded up, at least 1, because 0
    /// means no limit, and at most about 24 days.
    fileprivate var curlMilliseconds: Int {
        guard self > .zero else { return 1 }
        guard self < .seconds(2_000_000) else { return 2_000_000_000 }
        return wholeMilliseconds
    }
}
