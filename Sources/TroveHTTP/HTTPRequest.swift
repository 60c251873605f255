/// A request to a server.
package struct HTTPRequest: Sendable {
    /// The request method.
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    /// The method; its raw value is what is sent.
    package var method: Method
    /// The address, beginning with `http://` or `https://`.
    package var url: String
    /// Additional header fields. A line break in one makes the request fail.
    package var headers: [(name: String, value: String)]
    /// The body; a `GET` has none.
    package var body: [UInt8]
    /// The time limit for the whole request, from `start` to the last byte of the reply.
    package var timeout: Duration
    /// The time limit for the connection, including name resolution and TLS.
    package var connectTimeout: Duration
    /// The maximum size of the reply's body in bytes, before and after decoding.
    package var maximumReplySize: Int
    /// Whether the request is sent to hosts of the Internet only, and not to this machine or to a
    /// private network. What a proxy reaches is up to the proxy.
    package var isForPublicHosts: Bool

    /// Creates a request. The limits default to 10 s in all, 5 s for the connection and 8 MiB.
    package init(
        _ method: Method, _ url: String, headers: [(name: String, value: String)] = [],
        body: [UInt8] = [], timeout: Duration = .seconds(10),
        connectTimeout: Duration = .seconds(5), maximumReplySize: Int = 8 << 20,
        isForPublicHosts: Bool = false
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.connectTimeout = connectTimeout
        self.maximumReplySize = maximumReplySize
        self.isForPublicHosts = isForPublicHosts
    }
}
