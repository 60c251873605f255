import Glibc

/// A web address (RFC 3986), as far as it takes to build one and to follow a redirection.
package struct WebAddress: Sendable, Hashable {
    /// Whether it begins with `https://`.
    private(set) var isSecure: Bool
    /// The host in lower case, with the port if there is one.
    let authority: String
    /// The path with the query, if there is one; empty, or beginning with `/`.
    private(set) var target: String

    /// Reads an address that begins with `http://` or `https://`. Bytes that an address cannot
    /// contain are percent-encoded; the fragment is dropped.
    ///
    /// Returns nil for other schemes, for an address with a user name, and for control characters.
    init?(_ text: String) {
        guard let colon = text.firstRange(of: "://") else { return nil }
        switch text[..<colon.lowerBound].lowercased() {
        case "http": isSecure = false
        case "https": isSecure = true
        default: return nil
        }
        let rest = text[colon.upperBound...].prefix { $0 != "#" }
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        authority = host.lowercased()
        let isHost = authority.utf8.allSatisfy { byte in
            Self.isUnreserved(byte) || byte == 0x3A || byte == 0x5B || byte == 0x5D
        }
        guard !authority.isEmpty, isHost,
            let target = Self.target(String(rest[host.endIndex...]))
        else { return nil }
        self.target = target
    }

    private init(isSecure: Bool, authority: String, target: String) {
        self.isSecure = isSecure
        self.authority = authority
        self.target = target
    }

    /// The whole address.
    var text: String { (isSecure ? "https://" : "http://") + authority + target }

    /// Whether the host is this machine, in any notation of its number, or by its usual
    /// names. Another name may also lead to it.
    var isLoopback: Bool {
        if authority.hasPrefix("[") {
            let host = String(authority.dropFirst().prefix { $0 != "]" })
            var address = in6_addr()
            // The call writes one address.
            guard unsafe inet_pton(AF_INET6, host, &address) == 1 else { return false }
            let bytes = unsafe withUnsafeBytes(of: &address) { unsafe [UInt8]($0) }
            let isMapped =
                bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255
            return isMapped ? [0, 127].contains(bytes[12]) : bytes[..<15].allSatisfy { $0 == 0 }
        }
        var host = String(authority.prefix { $0 != ":" })
        if host.hasSuffix(".") { host.removeLast() }
        if ["localhost", "ip6-localhost", "ip6-loopback"].contains(host)
            || host.hasSuffix(".localhost")
        {
            return true
        }
        var address = in_addr()
        // The call writes one address. It reads `2130706433` and `0x7f.1`, too, as clients do.
        guard unsafe inet_aton(host, &address) != 0 else { return false }
        return [0, 127].contains(UInt32(bigEndian: address.s_addr) >> 24)
    }

    /// The path, without the query.
    var path: Substring { target.prefix { $0 != "?" } }

    /// Whether both have the same scheme, host and port.
    func hasSameOrigin(as other: WebAddress) -> Bool {
        isSecure == other.isSecure && authority == other.authority
    }

    /// Returns the same address with `https://`, unless the host is this machine.
    func secured() -> WebAddress {
        var secured = self
        secured.isSecure = isSecure || !isLoopback
        return secured
    }

    /// Returns the address of a path below this one.
    ///
    /// - Parameters:
    ///   - path: the path, which begins with `/`; it is percent-encoded.
    ///   - query: the names and values, which can be any text.
    /// - Returns: the address, without the query of this one.
    func adding(_ path: String, _ query: [(name: String, value: String)] = []) -> WebAddress {
        var target = String(self.path)
        while target.last == "/" { target.removeLast() }
        for byte in path.utf8 {
            target += Self.isUnreserved(byte) || byte == 0x2F ? Self.sign(byte) : Self.escaped(byte)
        }
        for (index, item) in query.enumerated() {
            target +=
                (index == 0 ? "?" : "&") + Self.encoded(item.name) + "="
                + Self.encoded(item.value)
        }
        return WebAddress(isSecure: isSecure, authority: authority, target: target)
    }

    /// Resolves a `Location` header against this address (RFC 3986, section 5.2).
    func following(_ location: String) -> WebAddress? {
        if location.hasPrefix("//") {
            return WebAddress((isSecure ? "https:" : "http:") + location)
        }
        let scheme = location.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        if !scheme.isEmpty, location.dropFirst(scheme.count).hasPrefix(":") {
            return WebAddress(location)
        }
        let reference = location.prefix { $0 != "#" }
        var target = String(path)
        switch reference.first {
        case nil: return nil
        case "/": target = ""
        case "?": break
        default: target = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "/"
        }
        guard let target = Self.target(target + reference) else { return nil }
        return WebAddress(isSecure: isSecure, authority: authority, target: target)
    }

    /// Returns a text percent-encoded for a query.
    static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { encoded, byte in
            // A comma and a colon have no meaning in a query, and are easier to read.
            let isPlain = isUnreserved(byte) || byte == 0x2C || byte == 0x3A
            encoded += isPlain ? sign(byte) : escaped(byte)
        }
    }

    /// Percent-encodes a path with a query where necessary; nil if it contains control characters.
    private static func target(_ text: String) -> String? {
        var target = text.hasPrefix("?") ? "/" : ""
        for byte in text.utf8 {
            guard byte >= 0x20, byte != 0x7F else { return nil }
            let isForbidden = byte >= 0x80 || " \"<>\\^`{|}".utf8.contains(byte)
            target += isForbidden ? escaped(byte) : sign(byte)
        }
        return target
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "-._~".utf8.contains(byte)
    }

    private static func sign(_ byte: UInt8) -> String { String(Unicode.Scalar(byte)) }

    private static func escaped(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "%0\(digits)" : "%\(digits)"
    }
}
