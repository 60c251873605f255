/// A request as a `LoopbackServer` got it.
package struct LoopbackRequest: Sendable {
    /// `GET`, `POST` …
    package let method: String
    /// What stands between the method and the version: a path, or an address when asked as a proxy.
    package let target: String
    /// The lines of the head in their order, names as they were sent.
    package let headers: [(name: String, value: String)]
    /// What came behind the head, as long as the head says.
    package let body: [UInt8]

    /// The value of the first line with a name, whatever its case.
    package func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }

    /// Reads a head, without the empty line behind it.
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
