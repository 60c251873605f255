extension HTTPRequest {
    /// Whether something is sent behind the head.
    var hasBody: Bool { method != .get && !body.isEmpty }

    /// The lines of the head as libcurl takes them.
    ///
    /// - Throws: `HTTPFailure` for a name or a value that cannot stand in one.
    func headLines() throws(HTTPFailure) -> [String] {
        // Without a value libcurl leaves its own line out: it would wait a second for a `100
        // Continue`, and call every body a web form.
        var lines = ["Expect:"]
        if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            lines.append("Content-Type:")
        }
        for (name, value) in headers {
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else {
                throw .other("\(name) cannot be the name of a header")
            }
            guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                throw .other("the header \(name) has a control character")
            }
            // An empty value is written with a semicolon: with a colon it would mean no line at all.
            lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        return lines
    }

    /// Whether a byte may stand in the name of a header (RFC 9110, section 5.6.2).
    private static func isNameByte(_ byte: UInt8) -> Bool {
        let isLetterOrDigit = (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
        return isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}
