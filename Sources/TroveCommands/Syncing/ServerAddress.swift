/// The address of a server, as a person types it.
struct ServerAddress: Equatable {
    /// With its scheme, in lower case up to the path, without a slash at the end.
    let text: String
    /// Whether nobody on the way can read what is sent: it is encrypted, or does not leave this
    /// machine.
    let isSafe: Bool

    /// Nil for what is no address of a server; one without a scheme gets `https://`, or `http://` on
    /// this machine.
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

    /// The host without its port; nil where what follows it is no port.
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

    /// Whether it is an address of 127.0.0.0/8 as four decimal numbers. What others may read as one
    /// (`127.1`, `0177.0.0.1`, a name that begins so) does not count.
    private static func isLoopback(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "127" else { return false }
        return parts.allSatisfy { part in UInt8(part).map { "\($0)" == part } ?? false }
    }
}

extension String {
    /// Where another text first stands.
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
