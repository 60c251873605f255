/// A complete reply.
package struct HTTPReply: Sendable {
    /// The status code: 200, 404 … Redirections are not followed.
    package let status: Int
    /// The header fields in order, with names in lower case. They describe the body as sent; `body`
    /// is decoded.
    package let headers: [(name: String, value: String)]
    /// The decoded body. A reply of an HTTP/1.0 server without a length may be truncated unnoticed.
    package let body: [UInt8]
    /// Whether the request was sent a second time, because the server had closed the connection
    /// without a reply. It may have carried out the first copy, whatever this reply says about the
    /// second.
    package let isToRepetition: Bool

    /// Creates a reply.
    package init(
        status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        isToRepetition: Bool = false
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.isToRepetition = isToRepetition
    }

    /// Returns the value of the first field with a name, ignoring case.
    package func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name == name }?.value
    }
}
