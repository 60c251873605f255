/// A request that a `LoopbackServer` received.
package struct LoopbackRequest: Sendable {
    /// The method: `GET`, `POST` …
    package let method: String
    /// The text between the method and the version: a path, or an absolute address for a proxy.
    package let target: String
    /// The header fields in order, with names as sent.
    package let headers: [(name: String, value: String)]
    /// The body, as long as the head states.
    package let body: [UInt8]

    /// Returns the value of the first field with a name, ignoring case.
    package func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }

    /// Parses a head, without the empty line.
    init(head: [UInt8], body: [UInt8]) {
        var lines = String(decoding: head, as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: false)[...]
        let words = (lines.popFirst() ?? "").split(separator: " ")
        method = words.first.map(String.init) ?? ""
        target = words.dropFirst().first.map(String.init) ?? ""
        headers = lines.map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.dropFirst().first?.drop { $0 == " " } ?? ""
            return (name: parts.first.map(String.init) ?? "", value: String(value))
        }
        self.body = body
    }
}
