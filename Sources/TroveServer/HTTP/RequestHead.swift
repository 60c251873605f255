/// Validates the header fields of a request, and keeps those that the server uses.
///
/// It is stricter than RFC 9112 requires: where a proxy and the server could parse a head
/// differently, a client could smuggle a request past the proxy (RFC 9112, 11.2).
package struct RequestHead: Sendable {
    /// How the body is delimited.
    package enum Framing: Sendable, Hashable {
        /// No body.
        case none
        /// A body of this many bytes.
        case length(Int)
        /// A body in chunks.
        case chunked
    }

    /// Whether the version is HTTP/1.0, which allows a missing `Host` and has no chunked coding.
    private let isOld: Bool
    private var hosts = 0
    private var lengths: [Int?] = []
    private var codings: [Bool] = []
    private var authorizations = 0
    /// The first violation found.
    private var fault: RequestFault?

    /// The token of `Authorization: Bearer …`.
    package private(set) var token: String?
    /// The number in `Trove-Format`; 1 if there is none or it is not a number.
    package private(set) var format = 1
    /// The last address in `X-Forwarded-For`, which the nearest proxy has added; nil if there is
    /// none or it is not an address.
    package private(set) var forwardedFor: PeerAddress?
    /// Whether the request has `X-Forwarded-For`.
    package private(set) var isForwarded = false
    /// Whether the client sent `Expect: 100-continue`.
    package private(set) var expectsWord = false

    /// Creates a head without fields. `version` is the last part of the request line.
    package init(version: String) {
        isOld = version == "HTTP/1.0"
    }

    /// Whether the request has a body; also valid for a malformed head.
    package var hasBody: Bool {
        !codings.isEmpty || lengths.contains { $0 != 0 }
    }

    /// The body length in bytes, if it is given exactly once; also valid for a malformed head.
    package var length: Int? { lengths.count == 1 ? lengths[0] : nil }

    /// Whether the end of the body is unambiguous.
    package var isBodyCertain: Bool {
        lengths.isEmpty ? codings == [true] : codings.isEmpty && length != nil
    }

    /// Adds the next field.
    package mutating func add(name: Span<UInt8>, value: Span<UInt8>) {
        if fault == nil { check(name, value) }
        switch name.count {
        case 4 where name.isName("host"):
            hosts += 1
            if !value.trimmed.allSatisfy(Self.isHostSign) { note(.malformed(.host)) }
        case 6 where name.isName("expect"):
            expectsWord = true
        case 12 where name.isName("trove-format"):
            format = Self.number(value.trimmed) ?? 1
        case 13 where name.isName("authorization"):
            authorizations += 1
            token = Self.token(of: value.trimmed)
        case 14 where name.isName("content-length"):
            lengths.append(Self.number(value.trimmed))
        case 15 where name.isName("x-forwarded-for"):
            isForwarded = true
            let comma = value.indices.last { value[$0] == UInt8(ascii: ",") }
            forwardedFor = PeerAddress(
                text: value.extracting((comma.map { $0 + 1 } ?? 0)...).trimmed)
        case 17 where name.isName("transfer-encoding"):
            // Not trimmed: libmicrohttpd would not recognize a padded value as chunked.
            codings.append(value.isName("chunked"))
        default:
            return
        }
    }

    /// Checks all fields together.
    ///
    /// - Throws: `RequestFault`, the first violation.
    package func check() throws(RequestFault) -> Framing {
        if let fault { throw fault }
        guard hosts == 1 || (isOld && hosts == 0) else { throw .malformed(.host) }
        guard authorizations <= 1 else { throw .malformed(.authorization) }
        if let isChunked = codings.first {
            guard codings.count == 1, lengths.isEmpty, !isOld else { throw .malformed(.length) }
            guard isChunked else { throw .unknownCoding }
            return .chunked
        }
        guard lengths.count <= 1 else { throw .malformed(.length) }
        guard let only = lengths.first else { return .none }
        guard let length = only else { throw .malformed(.length) }
        return length == 0 ? .none : .length(length)
    }

    private mutating func note(_ other: RequestFault) {
        fault = fault ?? other
    }

    private mutating func check(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        if name.isEmpty || !name.indices.allSatisfy({ Self.isTokenSign(name[$0]) }) {
            note(.malformed(.fieldName))
        }
        // A tab is the only control character allowed in a value.
        if !value.indices.allSatisfy({ value[$0] >= 0x20 && value[$0] != 0x7F || value[$0] == 9 }) {
            note(.malformed(.fieldValue))
        }
    }

    /// Returns whether a byte may be part of a method or a field name (RFC 9110, 5.6.2).
    static func isTokenSign(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"),
            UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Returns whether a byte may be part of a host name, an address in brackets or a port. Lists
    /// and user info are not allowed.
    private static func isHostSign(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"/?#@\\,\"<>^`{|}".utf8.contains(byte)
    }

    private static func token(of value: [UInt8]) -> String? {
        let scheme = "bearer "
        guard value.prefix(scheme.utf8.count).map({ $0 | 0x20 }).elementsEqual(scheme.utf8) else {
            return nil
        }
        let token = value.dropFirst(scheme.utf8.count)
        guard !token.isEmpty, token.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return String(decoding: token, as: UTF8.self)
    }

    /// Parses a number in decimal digits.
    private static func number(_ value: [UInt8]) -> Int? {
        guard !value.isEmpty, value.count <= 18 else { return nil }
        var number = 0
        for byte in value {
            guard case UInt8(ascii: "0")...UInt8(ascii: "9") = byte else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number
    }
}

extension Span<UInt8> {
    /// Returns whether the bytes equal a field name, ignoring case. `name` is in lowercase.
    fileprivate func isName(_ name: StaticString) -> Bool {
        guard count == name.utf8CodeUnitCount else { return false }
        // The bytes of a static string never move, and its length was just compared.
        return indices.allSatisfy { unsafe self[$0] | 0x20 == name.utf8Start[$0] }
    }

    /// The bytes without leading and trailing blanks and tabs.
    fileprivate var trimmed: [UInt8] {
        var start = 0
        var end = count
        while start < end, self[start] == 0x20 || self[start] == 9 { start += 1 }
        while end > start, self[end - 1] == 0x20 || self[end - 1] == 9 { end -= 1 }
        return (start..<end).map { self[$0] }
    }
}
