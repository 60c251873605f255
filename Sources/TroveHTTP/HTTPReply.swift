/// What a server answered, whole.
package struct HTTPReply: Sendable {
    /// The status code: 200, 404 … A redirection is a reply like others and is not followed.
    package let status: Int
    /// The lines of the head in their order, the names in lower case. They tell of the body as it
    /// was sent; `body` is unpacked.
    package let headers: [(name: String, value: String)]
    /// The body, unpacked. An HTTP/1.0 server that says no length may have been cut off unnoticed.
    package let body: [UInt8]

    package init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first line with a name, in whatever case it is asked for.
    package func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name == name }?.value
    }
}
