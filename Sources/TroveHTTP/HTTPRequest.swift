/// What to ask a server.
package struct HTTPRequest: Sendable {
    /// What is to be done with what the address names.
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
    /// Further lines of the request's head. A line break in one makes the request fail.
    package var headers: [(name: String, value: String)]
    /// What is sent behind the head; a `GET` has none.
    package var body: [UInt8]
    /// How long all of it may take, from `start` to the last byte of the reply.
    package var timeout: Duration
    /// How long it may take until there is a connection, with the look-up of the name and with TLS.
    package var connectTimeout: Duration
    /// The most bytes that the body of the reply may have, before and after unpacking.
    package var maximumReplySize: Int

    package init(
        _ method: Method, _ url: String, headers: [(name: String, value: String)] = [],
        body: [UInt8] = [], timeout: Duration = .seconds(10),
        connectTimeout: Duration = .seconds(5), maximumReplySize: Int = 8 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.connectTimeout = connectTimeout
        self.maximumReplySize = maximumReplySize
    }
}
