extension HTTPRequest {
    var hasBody: Bool { method != .get && !body.isEmpty }

    /// Returns the header lines for libcurl.
    ///
    /// - Throws: `HTTPFailure` for a name or a value with invalid characters.
    func headLines() throws(HTTPFailure) -> [String] {
        // A field without a value suppresses libcurl's own: it would wait a second for a `100
        // Continue`, and label every body as a web form.
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
            // A semicolon marks an empty value; with a colon libcurl would omit the field.
            lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        return lines
    }

    /// Whether a byte may occur in a field name (RFC 9110, section 5.6.2).
    private static func isNameByte(_ byte: UInt8) -> Bool {
        let isLetterOrDigit = (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
        return isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}
