/// The address of a server, parsed from what the user typed.
struct ServerAddress: Equatable {
    /// The address with its scheme, in lower case up to the path, without a trailing slash.
    let text: String
    /// Whether the connection is encrypted, or stays on this machine.
    let isSafe: Bool

    /// Parses an address. The default scheme is `https://`, or `http://` for this machine. Returns
    /// nil if the text is not an address.
    init?(_ typed: String) {
        var rest = Substring(typed)
        var scheme: Substring?
        if let mark = typed.range(of: "://") {
            scheme = typed[..<mark.lowerBound]
            rest = typed[mark.upperBound...]
        }
        while rest.hasSuffix("/") { rest.removeLast() }
        let host = rest.prefix { $0 != "/" }
        let path = rest.dropFirst(host.count)
        let isPlain = host.utf8.allSatisfy { byte in
            byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "-._:[]".utf8.contains(byte)
        }
        let isPathPlain = path.utf8.allSatisfy { byte in
            byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "/-._~".utf8.contains(byte)
        }
        guard !host.isEmpty, isPlain, isPathPlain else { return nil }
        guard let name = Self.name(of: host)?.lowercased(), !name.isEmpty else { return nil }
        let isHere = name == "localhost" || name == "[::1]" || Self.isLoopback(name)
        let used = scheme.map { $0.lowercased() } ?? (isHere ? "http" : "https")
        guard used == "http" || used == "https" else { return nil }
        text = "\(used)://\(host.lowercased())\(path)"
        isSafe = used == "https" || isHere
    }

    /// Returns the host without its port; nil if the port is not valid.
    private static func name(of host: Substring) -> Substring? {
        var end = host.firstIndex(of: ":") ?? host.endIndex
        if host.hasPrefix("[") {
            guard let bracket = host.firstIndex(of: "]") else { return nil }
            end = host.index(after: bracket)
        }
        let port = host[end...]
        guard port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil else {
            return nil
        }
        return host[..<end]
    }

    /// Returns whether the host is an address in 127.0.0.0/8, as four decimal numbers. Other
    /// notations (`127.1`, `0177.0.0.1`) and names that begin with `127.` do not count.
    private static func isLoopback(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "127" else { return false }
        return parts.allSatisfy { part in UInt8(part).map { "\($0)" == part } ?? false }
    }
}

extension String {
    /// Returns the first range of another text.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) {
                return start..<index(start, offsetBy: text.count)
            }
            start = index(after: start)
        }
        return nil
    }
}
