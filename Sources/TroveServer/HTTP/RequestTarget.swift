/// The request target: a path and a query.
package struct RequestTarget: Sendable, Hashable {
    /// The path as sent: `/v1/push`.
    package let path: String
    /// The percent-decoded query parameters.
    package let query: [String: String]

    /// The most parameters; every route has fewer than ten.
    static let maximumParameters = 64

    /// Parses a target: a path, or a URL (RFC 9112, 3.2.2), whose host is ignored.
    ///
    /// - Throws: `RequestFault.malformed`.
    package init(_ bytes: [UInt8]) throws(RequestFault) {
        // The characters of a URL (RFC 3986): printable ASCII without blanks, and without a
        // fragment.
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else {
            throw .malformed(.target)
        }
        let local = try Self.local(bytes)
        let mark = local.firstIndex(of: UInt8(ascii: "?")) ?? local.endIndex
        path = mark == local.startIndex ? "/" : String(decoding: local[..<mark], as: UTF8.self)
        query = try Self.query(local[mark...].dropFirst())
    }

    /// Returns the target without scheme and host.
    private static func local(_ bytes: [UInt8]) throws(RequestFault) -> ArraySlice<UInt8> {
        if bytes.first == UInt8(ascii: "/") { return bytes[...] }
        for scheme in ["http://", "https://"] {
            let head = bytes.prefix(scheme.utf8.count).map { $0 | 0x20 }
            // The characters of the schemes have this bit set already, except uppercase letters.
            guard head.elementsEqual(scheme.utf8) else { continue }
            let rest = bytes.dropFirst(head.count)
            let end =
                rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
                ?? rest.endIndex
            guard end > rest.startIndex else { break }
            return rest[end...]
        }
        throw .malformed(.target)
    }

    private static func query(_ bytes: ArraySlice<UInt8>) throws(RequestFault) -> [String: String] {
        var query: [String: String] = [:]
        let pairs = bytes.split(separator: UInt8(ascii: "&"))
        guard pairs.count <= maximumParameters else { throw .malformed(.parameters) }
        for pair in pairs {
            let sign = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let name = try decode(pair[..<sign])
            guard query[name] == nil else { throw .malformed(.query) }
            query[name] = try decode(pair[sign...].dropFirst())
        }
        return query
    }

    /// Decodes percent-encoding. A `+` stays a plus.
    private static func decode(_ bytes: ArraySlice<UInt8>) throws(RequestFault) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit),
                let low = rest.popFirst().flatMap(digit)
            else { throw .malformed(.query) }
            decoded.append(high << 4 | low)
        }
        guard let text = String(validating: decoded, as: UTF8.self),
            decoded.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { throw .malformed(.query) }
        return text
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
